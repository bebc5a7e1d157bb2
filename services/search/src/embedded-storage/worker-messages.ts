/** A call on its way to a worker thread. */
export interface CallMessage {
  callId: number;
  method: string;
  args: unknown[];
}

/** Its answer, or a notice that nobody asked for. */
export type WorkerMessage =
  { callId: number; result: unknown } | { callId: number; error: SerializedError } | { notice: unknown };

/** An error without its class, which does not survive the way between threads. */
export interface SerializedError {
  name: string;
  message: string;
  code?: string;
  details?: Record<string, unknown> | null;
  fieldErrors?: Record<string, string[]> | null;
}

/** The methods a worker offers. Arguments and results are copied, so neither side shares an object. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- `unknown[]` would refuse every real signature
export type WorkerMethods = Record<string, (...args: any[]) => unknown>;
