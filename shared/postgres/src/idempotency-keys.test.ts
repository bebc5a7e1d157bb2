import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase } from '../test/test-database.fixture.ts';
import type { TestDatabase } from '../test/test-database.fixture.ts';
import { blankResponses } from './idempotency-keys.ts';

const TENANT = '00000000-0000-7000-8000-000000000001';
const OTHER = '00000000-0000-7000-8000-000000000002';
const OBJECT = '00000000-0000-7000-8000-00000000000a';

/** Stores responses before the migration that indexes them. */
const MIGRATION = `
  SELECT loci_create_idempotency_keys();
  INSERT INTO idempotency_keys (tenant_id, user_id, key, fingerprint, response)
  SELECT tenant_id::uuid, '${TENANT}', key, sha256(''), response FROM (VALUES
    ('${TENANT}', 'one', '{"id":"${OBJECT}","chain_id":"${OBJECT}"}'),
    ('${TENANT}', 'two', '{"items":[{"id":"${OTHER}"},{"id":"${OBJECT}"}]}'),
    ('${TENANT}', 'three', '{"id":"${OTHER}"}'),
    ('${OTHER}', 'one', '{"id":"${OBJECT}"}')) AS stored (tenant_id, key, response);
  SELECT loci_index_stored_responses();`;

const folder = mkdtempSync(join(tmpdir(), 'loci-idempotency-keys-'));
let testDatabase: TestDatabase;
beforeAll(async () => {
  writeFileSync(join(folder, '0001-create-tables.sql'), MIGRATION);
  testDatabase = await createTestDatabase({ sample: pathToFileURL(`${folder}/`) });
});
afterAll(async () => {
  await testDatabase.close();
  rmSync(folder, { recursive: true });
});

describe('blankResponses', () => {
  test('removes the responses of the tenant that contain an object, also those stored before the migration', async () => {
    const database = testDatabase.open('sample');
    await database.inTransaction(TENANT, (tx) => blankResponses(tx, TENANT, [OBJECT]));
    const kept = await database.inSystemTransaction((tx) =>
      tx.query<{ kept: string }>(
        `SELECT tenant_id || ' ' || key AS kept FROM idempotency_keys WHERE response <> '' ORDER BY 1`,
      ),
    );
    expect(kept.map((row) => row.kept)).toEqual([`${TENANT} three`, `${OTHER} one`]);
  });
});
