import { afterEach, describe, expect, test } from '@jest/globals';
import { startInMemoryTracing } from '@loci/telemetry/in-memory-tracing';
import type { InMemoryTracing } from '@loci/telemetry/in-memory-tracing';
import type { KafkaMessage } from 'kafkajs';
import { readEnvelope } from './dead-letter-message.ts';
import type { OutgoingMessage } from './kafka-publisher.ts';
import { traceSends } from './trace-sends.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const SAMPLED = `00-${TRACE}-${SPAN}-01`;
const OTHER = `00-${'1'.repeat(32)}-${SPAN}-01`;

let tracing: InMemoryTracing | undefined;
afterEach(async () => {
  await tracing?.stop();
  tracing = undefined;
});

const message = (traceparent: string | null, data: object = {}): OutgoingMessage => ({
  topic: 'loci.memory',
  key: 'key',
  value: JSON.stringify({ event_id: 'e', aggregate_id: 'a', traceparent, data }),
});

/** Sends messages. Returns the headers `traceparent` of the sent messages. */
async function send(messages: OutgoingMessage[]): Promise<unknown[]> {
  const toTopic = (name: string): string => name.slice('loci.'.length);
  const sent = await traceSends(messages, toTopic, (traced) => Promise.resolve(traced));
  return sent.map(({ headers }) => headers?.['traceparent']);
}

describe('traceSends', () => {
  test('adds no headers without tracing', async () => {
    expect(await send([message(SAMPLED)])).toEqual([undefined]);
  });

  test('sends the trace context of one span per trace', async () => {
    tracing = startInMemoryTracing();
    const headers = await send([message(SAMPLED), message(OTHER), message(SAMPLED)]);
    const spans = tracing.spans();
    expect(spans).toMatchObject([
      { name: 'send memory', kind: 'producer', traceId: TRACE, parentId: SPAN },
      { name: 'send memory', kind: 'producer', traceId: '1'.repeat(32), parentId: SPAN },
    ]);
    const [first, second] = spans.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`);
    expect(headers).toEqual([first, second, first]);
  });

  test('forwards the trace context of a trace that is not recorded', async () => {
    tracing = startInMemoryTracing();
    const dropped = `00-${TRACE}-${SPAN}-00`;
    expect(await send([message(dropped), message(null)])).toEqual([dropped, undefined]);
    expect(tracing.spans()).toEqual([]);
  });

  test('ignores a trace context in the content of a memory', async () => {
    tracing = startInMemoryTracing();
    const content = `{"traceparent":"${OTHER}"`;
    expect(await send([message(null, { content, traceparent: OTHER })])).toEqual([undefined]);
  });

  test('marks the spans of messages that could not be sent', async () => {
    tracing = startInMemoryTracing();
    const sending = traceSends(
      [message(SAMPLED)],
      (topic) => topic,
      () => Promise.reject(new TypeError('secret')),
    );
    await expect(sending).rejects.toThrow(TypeError);
    expect(tracing.spans()).toMatchObject([{ hasFailed: true, attributes: { 'error.type': 'TypeError' } }]);
  });
});

describe('readEnvelope', () => {
  const toKafka = (headers: KafkaMessage['headers']): KafkaMessage =>
    ({ value: Buffer.from(message(SAMPLED).value), headers }) as KafkaMessage;

  test('returns the trace context of the header, which the relay continued', () => {
    expect(readEnvelope(toKafka({ traceparent: Buffer.from(OTHER) }))?.traceparent).toBe(OTHER);
  });

  test('returns the trace context of the event if the relay has no tracing', () => {
    expect(readEnvelope(toKafka({}))?.traceparent).toBe(SAMPLED);
  });
});
