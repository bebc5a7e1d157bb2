import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { MemoryFixture } from '../memory-service.fixture.ts';

const caller = testCaller();
const { tenantId } = caller;
let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

type Row = Record<string, unknown>;

const insert = (table: string, row: Row) =>
  fixture.database.inTransaction(tenantId, (tx) =>
    tx.query(
      `INSERT INTO ${table} (${Object.keys(row).join(', ')})
       VALUES (${Object.keys(row)
         .map((_, i) => `$${i + 1}`)
         .join(', ')})`,
      Object.values(row),
    ),
  );

const validMemory = (): Row => {
  const id = randomUUID();
  return {
    tenant_id: tenantId,
    id,
    revision: 1,
    content: 'c',
    content_revision: 1,
    memory_type: 'fact',
    importance: 0.5,
    confidence: 0.5,
    source_type: 'direct_input',
    user_id: 'ada',
    metadata: '{}',
    tags: ['x'],
    lifecycle_state: 'active',
    version: 1,
    is_active: true,
    chain_id: id,
    conversation_id: null,
    created_at: new Date(),
    updated_at: new Date(),
    embedding_status: 'pending',
    surprise_score: 0.5,
    access_count: 0,
    last_accessed: null,
  };
};

/**
 * Adds a title to each row. The title is the JSON of the row, with the length in place of each long string.
 */
const withTitle = (rows: readonly Row[]): [title: string, changes: Row][] =>
  rows.map((row) => [JSON.stringify(row, shorten), row]);
const shorten = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > 60 ? `${value.length} characters` : value;

/** Memory id of rows whose title must not change between runs. */
const SOME_ID = '00000000-0000-7000-8000-000000000001';

/** SQLSTATE codes of constraint violations. */
const CHECK_VIOLATION = '23514';
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

describe('the table memories', () => {
  test.each(
    withTitle([
      {},
      { content: '😀'.repeat(10_000), importance: 0, confidence: 1 },
      { memory_type: 'checkpoint', metadata: '{"name": "v1"}' },
      { lifecycle_state: 'evolved', is_active: false, revision: 2 },
      { version: 2, chain_id: SOME_ID },
      { valid_from: '2026-01-01', valid_until: '2026-01-01' },
    ]),
  )('accepts a row with %s', async (_title, changes) => {
    await insert('memories', { ...validMemory(), ...changes });
  });

  test.each(
    withTitle([
      { revision: 0, content_revision: 0 },
      { content_revision: 0 },
      { content_revision: 2 },
      { content: '' },
      { content: 'x'.repeat(10_001) },
      { memory_type: 'note' },
      { source_type: 'email' },
      { importance: 1.01 },
      { importance: NaN },
      { confidence: -0.01 },
      { surprise_score: 2 },
      { user_id: '' },
      { user_id: 'x'.repeat(201) },
      { metadata: '[]' },
      { tags: Array.from({ length: 11 }, (_, i) => `t${i}`) },
      { tags: ['x', null] },
      { lifecycle_state: 'archived' },
      { lifecycle_state: 'evolved' },
      { is_active: false },
      { version: 0 },
      { version: 2 },
      { chain_id: SOME_ID },
      { conversation_id: '' },
      { embedding_status: 'running' },
      { access_count: -1 },
      { embedded_change: 2 },
      { superseded_by: SOME_ID },
      { valid_from: '2026-02-01', valid_until: '2026-01-01' },
      { memory_type: 'checkpoint' },
      { memory_type: 'checkpoint', metadata: '{"name": 5}' },
      { memory_type: 'checkpoint', metadata: '{"name": ""}' },
      { memory_type: 'checkpoint', metadata: `{"name": "${'x'.repeat(201)}"}` },
    ]),
  )('rejects a row with %s', async (_title, changes) => {
    const inserting = insert('memories', { ...validMemory(), ...changes });
    await expect(inserting).rejects.toMatchObject({ code: CHECK_VIOLATION });
  });

  test('rejects a second version of a chain with the same number', async () => {
    const chain_id = randomUUID();
    const version = { version: 2, chain_id, lifecycle_state: 'evolved', is_active: false };
    await insert('memories', { ...validMemory(), ...version });
    await expect(insert('memories', { ...validMemory(), ...version })).rejects.toMatchObject({
      code: UNIQUE_VIOLATION,
    });
  });

  test('rejects a second active version of a chain', async () => {
    const chain_id = randomUUID();
    await insert('memories', { ...validMemory(), version: 2, chain_id });
    await expect(insert('memories', { ...validMemory(), version: 3, chain_id })).rejects.toMatchObject({
      code: UNIQUE_VIOLATION,
    });
  });

  test('rejects a second active checkpoint with the same name', async () => {
    const checkpoint = { memory_type: 'checkpoint', metadata: '{"name": "taken"}' };
    await insert('memories', { ...validMemory(), ...checkpoint });
    await expect(insert('memories', { ...validMemory(), ...checkpoint })).rejects.toMatchObject({
      code: UNIQUE_VIOLATION,
    });
  });
});

