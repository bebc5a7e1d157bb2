import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PORTAL_MIGRATIONS } from '@loci/portal-service';
import type { Database } from '@loci/postgres';
import { createTestDatabase } from '@loci/testing';
import type { TestDatabase } from '@loci/testing';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ portal: PORTAL_MIGRATIONS });
  database = testDatabase.open('portal');
});
afterAll(() => testDatabase.close());

const insert = (sessionHash: Buffer, sealed: Buffer): Promise<unknown[]> =>
  database.inSystemTransaction((tx) =>
    tx.query('INSERT INTO sessions (session_hash, sealed, expires_at) VALUES ($1, $2, now())', [
      sessionHash,
      sealed,
    ]),
  );

describe('check constraints of the schema portal', () => {
  test('sessions accepts a hash of 32 bytes with an encrypted session', async () => {
    await insert(Buffer.alloc(32), Buffer.alloc(29));
  });

  test('sessions rejects a session id that is not a SHA-256 hash', async () => {
    await expect(insert(Buffer.alloc(31), Buffer.alloc(29))).rejects.toMatchObject({
      code: '23514',
      constraint: 'sessions_session_hash_check',
    });
  });

  test('sessions rejects a value that is too short for an encrypted session', async () => {
    await expect(insert(Buffer.alloc(32, 1), Buffer.alloc(28))).rejects.toMatchObject({
      code: '23514',
      constraint: 'sessions_sealed_check',
    });
  });
});
