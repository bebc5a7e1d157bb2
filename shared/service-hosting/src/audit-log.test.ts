import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Database } from '@loci/postgres';
import { createMetrics } from '@loci/runtime';
import { createTestDatabase } from '@loci/testing';
import type { TestDatabase } from '@loci/testing';
import { auditVariables } from './audit-variables.ts';
import { maintainAuditLogJob } from './audit-log.ts';

const TENANT = '00000000-0000-7000-8000-000000000001';
const now = () => new Date();
const stopping = new AbortController().signal;

const folder = mkdtempSync(join(tmpdir(), 'loci-audit-job-'));
let testDatabase: TestDatabase;
let database: Database;
const metrics = createMetrics('test');
beforeAll(async () => {
  writeFileSync(join(folder, '0001-create-audit-log.sql'), 'SELECT loci_create_audit_log();');
  testDatabase = await createTestDatabase({ sample: pathToFileURL(`${folder}/`) });
  database = testDatabase.open('sample');
});
afterAll(async () => {
  await testDatabase.close();
  rmSync(folder, { recursive: true });
});

const daysAgo = (days: number): Date => new Date(now().getTime() - days * 86_400_000);

beforeEach(() =>
  database.inTransaction(TENANT, (tx) =>
    tx.query(
      `INSERT INTO audit_log (tenant_id, at, user_id, client_id, via, request_id, operation, action, object_type, object_ids)
       SELECT $1, at, 'u', 'c', 'key', 'r', 'o', 'create', 'memory', '{}' FROM unnest($2::timestamptz[]) AS at`,
      [TENANT, [daysAgo(1_000), daysAgo(0)]],
    ),
  ),
);

const run = (retentionDays: number, warnings: object[] = []) =>
  maintainAuditLogJob('sample', database, { retentionDays, metrics }, now).run(stopping, {
    warn: (fields: object) => void warnings.push(fields),
  } as never);
const countOld = async (): Promise<number> => {
  const [row] = await database.inTransaction(TENANT, (tx) =>
    tx.query<{ n: number }>('SELECT count(*)::int AS n FROM audit_log WHERE at < $1', [daysAgo(900)]),
  );
  return row!.n;
};

test('a retention of 0 days keeps all entries and reports the entries that had no partition', async () => {
  const warnings: object[] = [];
  await run(0, warnings);
  expect(await countOld()).toBe(1);
  expect(warnings).toEqual([{ schema: 'sample', entries: 1 }]);
  expect(await metrics.registry.metrics()).toContain('loci_audit_misplaced_entries{schema="sample"');
});

test('entries are deleted when their month is older than the retention', async () => {
  await run(1_200);
  expect(await countOld()).toBeGreaterThan(0);
  await run(400);
  expect(await countOld()).toBe(0);
});

test.each([
  ['400', true],
  ['30', true],
  ['0', true],
  ['29', false],
  ['-1', false],
  ['1.5', false],
])('AUDIT_RETENTION_DAYS=%s is valid: %s', (value, isValid) => {
  expect(auditVariables.AUDIT_RETENTION_DAYS.safeParse(value).success).toBe(isValid);
});
