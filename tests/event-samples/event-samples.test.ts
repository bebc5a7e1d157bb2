import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { EVENT_DATA, envelopeSchema } from '@loci/events';
import type { EventEnvelope, EventType } from '@loci/events';
import { EXPECTED_EFFECTS } from './expected-effects.ts';
import { compareWithSample, pathOf, readSamples } from './sample-files.ts';
import { startServices } from './start-services.fixture.ts';
import type { ServicesUnderTest } from './start-services.fixture.ts';
import { compareShapes, shapeOf } from './event-shape.ts';
import { writeEvents } from './write-events.ts';
import type { WrittenEvent } from './write-events.ts';

/** @see ARCHITECTURE.md section 5, "Envelope": fields are only added; consumers ignore unknown ones */

const EVENT_TYPES = Object.keys(EVENT_DATA).sort();
const samples = readSamples();

let services: ServicesUnderTest;
beforeAll(async () => {
  services = await startServices();
}, 60_000);
afterAll(() => services.close());

describe('what the services write today', () => {
  let written: { named: WrittenEvent[]; types: Set<string> };
  beforeAll(async () => {
    written = await writeEvents(services);
  }, 60_000);

  test('every type of event is written, and no other', () => {
    expect([...written.types].sort()).toEqual(EVENT_TYPES);
    expect([...new Set(written.named.map(({ event }) => event.type))].sort()).toEqual(EVENT_TYPES);
  });

  test('has a sample of the same shape; a field that went or changed its type needs a new schema_version', () => {
    const differences = written.named.flatMap(({ name, event }) => {
      const change = compareWithSample(event, name);
      if (change === null) return [`${pathOf(event, name)} has no sample: run write-samples.ts`];
      return [
        ...change.broken.map((path) => `${pathOf(event, name)}: ${path}; raise the schema_version`),
        ...change.added.map((path) => `${pathOf(event, name)}: ${path} is new; run write-samples.ts`),
      ];
    });
    expect(differences).toEqual([]);
  });
});

describe('samples', () => {
  test.each(samples)('$path lies where its version and type say, and is understood', ({ path, event }) => {
    expect(path).toMatch(
      new RegExp(`^${event.schema_version}/${event.type.replace('.', '\\.')}/[a-z0-9-]+$`),
    );
    expect(event.aggregate_id).toBe(event.data['id']);
    EVENT_DATA[event.type as EventType].parse(event.data);
  });

  test('every type has some of each version', () => {
    const versions = new Set(samples.map(({ event }) => event.schema_version));
    for (const version of versions) {
      const types = samples
        .filter(({ event }) => event.schema_version === version)
        .map(({ event }) => event.type);
      expect([...new Set(types)].sort()).toEqual(EVENT_TYPES);
    }
  });
});

describe('every sample passes through every consumer of its topic', () => {
  test('what each consumer group does is known', () => {
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
  test('and so are its topics', () => {
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
    '%s, %s: the same effect once, twice, and with a field it does not know',
    async (group, _, event) => {
      const consumer = services.consumers.find((each) => each.group === group)!;
      await EXPECTED_EFFECTS[group]!({
        services,
        event: withNewIds(event),
        deliver: async (delivered) => {
          await consumer.handle([envelopeSchema.parse(delivered)]);
          await consumer.handle([{ ...delivered, data: { ...delivered.data, a_field_of_tomorrow: [{}] } }]);
        },
      });
    },
  );
});

describe('shapes', () => {
  const event = samples.find(({ path }) => path === '1/memory.created/evolved')!.event;
  const changed = (data: object): EventEnvelope => ({ ...event, data: { ...event.data, ...data } });
  const changes = (after: EventEnvelope) => compareShapes(shapeOf(event), shapeOf(after));

  test('other values, and other metadata, are the same shape', () => {
    expect(changes(withNewIds(changed({ content: 'x', metadata: { deep: [{ er: 1 }] } })))).toEqual({
      broken: [],
      added: [],
    });
  });

  test('a field that went, in whatever depth, or is of another type now, breaks it', () => {
    const { reason: _, ...evolution } = event.data['evolved_from'] as Record<string, unknown>;
    expect(changes(changed({ evolved_from: evolution, version: '2' })).broken.sort()).toEqual([
      'data.evolved_from.reason: string, now nothing',
      'data.version: number, now string',
    ]);
  });

  test('a field that came is named', () => {
    expect(changes(changed({ language: { code: 'en' } }))).toEqual({
      broken: [],
      added: ['data.language', 'data.language.code'],
    });
  });
});

/** The same event about other records: samples share some, and the services hold all of them at once. */
function withNewIds(event: EventEnvelope): EventEnvelope {
  const ids = new Map<string, string>();
  const text = JSON.stringify(event).replaceAll(
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
    (id) => {
      if (!ids.has(id)) ids.set(id, crypto.randomUUID());
      return ids.get(id)!;
    },
  );
  return envelopeSchema.parse(JSON.parse(text));
}
