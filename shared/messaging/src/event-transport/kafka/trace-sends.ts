import { errorType, getTracing, parseTraceparent } from '@loci/telemetry';
import type { TraceSpan } from '@loci/telemetry';
import type { OutgoingMessage } from './kafka-publisher.ts';

/** Message header with the W3C trace context. */
export const TRACEPARENT_HEADER = 'traceparent';

// All fields of an envelope before `traceparent` are IDs, numbers and times, so this is not a text in `data`.
const TRACEPARENT = /^\{[^{}]*?"traceparent":"([0-9a-f-]+)"/;

/** Maximum number of traces of a batch that get a span. */
const MAX_TRACES = 64;

/**
 * Sends messages whose values are events. With tracing, each trace of the messages gets a span, and each message gets the
 * header `traceparent`. Without tracing, only calls `send`.
 */
export async function traceSends<T>(
  messages: readonly OutgoingMessage[],
  destinationOf: (topic: string) => string,
  send: (messages: readonly OutgoingMessage[]) => Promise<T>,
): Promise<T> {
  const tracing = getTracing();
  if (tracing === null) return send(messages);
  const spans = new Map<string, TraceSpan>();

  /** Returns the span of a trace, which starts with the first message of the trace. */
  function spanOf(traceId: string, traceparent: string, topic: string): TraceSpan | undefined {
    const known = spans.get(traceId);
    if (known !== undefined || spans.size === MAX_TRACES) return known;
    const destination = destinationOf(topic);
    const span = tracing!.startSpan({
      name: `send ${destination}`,
      kind: 'producer',
      attributes: {
        'messaging.system': 'kafka',
        'messaging.operation.type': 'send',
        'messaging.operation.name': 'send',
        'messaging.destination.name': destination,
      },
      parent: { traceparent, isTrusted: true },
    });
    spans.set(traceId, span);
    return span;
  }

  const traced = messages.map((message): OutgoingMessage => {
    const traceparent = TRACEPARENT.exec(String(message.value))?.[1];
    const trace = traceparent === undefined ? null : parseTraceparent(traceparent);
    if (traceparent === undefined || trace === null) return message;
    const span = trace.isSampled ? spanOf(trace.traceId, traceparent, message.topic) : undefined;
    const header = span?.traceparent ?? traceparent;
    return { ...message, headers: { ...message.headers, [TRACEPARENT_HEADER]: header } };
  });
  try {
    return await send(traced);
  } catch (error) {
    for (const span of spans.values()) span.fail(errorType(error));
    throw error;
  } finally {
    for (const span of spans.values()) span.end();
  }
}
