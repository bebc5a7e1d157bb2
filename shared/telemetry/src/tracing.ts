import type { SpanAttributes } from './span-attributes.ts';
import type { TraceContext } from './traceparent.ts';

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** Parent of a span in another process, or in an earlier step of this process. */
export interface RemoteParent {
  traceparent: string;
  /**
   * True if the parent is a span of this platform, whose sampling decision applies. False for a client, which chooses only
   * the trace ID: the sampler decides as for a new trace, so that a client cannot force or prevent recording.
   */
  isTrusted: boolean;
}

export interface SpanOptions {
  /** Low-cardinality name without IDs and content. */
  name: string;
  kind: SpanKind;
  attributes?: SpanAttributes;
  /** Parent of the span. Defaults to the active span. A null or malformed parent starts a new trace. */
  parent?: RemoteParent | null;
  /** `traceparent` values of further spans that caused this one. */
  links?: readonly string[];
  /** Time of the start in milliseconds since the epoch. Defaults to now. */
  startTimeMs?: number;
}

/** A running span. */
export interface TraceSpan {
  readonly context: TraceContext;
  /** False if the sampler dropped the span. Its context is still propagated. */
  readonly isRecording: boolean;
  /** `traceparent` for a message or request that this span sends. */
  readonly traceparent: string;
  rename(name: string): void;
  setAttributes(attributes: SpanAttributes): void;
  /** Marks the span as failed. The type is a code or the name of a class, never a message, which can quote content. */
  fail(errorType: string): void;
  /** Ends the span. Later calls have no effect. */
  end(): void;
  /** Runs work in which this span is active. */
  run<T>(work: () => T): T;
}

/** Traces of this process. */
export interface Tracing {
  /** False if traces of clients are ignored (`OTEL_PROPAGATORS=none`). */
  readonly continuesClientTraces: boolean;
  activeSpan(): TraceSpan | null;
  startSpan(options: SpanOptions): TraceSpan;
  /** Runs work in a span. A rejection marks the span as failed. */
  inSpan<T>(options: SpanOptions, work: (span: TraceSpan) => Promise<T>): Promise<T>;
  /**
   * Runs work in a child of the active span. Without an active span that is recorded, only runs the work: background work
   * starts no traces.
   */
  inChildSpan<T>(
    options: Omit<SpanOptions, 'parent'>,
    work: (span: TraceSpan | null) => Promise<T>,
  ): Promise<T>;
}

let current: Tracing | null = null;

/**
 * Returns the traces of this process, or null if tracing is off. Callers do nothing else in this case:
 *
 * ```ts
 * const tracing = getTracing();
 * return tracing === null ? work() : tracing.inChildSpan({ name: 'rank', kind: 'internal' }, work);
 * ```
 */
export const getTracing = (): Tracing | null => current;

export function setTracing(tracing: Tracing | null): void {
  current = tracing;
}

/** Returns the `traceparent` of the active span, or null. */
export const activeTraceparent = (): string | null => current?.activeSpan()?.traceparent ?? null;

/** Returns the trace and the span of the active span, or null. */
export const activeTraceContext = (): TraceContext | null => current?.activeSpan()?.context ?? null;