describe('the table tags', () => {
  test.each(['', 'Upper', 'with space', 'a_b', 'x'.repeat(101)])('rejects the tag "%s"', async (name) => {
    const row = { tenant_id: tenantId, name, id: randomUUID(), created_at: new Date() };
    await expect(insert('tags', row)).rejects.toMatchObject({ code: CHECK_VIOLATION });
  });
});

describe('the table relationship_projection', () => {
  const valid = (): Row => ({
    tenant_id: tenantId,
    id: randomUUID(),
    revision: 1,
    deleted: false,
    from_id: randomUUID(),
    to_id: randomUUID(),
    relationship_type: 'supports',
    direction_type: 'DIRECTED',
    strength: 0.5,
    confidence: 0.5,
    created_at: new Date(),
  });

  test.each(withTitle([{}, { deleted: true, relationship_type: '', direction_type: '' }]))(
    'accepts a row with %s',
    async (_title, changes) => {
      await insert('relationship_projection', { ...valid(), ...changes });
    },
  );

  test.each(
    withTitle([
      { revision: 0 },
      { strength: 1.1 },
      { confidence: -1 },
      { relationship_type: '' },
      { direction_type: '' },
    ]),
  )('rejects a row with %s', async (_title, changes) => {
    await expect(insert('relationship_projection', { ...valid(), ...changes })).rejects.toMatchObject({
      code: CHECK_VIOLATION,
    });
  });
});

describe('the table contradictions', () => {
  let source: string;
  let target: string;
  beforeAll(async () => {
    source = (await storeMemory(fixture, caller)).id;
    target = (await storeMemory(fixture, caller)).id;
  });

  const valid = (): Row => ({
    tenant_id: tenantId,
    id: randomUUID(),
    revision: 1,
    source_memory_id: source,
    target_memory_id: target,
    contradiction_type: 'direct',
    resolution_status: 'resolved',
    confidence: 0.5,
    metadata: '{}',
    detected_at: new Date(),
    detected_by: 'ada',
    relationship_id: randomUUID(),
    resolution: 'choose_memory_1',
    reason: null,
    resolved_at: new Date(),
    resolved_by: 'ada',
    new_memory_id: null,
  });
  const unresolved = {
    resolution_status: 'unresolved',
    resolution: null,
    resolved_at: null,
    resolved_by: null,
  };

  test.each(
    withTitle([
      {},
      unresolved,
      { resolution: 'create_new', new_memory_id: SOME_ID },
      { resolution: 'keep_both', resolution_status: 'accepted' },
    ]),
  )('accepts a row with %s', async (_title, changes) => {
    await insert('contradictions', { ...valid(), ...changes });
  });

  test.each(
    withTitle([
      { revision: 0 },
      { contradiction_type: 'total' },
      { resolution_status: 'open' },
      { confidence: 1.1 },
      { metadata: '[]' },
      { detected_by: '' },
      { resolution: 'coin_flip' },
      { resolution: null },
      { resolved_at: null },
      { resolved_by: null },
      { ...unresolved, resolution: 'keep_both' },
      { ...unresolved, reason: 'r' },
      { resolution: 'keep_both' },
      { resolution_status: 'accepted' },
      { resolution: 'create_new' },
      { new_memory_id: SOME_ID },
      { reason: 'x'.repeat(10_001) },
    ]),
  )('rejects a row with %s', async (_title, changes) => {
    await expect(insert('contradictions', { ...valid(), ...changes })).rejects.toMatchObject({
      code: CHECK_VIOLATION,
    });
  });

  test('rejects a contradiction of a memory with itself', async () => {
    await expect(insert('contradictions', { ...valid(), target_memory_id: source })).rejects.toMatchObject({
      code: CHECK_VIOLATION,
    });
  });

  test.each(['source_memory_id', 'target_memory_id'])(
    'rejects a contradiction whose %s is not the id of a memory',
    async (column) => {
      await expect(insert('contradictions', { ...valid(), [column]: randomUUID() })).rejects.toMatchObject({
        code: FOREIGN_KEY_VIOLATION,
      });
    },
  );

  test("rejects a contradiction with another tenant's memory", async () => {
    const { id } = await storeMemory(fixture, testCaller());
    await expect(insert('contradictions', { ...valid(), target_memory_id: id })).rejects.toMatchObject({
      code: FOREIGN_KEY_VIOLATION,
    });
  });

  test('rejects a second unresolved contradiction between two memories in the opposite direction', async () => {
    const [a, b] = [await storeMemory(fixture, caller), await storeMemory(fixture, caller)];
    const ends = { source_memory_id: a.id, target_memory_id: b.id };
    await insert('contradictions', { ...valid(), ...unresolved, ...ends });
    const reversed = { source_memory_id: b.id, target_memory_id: a.id };
    await expect(insert('contradictions', { ...valid(), ...unresolved, ...reversed })).rejects.toMatchObject({
      code: UNIQUE_VIOLATION,
    });
  });
});
