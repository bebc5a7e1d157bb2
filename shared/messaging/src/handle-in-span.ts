import type { EventEnvelope } from '@loci/events';
import { activeTraceContext, errorType, getTracing, parseTraceparent } from '@loci/telemetry';
import type { SpanAttributes, SpanOptions, TraceContext } from '@loci/telemetry';
import type { Consumer } from './event-transport/event-transport.ts';

/** System that delivered the events. */
export type MessagingSystem = 'kafka' | 'postgresql';

/** A batch of events that was passed to a consumer. */
export interface ProcessedBatch {
  system: MessagingSystem;
  topics: string;
  group: string;
  events: number;
  seconds: number;
  /** Code or class of the error, or null. */
  errorType: string | null;
  trace: TraceContext | null;
}

export type OnProcessed = (batch: ProcessedBatch) => void;

export interface HandleOptions {
  system: MessagingSystem;
  /** Called after each batch, also after a failed one. */
  onProcessed?: OnProcessed | undefined;
}

/** Maximum number of traces of a batch that get a span. */
const MAX_TRACES = 64;

/**
 * Passes events to a consumer. With tracing, the consumer runs in a span that continues the trace of the first event. The
 * other traces of the batch get a span of the same duration, and both spans are linked, so that each trace shows when its
 * events were handled.
 */
export async function handleInSpan(
  consumer: Consumer,
  events: readonly EventEnvelope[],
  options: HandleOptions,
): Promise<void> {
  const tracing = getTracing();
  const topics = [...new Set(events.map((event) => event.aggregate_type))].join(',');
  const handle = (): Promise<void> => handleMeasured(consumer, events, topics, options);
  if (tracing === null) return handle();
  const attributes: SpanAttributes = {
    'messaging.system': options.system,
    'messaging.operation.type': 'process',
    'messaging.operation.name': 'process',
    'messaging.destination.name': topics,
    'messaging.consumer.group.name': consumer.group,
    'messaging.batch.message_count': events.length,
  };
  const [first = null, ...others] = listTraces(events);
  const toOptions = (traceparent: string | null): SpanOptions => ({
    name: `process ${topics}`,
    kind: 'consumer',
    attributes,
    parent: traceparent === null ? null : { traceparent, isTrusted: true },
  });
  await tracing.inSpan({ ...toOptions(first), links: others }, async (batch) => {
    const spans = others.map((traceparent) =>
      tracing.startSpan({ ...toOptions(traceparent), links: [batch.traceparent] }),
    );
    try {
      await handle();
    } catch (error) {
      for (const span of spans) span.fail(errorType(error));
      throw error;
    } finally {
      for (const span of spans) span.end();
    }
  });
}

async function handleMeasured(
  consumer: Consumer,
  events: readonly EventEnvelope[],
  topics: string,
  { system, onProcessed }: HandleOptions,
): Promise<void> {
  const startedAt = performance.now();
  const report = (type: string | null): void =>
    onProcessed?.({
      system,
      topics,
      group: consumer.group,
      events: events.length,
      seconds: (performance.now() - startedAt) / 1_000,
      errorType: type,
      trace: activeTraceContext(),
    });
  try {
    await consumer.handle(events);
  } catch (error) {
    report(errorType(error));
    throw error;
  }
  report(null);
}

/**
 * Returns the first `traceparent` of each trace of the events. If at least one trace is recorded, leaves out the traces that
 * are not.
 */
function listTraces(events: readonly EventEnvelope[]): string[] {
  const byTrace = new Map<string, string>();
  let unsampled: string | null = null;
  for (const { traceparent } of events) {
    const trace = traceparent === null ? null : parseTraceparent(traceparent);
    if (trace === null || traceparent === null) continue;
    if (!trace.isSampled) unsampled ??= traceparent;
    else if (!byTrace.has(trace.traceId)) byTrace.set(trace.traceId, traceparent);
    if (byTrace.size === MAX_TRACES) break;
  }
  if (byTrace.size > 0) return [...byTrace.values()];
  return unsampled === null ? [] : [unsampled];
}
