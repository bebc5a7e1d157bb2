import { afterAll, expect } from '@jest/globals';
import { databaseOptionsFromUrl, openDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import type { Json } from '../../support/api-connection.ts';
import { infoOf } from '../../support/client-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { describePlantedMisses } from '../../support/planted-misses.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

const PLANTED = 100;
const INDEXING_TIMEOUT_MS = 60_000;

/**
 * Defines tests of the reasons of why-not on the engines of a distributed platform.
 *
 * @param databaseUrl database of the platform, with the admin role
 * @see docs/reference/search.md#why-not
 */
export function describeWhyNot(platform: TestPlatform, databaseUrl: string): void {
  let database: Database | undefined;
  afterAll(() => database?.close());

  describePlantedMisses(PLANTED, async () => {
    database = openDatabase({ ...databaseOptionsFromUrl(databaseUrl), applicationName: 'test' });
    const tenants = { own: await platform.createTenant(), other: await platform.createTenant() };
    return {
      // The tests also run without a gateway, so they do not use the client.
      request: (tenant, method, path, body): Promise<Json> => tenants[tenant].data(method, path, body),
      untilIndexed: () => Promise.all(Object.values(tenants).map(untilIndexed)).then(() => undefined),
      whileNotIndexing: (work) => whileRelayIsPaused(database!, work),
    };
  });
}

/** Creates a memory, and waits until the results of a search include it and all earlier changes. */
async function untilIndexed({ loci }: Tenant): Promise<void> {
  await loci.memories.create({ content: 'The last change.' });
  await eventually(async () => {
    // The client sends the position of the memory.
    const found = await infoOf((options) => loci.search.hybrid('zeppelin', {}, options));
    expect(found.fresh).toBe(true);
  }, INDEXING_TIMEOUT_MS);
}

/** Holds the lock under which the relay of the memory service publishes, so that no event reaches Kafka. */
const whileRelayIsPaused = (database: Database, work: () => Promise<void>): Promise<void> =>
  database.inSystemTransaction(async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('loci-outbox-relay'), hashtext('memory'))`);
    await work();
  });
