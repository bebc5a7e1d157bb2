import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startAnalysisService } from '../analysis-service.fixture.ts';

let analysis: Awaited<ReturnType<typeof startAnalysisService>>;
beforeAll(async () => {
  analysis = await startAnalysisService();
});
afterAll(() => analysis.close());

type Row = Record<string, unknown>;
const tenantId = randomUUID();
const CHECK_VIOLATION = '23514';

const insert = (table: string, row: Row) =>
  analysis.database.inTransaction(tenantId, (tx) =>
    tx.query(
      `INSERT INTO ${table} (tenant_id, ${Object.keys(row).join(', ')})
       VALUES ($1, ${Object.keys(row)
         .map((_, i) => `$${i + 2}`)
         .join(', ')})`,
      [tenantId, ...Object.values(row)],
    ),
  );

describe.each<[table: string, valid: () => Row, accepted: Row[], rejected: Row[]]>([
  [
    'analyzed_memories',
    () => ({
      id: randomUUID(),
      revision: 1,
      counted: true,
      content: 'c',
      runs: '',
      memory_type: 'fact',
      importance: 0.5,
      access_count: 0,
      created_at: new Date(),
    }),
    [{}, { counted: false, content: '', memory_type: '' }],
    [
      { revision: -1 },
      { importance: 1.1 },
      { importance: NaN },
      { access_count: -1 },
      { content: '' },
      { memory_type: '' },
      { counted: false },
      { counted: false, content: '', memory_type: '', runs: 'word' },
    ],
  ],
  [
    'analyzed_relationships',
    () => ({
      id: randomUUID(),
      revision: 1,
      deleted: false,
      from_id: randomUUID(),
      to_id: randomUUID(),
      relationship_type: 'supports',
    }),
    [{}, { deleted: true, relationship_type: '' }],
    [{ revision: 0 }, { relationship_type: '' }],
  ],
  [
    'type_totals',
    () => ({ memory_type: randomUUID(), memory_count: 1, importance_millionths: 0, access_count: 0 }),
    [{}],
    [{ memory_type: '' }],
  ],
  [
    'created_by_hour',
    () => ({ hour: '2026-01-01T10:00:00Z', memory_count: 1 }),
    [{}],
    [{ hour: '2026-01-01T10:30:00Z' }, { hour: '2026-01-01T10:00:00.001Z' }],
  ],
])('the table %s', (table, valid, accepted, rejected) => {
  test.each(accepted)('accepts a valid row with the changes %j', async (changes) => {
    await insert(table, { ...valid(), ...changes });
  });

  test.each(rejected)('rejects a valid row with the changes %j', async (changes) => {
    await expect(insert(table, { ...valid(), ...changes })).rejects.toMatchObject({ code: CHECK_VIOLATION });
  });
});
