import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import type { Context, Link, Span, SpanContext, Tracer } from '@opentelemetry/api';
import { withUntrustedParent } from './boundary-sampler.ts';
import { errorType } from './error-type.ts';
import type { SpanAttributes } from './span-attributes.ts';
import { formatTraceparent, parseTraceparent } from './traceparent.ts';
import type { TraceContext } from './traceparent.ts';
import type { RemoteParent, SpanOptions, TraceSpan, Tracing } from './tracing.ts';

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/**
 * Creates traces with a tracer of the SDK. The active span is kept here instead of in the global API of OpenTelemetry, so
 * that libraries that use the global API, such as the client of Elasticsearch, add no spans with their own attributes.
 */
export function createOtelTracing(
  tracer: Tracer,
  { continuesClientTraces }: Pick<Tracing, 'continuesClientTraces'>,
): Tracing {
  const storage = new AsyncLocalStorage<OtelSpan>();

  function startSpan({ name, kind, attributes, parent, links = [], startTimeMs }: SpanOptions): OtelSpan {
    const context =
      parent === undefined ? (storage.getStore()?.asParent ?? ROOT_CONTEXT) : remoteContext(parent);
    const span = tracer.startSpan(
      name,
      {
        kind: KINDS[kind],
        links: links.flatMap(toLink),
        ...(attributes && { attributes }),
        ...(startTimeMs !== undefined && { startTime: startTimeMs }),
      },
      context,
    );
    return new OtelSpan(span, storage);
  }

  async function inSpan<T>(options: SpanOptions, work: (span: TraceSpan) => Promise<T>): Promise<T> {
    const span = startSpan(options);
    try {
      return await span.run(() => work(span));
    } catch (error) {
      span.fail(errorType(error));
      throw error;
    } finally {
      span.end();
    }
  }

  return {
    continuesClientTraces,
    activeSpan: () => storage.getStore() ?? null,
    startSpan,
    inSpan,
    inChildSpan: (options, work) =>
      storage.getStore()?.isRecording === true ? inSpan(options, work) : work(null),
  };
}

class OtelSpan implements TraceSpan {
  readonly context: TraceContext;
  readonly isRecording: boolean;
  readonly asParent: Context;
  readonly #span: Span;
  readonly #storage: AsyncLocalStorage<OtelSpan>;
  #hasEnded = false;

  constructor(span: Span, storage: AsyncLocalStorage<OtelSpan>) {
    const { traceId, spanId, traceFlags } = span.spanContext();
    this.#span = span;
    this.#storage = storage;
    this.isRecording = span.isRecording();
    this.context = { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 };
    this.asParent = trace.setSpan(ROOT_CONTEXT, span);
  }

  get traceparent(): string {
    return formatTraceparent(this.context);
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  setAttributes(attributes: SpanAttributes): void {
    this.#span.setAttributes(attributes);
  }

  fail(type: string): void {
    this.#span.setAttributes({ 'error.type': type });
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#span.end();
  }

  run<T>(work: () => T): T {
    return this.#storage.run(this, work);
  }
}

function toSpanContext(traceparent: string): SpanContext | null {
  const parsed = parseTraceparent(traceparent);
  if (parsed === null) return null;
  const { traceId, spanId, isSampled } = parsed;
  return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true };
}

function remoteContext(parent: RemoteParent | null): Context {
  const spanContext = parent && toSpanContext(parent.traceparent);
  if (!spanContext) return ROOT_CONTEXT;
  const context = trace.setSpanContext(ROOT_CONTEXT, spanContext);
  return parent.isTrusted ? context : withUntrustedParent(context);
}

function toLink(traceparent: string): Link[] {
  const context = toSpanContext(traceparent);
  return context ? [{ context }] : [];
}
