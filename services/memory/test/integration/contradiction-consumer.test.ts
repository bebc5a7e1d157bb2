import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import type { EventEnvelope } from '@loci/events';
import { createOutbox } from '@loci/messaging';
import type { InTransaction } from '@loci/postgres';
import { testCaller } from '@loci/testing';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { onContradictsChanged } from '../../src/consumers/on-contradicts-changed.ts';
import { contradictionRepository } from '../../src/contradictions/contradiction.repository.ts';
import { memoryRepository } from '../../src/memories/memory.repository.ts';
import { event, startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { MemoryFixture } from '../memory-service.fixture.ts';

const MEMORIES = 3;
const RELATIONSHIPS = 3;

/** A relationship event. The numbers are positions in a {@link Place}. */
interface Change {
  type: 'created' | 'duplicate';
  ends: readonly number[];
  relationship: number;
  existing: number;
  origin: string;
  second: number;
}

const CHANGE: fc.Arbitrary<Change> = fc.record({
  type: fc.constantFrom('created' as const, 'duplicate' as const),
  ends: fc.constantFrom([0, 1], [0, 1], [1, 0], [1, 2]),
  relationship: fc.nat(RELATIONSHIPS - 1),
  existing: fc.nat(RELATIONSHIPS - 1),
  origin: fc.constantFrom('user', 'user', 'user', 'contradiction'),
  second: fc.nat(5),
});

/** A tenant with memories, and ids of relationships. */
interface Place {
  tenantId: string;
  memories: string[];
  relationships: string[];
}

let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

/** Creates the consumer and counts its transactions. */
function createConsumer() {
  const counted = { transactions: 0 };
  const inTransaction: InTransaction = (tenantId, work) => {
    counted.transactions++;
    return fixture.database.inTransaction(tenantId, work);
  };
  const consumer = onContradictsChanged({
    inTransaction,
    memories: memoryRepository,
    contradictions: contradictionRepository,
    outbox: createOutbox({ onCommitted: () => undefined }),
    newId,
  });
  return { handle: (events: readonly EventEnvelope[]) => consumer.handle(events), counted };
}

async function createPlace(): Promise<Place> {
  const caller = testCaller();
  const memories: string[] = [];
  for (let i = 0; i < MEMORIES; i++) memories.push((await storeMemory(fixture, caller)).id);
  return {
    tenantId: caller.tenantId,
    memories,
    relationships: Array.from({ length: RELATIONSHIPS }, () => randomUUID()),
  };
}

function toEvent(place: Place, change: Change): EventEnvelope {
  const ends = { from_id: place.memories[change.ends[0]!]!, to_id: place.memories[change.ends[1]!]! };
  const id = place.relationships[change.relationship]!;
  if (change.type === 'duplicate')
    return event('relationship', 'relationship.deleted', place.tenantId, 2, {
      id,
      ...ends,
      duplicate_of: place.relationships[change.existing]!,
    });
  const createdAt = new Date(Date.UTC(2026, 0, 1, 0, 0, change.second)).toISOString();
  return event('relationship', 'relationship.created', place.tenantId, 1, {
    id,
    ...ends,
    relationship_type: 'contradicts',
    direction_type: 'DIRECTED',
    strength: 0.5,
    confidence: 0.5,
    created_at: createdAt,
    updated_at: createdAt,
    origin: change.origin,
    created_by: 'u',
  });
}

/** Returns the contradictions and the reported relationships of a tenant, with positions instead of ids. */
async function readContradictions({ tenantId, memories, relationships }: Place) {
  const rows = await fixture.database.inTransaction(tenantId, (tx) =>
    tx.query<Record<'source_memory_id' | 'target_memory_id' | 'relationship_id', string>>(
      `SELECT source_memory_id, target_memory_id, relationship_id FROM contradictions WHERE tenant_id = $1
       ORDER BY id`,
      [tenantId],
    ),
  );
  const events = await fixture.events(testCaller({ tenantId }));
  return {
    contradictions: rows.map((row) => [
      memories.indexOf(row.source_memory_id),
      memories.indexOf(row.target_memory_id),
      relationships.indexOf(row.relationship_id),
    ]),
    reported: events
      .filter(({ type }) => type === 'contradiction.reported')
      .map(({ data }) => relationships.indexOf(data['relationship_id'] as string)),
  };
}

describe('the consumer that records contradictions', () => {
  test('stores the same contradictions for a batch of events as for its single events', async () => {
    const { handle } = createConsumer();
    await assertProperty(
      fc.asyncProperty(fc.array(CHANGE, { minLength: 1, maxLength: 20 }), async (changes) => {
        const [batched, single] = [await createPlace(), await createPlace()];
        for (const change of changes) await handle([toEvent(single, change)]);
        const events = changes.map((change) => toEvent(batched, change));
        await handle(events);
        const expected = await readContradictions(single);
        expect(await readContradictions(batched)).toEqual(expected);
      }),
      { runs: 20 },
    );
  });

  test('replaces the id of a relationship twice in a batch', async () => {
    const { handle } = createConsumer();
    const place = await createPlace();
    const change = { ends: [0, 1], existing: 0, origin: 'user', second: 0 };
    await handle([
      toEvent(place, { ...change, type: 'created', relationship: 0 }),
      toEvent(place, { ...change, type: 'duplicate', relationship: 0, existing: 1 }),
      toEvent(place, { ...change, type: 'duplicate', relationship: 1, existing: 2 }),
    ]);
    expect(await readContradictions(place)).toEqual({ contradictions: [[0, 1, 2]], reported: [0] });
  });

  test('handles 200 relationships and 200 duplicates of a tenant in three transactions', async () => {
    const { handle, counted } = createConsumer();
    const place = await createPlace();
    const change = { ends: [0, 1], existing: 0, origin: 'user', second: 0 };
    place.relationships = Array.from({ length: 401 }, () => randomUUID());
    const created = Array.from({ length: 200 }, (_, i) =>
      toEvent(place, { ...change, type: 'created', relationship: i }),
    );
    const duplicates = Array.from({ length: 200 }, (_, i) =>
      toEvent(place, { ...change, type: 'duplicate', relationship: i, existing: 200 + i }),
    );
    await handle([...created, ...duplicates]);
    expect(counted.transactions).toBe(3);
    expect(await readContradictions(place)).toEqual({ contradictions: [[0, 1, 200]], reported: [0] });
  });
});
