import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { documentedToolCalls } from '../../infra/documentation/src/documented-commands.ts';
import { EVENT_DATA, envelopeSchema, publishedSchemaVersion, upcastEvent } from '@loci/events';
import type { EventEnvelope, EventType } from '@loci/events';
import { EXPECTED_EFFECTS } from './expected-effects.ts';
import { compareWithSample, pathOf, readSamples } from './sample-files.ts';
import { startTestServices } from '../support/test-services.ts';
import type { TestServices } from '../support/test-services.ts';
import { compareShapes, shapeOf } from './event-shape.ts';
import { writeEvents } from './write-events.ts';
import type { WrittenEvent } from './write-events.ts';

const TEST = 'tests/event-samples/event-samples.test.ts';
/** All event types, sorted. @see docs/reference/events.md#event-versioning */
const EVENT_TYPES = Object.keys(EVENT_DATA).sort();
const samples = readSamples();

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
}, 60_000);
afterAll(() => services.close());

test.each(['shared/events/README.md', 'docs/reference/events.md'])(
  'the command of %s that writes samples exists and has no options',
  (page) => {
    const calls = documentedToolCalls(page, TEST);
    expect(calls).toEqual([
      { tool: expect.stringMatching(/write-samples\.main\.ts$/), args: [], environment: {} },
    ]);
  },
);

describe('published events', () => {
  let written: { named: WrittenEvent[]; types: Set<string> };
  beforeAll(async () => {
    written = await writeEvents(services);
  }, 60_000);

  test('include every event type', () => {
    expect([...written.types].sort()).toEqual(EVENT_TYPES);
    expect([...new Set(written.named.map(({ event }) => event.type))].sort()).toEqual(EVENT_TYPES);
  });

  test('have the shape of the stored samples', () => {
    const differences = written.named.flatMap(({ name, event }) => {
      const change = compareWithSample(event, name);
      const path = pathOf(event, name);
      if (change === null) return [`${path} has no sample. Run write-samples.main.ts.`];
      return [
        ...change.broken.map((field) => `${path}: ${field}. Increase the schema version of the event.`),
        ...change.added.map((field) => `${path}: ${field} is new. Run write-samples.main.ts.`),
      ];
    });
    expect(differences).toEqual([]);
  });
});

describe('event samples', () => {
  test.each(samples)('$path is in the folder of its version and type', ({ path, event }) => {
    expect(path).toMatch(
      new RegExp(`^${event.schema_version}/${event.type.replace('.', '\\.')}/[a-z0-9-]+$`),
    );
  });

  test.each(samples)('$path matches the current schema of its type', ({ event }) => {
    const { aggregate_id: id, data } = upcastEvent(event)!;
    expect(id).toBe(data['id']);
    EVENT_DATA[event.type as EventType].parse(data);
  });

  test.each(EVENT_TYPES)('exist for every published schema version of %s', (type) => {
    const versions = samples.flatMap(({ event }) => (event.type === type ? [event.schema_version] : []));
    expect([...new Set(versions)].sort()).toEqual(
      Array.from({ length: publishedSchemaVersion(type) }, (_, index) => index + 1),
    );
  });
});

describe('event consumers', () => {
  test('have an expected effect for each consumer group', () => {
    expect(services.consumers.map(({ group }) => group).sort()).toEqual(Object.keys(EXPECTED_EFFECTS).sort());
  });

  const topicsOf: Readonly<Record<string, readonly string[]>> = {
    'memory-embeddings': ['embedding'],
    'memory-relationships': ['relationship'],
    'memory-contradictions': ['relationship'],
    'graph-memories': ['memory'],
    'graph-contradictions': ['contradiction'],
    'graph-store': ['relationship', 'memory'],
    search: ['memory'],
    'search-documents': ['document'],
    'document-embeddings': ['embedding'],
    'analysis-memories': ['memory'],
    'analysis-relationships': ['relationship'],
  };
  test('subscribe to the expected topics', () => {
    expect(Object.fromEntries(services.consumers.map(({ group, topics }) => [group, topics]))).toEqual(
      topicsOf,
    );
  });

  const pairs = samples.flatMap(({ path, event }) =>
    Object.entries(topicsOf).flatMap(([group, topics]) =>
      topics.includes(event.aggregate_type) ? [[group, path, event] as const] : [],
    ),
  );
  test.each(pairs)(
    'of the group %s process the sample %s, even if the event is delivered again with an unknown field',
    async (group, _, event) => {
      const consumer = services.consumers.find((each) => each.group === group)!;
      await EXPECTED_EFFECTS[group]!({
        services,
        event: asNewEvent(event),
        deliver: async (delivered) => {
          const current = upcastEvent(envelopeSchema.parse(delivered))!;
          await consumer.handle([current]);
          await consumer.handle([{ ...current, data: { ...current.data, unknown_field: [{}] } }]);
        },
      });
    },
  );
});

describe('compareShapes', () => {
  const event = samples.find(({ path }) => path === '1/memory.created/evolved')!.event;
  const changed = (data: object): EventEnvelope => ({ ...event, data: { ...event.data, ...data } });
  const changes = (after: EventEnvelope) => compareShapes(shapeOf(event), shapeOf(after));

  test('ignores changed values and metadata', () => {
    expect(changes(asNewEvent(changed({ content: 'x', metadata: { deep: [{ er: 1 }] } })))).toEqual({
      broken: [],
      added: [],
    });
  });

  test('lists missing fields and changed types at any depth in `broken`', () => {
    const { reason: _, ...evolution } = event.data['evolved_from'] as Record<string, unknown>;
    expect(changes(changed({ evolved_from: evolution, version: '2' })).broken.sort()).toEqual([
      'data.evolved_from.reason: string, now missing',
      'data.version: number, now string',
    ]);
  });

  test('lists new fields at any depth in `added`', () => {
    expect(changes(changed({ language: { code: 'en' } }))).toEqual({
      broken: [],
      added: ['data.language', 'data.language.code'],
    });
  });
});

/**
 * Replaces all ids, because samples share ids and are delivered to the same services, and sets the time of the
 * event to now, because consumers check the object of an old event in the service that owns it.
 */
function asNewEvent(event: EventEnvelope): EventEnvelope {
  const ids = new Map<string, string>();
  const text = JSON.stringify(event).replaceAll(
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
    (id) => {
      if (!ids.has(id)) ids.set(id, crypto.randomUUID());
      return ids.get(id)!;
    },
  );
  return envelopeSchema.parse({ ...JSON.parse(text), occurred_at: new Date().toISOString() });
}
