import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Loci } from '@loci/client';
import { databaseOptionsFromUrl, openDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { openApiConnection } from '../../support/api-connection.ts';
import type { ApiConnection } from '../../support/api-connection.ts';
import { callTool } from '../../support/call-tool.ts';
import { responseOf, settle } from '../../support/client-calls.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { DistributedAddress } from '../open-distributed-platform.ts';
import type { TestPlatform } from '../test-platform.ts';

const ROUNDS = 30;

/**
 * Defines tests of a user whose requests reach two gateway processes in turn.
 *
 * @param databaseUrl database of the platform, with the admin role
 * @see docs/reference/http.md#read-your-writes
 */
export function describeTwoGateways(
  platform: TestPlatform,
  { addGateway }: Pick<DistributedAddress, 'addGateway'>,
  databaseUrl: string,
): void {
  describe('a user of two gateway processes', () => {
    let connection: ApiConnection;
    let database: Database;
    let tenant: Tenant;
    /** Clients of the two processes. */
    let first: Loci;
    let second: Loci;
    beforeAll(async () => {
      const { baseUrl } = await addGateway();
      connection = openApiConnection(baseUrl);
      database = openDatabase({ ...databaseOptionsFromUrl(databaseUrl), applicationName: 'test' });
      tenant = await platform.createTenant();
      first = tenant.loci;
      second = await tenant.createClient({}, { baseUrl });
    }, 120_000);
    afterAll(async () => {
      connection?.close();
      await database?.close();
    });

    const newMarker = (): string => `marker${randomUUID().replaceAll('-', '')}`;
    /** Recalls memories over the second process. */
    const recall = (query: string) => callTool(connection.send, tenant.token, 'recall', { query });

    test('finds over one what they stored over the other, with the position of the write', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const [writer, reader] = round % 2 === 0 ? [first, second] : [second, first];
        const marker = newMarker();
        const created = await responseOf((options) =>
          writer.memories.create({ content: `The ${marker} is here.` }, options),
        );
        const position = { minPosition: created.position! };
        const found = await responseOf((options) =>
          reader.search.hybrid({ query: marker, limit: 1 }, { wait_ms: 5_000 }, { ...position, ...options }),
        );
        expect(found.fresh).toBe(true);
        expect(found.data.items).toMatchObject([{ id: created.data.id }]);
      }
    }, 60_000);

    test('recalls over one what they stored over the other', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const marker = newMarker();
        const { id } = await first.memories.create({ content: `The ${marker} is here.` });
        const { results, not_yet_indexed: added = [] } = await recall(marker);
        expect([...added, ...results][0]).toMatchObject({ id });
      }
    }, 60_000);

    test('recalls over one what they stored over the other while the indexing is paused', () =>
      database.inSystemTransaction(async (tx) => {
        await tx.query('LOCK TABLE search.items IN EXCLUSIVE MODE');
        const marker = newMarker();
        const { id } = await first.memories.create({ content: `The ${marker} is here.` });
        expect(await recall(marker)).toMatchObject({ fresh: false, not_yet_indexed: [{ id }] });
      }));

    test('creates one memory if both receive requests with one idempotency key at the same time', async () => {
      const [idempotencyKey, marker] = [randomUUID(), newMarker()];
      const { results: created, failures } = await settle(
        Array.from({ length: 10 }, (_, i) =>
          (i % 2 === 0 ? first : second).memories.create(
            { content: `The ${marker} is here.` },
            { idempotencyKey },
          ),
        ),
      );
      expect(failures.filter(({ status }) => status !== 409)).toEqual([]);
      expect(created.length).toBeGreaterThan(0);
      expect(new Set(created.map(({ id }) => id)).size).toBe(1);
      const stored = await database.inSystemTransaction((tx) =>
        tx.query('SELECT id FROM memory.memories WHERE tenant_id = $1 AND content LIKE $2', [
          tenant.tenantId,
          `%${marker}%`,
        ]),
      );
      expect(stored).toHaveLength(1);
    });
  });
}
