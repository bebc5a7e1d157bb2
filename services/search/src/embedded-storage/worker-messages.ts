/** A method call that is sent to a worker thread. */
export interface CallMessage {
  callId: number;
  method: string;
  args: unknown[];
}

/** The result or error of a call, or an unsolicited notice. */
export type WorkerMessage =
  { callId: number; result: unknown } | { callId: number; error: SerializedError } | { notice: unknown };

/**
 * Fields of an error that is sent between threads. Structured cloning does not keep the class of an error.
 */
export interface SerializedError {
  name: string;
  message: string;
  code?: string;
  details?: Record<string, unknown> | null;
  fieldErrors?: Record<string, string[]> | null;
}

/** The methods of a worker. Arguments and results are copied between the threads. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- `unknown[]` would not accept any concrete signature
export type WorkerMethods = Record<string, (...args: any[]) => unknown>;
