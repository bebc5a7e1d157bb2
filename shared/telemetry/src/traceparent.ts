/** Trace and span of a W3C trace context. @see https://www.w3.org/TR/trace-context/#traceparent-header */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  /** True if the spans of the trace are recorded. */
  isSampled: boolean;
}

// Later versions can append fields. Version ff and IDs of zeros are invalid.
const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]([0-9a-f])(?:-.{0,200})?$/;

/** Parses a `traceparent`. Returns null for a malformed one. */
export function parseTraceparent(text: string): TraceContext | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export const formatTraceparent = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-0${isSampled ? 1 : 0}`;
