import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@loci/postgres';
import { createTestDatabase } from '@loci/testing';
import type { TestDatabase } from '@loci/testing';
import { WEBHOOK_MIGRATIONS } from '@loci/webhook-service';
import { copyTable } from './copy-table.ts';
import { listTables } from './schema-tables.ts';

let databases: TestDatabase[];
let source: Database;
let target: Database;
beforeAll(async () => {
  databases = await Promise.all([1, 2].map(() => createTestDatabase({ webhook: WEBHOOK_MIGRATIONS })));
  [source, target] = databases.map((database) => database.open('webhook')) as [Database, Database];
});
afterAll(() => Promise.all(databases.map((database) => database.close())));

test('copyTable continues the identity values of the source in the target', async () => {
  const tenantId = randomUUID();
  const insertDelivery = (database: Database): Promise<{ seq: string }[]> =>
    database.inTransaction(tenantId, (tx) =>
      tx.query(
        `INSERT INTO deliveries (tenant_id, webhook_id, event_id, event_type, object_id, payload, next_attempt_at,
           created_at)
         VALUES ($1, $1, gen_random_uuid(), 'memory.created', $1, '{}', now(), now()) RETURNING seq`,
        [tenantId],
      ),
    );
  for (let count = 0; count < 3; count++) await insertDelivery(source);
  const table = (await listTables(source, 'webhook')).find(({ name }) => name === 'deliveries')!;
  await copyTable({ source, target, table, after: [], onCopied: () => undefined });
  expect(await insertDelivery(target)).toEqual([{ seq: '4' }]);
});
