import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { EventEnvelope } from '@loci/events';
import { startInMemoryTracing } from '@loci/telemetry/in-memory-tracing';
import type { InMemoryTracing, RecordedSpan } from '@loci/telemetry/in-memory-tracing';
import { handleInSpan } from './handle-in-span.ts';

const SPAN = '00f067aa0ba902b7';
const traceId = (digit: number): string => String(digit).repeat(32);
const sampled = (digit: number): string => `00-${traceId(digit)}-${SPAN}-01`;
const dropped = (digit: number): string => `00-${traceId(digit)}-${SPAN}-00`;

let tracing: InMemoryTracing;
beforeEach(() => {
  tracing = startInMemoryTracing();
});
afterEach(() => tracing.stop());

const event = (traceparent: string | null): EventEnvelope => ({
  event_id: randomUUID(),
  type: 'memory.created',
  schema_version: 1,
  tenant_id: randomUUID(),
  aggregate_type: 'memory',
  aggregate_id: randomUUID(),
  revision: 1,
  occurred_at: '2026-01-01T00:00:00.000Z',
  traceparent,
  data: {},
});

/** Passes events to a consumer that calls `work`. Returns the ended spans. */
async function handle(
  traceparents: readonly (string | null)[],
  work: () => Promise<void> = () => Promise.resolve(),
): Promise<RecordedSpan[]> {
  const consumer = { group: 'search', topics: ['memory' as const], handle: work };
  await handleInSpan(consumer, traceparents.map(event), { system: 'kafka' }).catch(() => undefined);
  return tracing.spans();
}

describe('handleInSpan', () => {
  test('continues the trace of the events', async () => {
    const work = (): Promise<void> =>
      tracing.tracing.inChildSpan({ name: 'index', kind: 'client' }, () => Promise.resolve());
    const [index, batch] = await handle([sampled(1), sampled(1)], work);
    expect(batch).toMatchObject({
      name: 'process memory',
      kind: 'consumer',
      traceId: traceId(1),
      parentId: SPAN,
      attributes: {
        'messaging.system': 'kafka',
        'messaging.destination.name': 'memory',
        'messaging.consumer.group.name': 'search',
        'messaging.batch.message_count': 2,
      },
    });
    expect(index).toMatchObject({ name: 'index', parentId: batch!.spanId });
  });

  test('creates a linked span in each further trace of a batch', async () => {
    const spans = await handle([sampled(1), sampled(2), sampled(2), sampled(3)]);
    const byTrace = new Map(spans.map((span) => [span.traceId, span]));
    expect(byTrace.size).toBe(3);
    expect(byTrace.get(traceId(1))!.links).toEqual([traceId(2), traceId(3)]);
    expect(byTrace.get(traceId(2))).toMatchObject({ parentId: SPAN, links: [traceId(1)] });
    expect(byTrace.get(traceId(3))).toMatchObject({ parentId: SPAN, links: [traceId(1)] });
  });

  test('records the recorded traces of a batch that also contains others', async () => {
    const spans = await handle([dropped(1), null, sampled(2), dropped(3)]);
    expect(spans.map((span) => span.traceId)).toEqual([traceId(2)]);
  });

  test('records nothing for events of traces that are not recorded', async () => {
    expect(await handle([dropped(1), dropped(2)])).toEqual([]);
  });

  test('starts a trace for events without one', async () => {
    expect(await handle([null])).toMatchObject([{ name: 'process memory', parentId: undefined }]);
  });

  test('marks the spans of all traces of a batch that fails', async () => {
    const error = Object.assign(new Error('secret'), { code: 'SYS_SERVICE_UNAVAILABLE' });
    const spans = await handle([sampled(1), sampled(2)], () => Promise.reject(error));
    expect(spans).toMatchObject([
      { hasFailed: true, attributes: { 'error.type': 'SYS_SERVICE_UNAVAILABLE' } },
      { hasFailed: true, attributes: { 'error.type': 'SYS_SERVICE_UNAVAILABLE' } },
    ]);
    expect(JSON.stringify(spans)).not.toContain('secret');
  });

  test('creates spans in at most 64 traces', async () => {
    const traceparents = Array.from(
      { length: 100 },
      (_, index) => `00-${String(index + 1).padStart(32, '0')}-${SPAN}-01`,
    );
    expect(await handle(traceparents)).toHaveLength(64);
  });
});
