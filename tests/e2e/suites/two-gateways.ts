import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { databaseOptionsFromUrl, openDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { openApiConnection } from '../../support/api-connection.ts';
import type { ApiConnection, ApiResponse, SendRequest } from '../../support/api-connection.ts';
import { callTool } from '../../support/call-tool.ts';
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
    let second: ApiConnection;
    let database: Database;
    let tenant: Tenant;
    beforeAll(async () => {
      second = openApiConnection((await addGateway()).baseUrl);
      database = openDatabase({ ...databaseOptionsFromUrl(databaseUrl), applicationName: 'test' });
      tenant = await platform.createTenant();
    }, 120_000);
    afterAll(async () => {
      second?.close();
      await database?.close();
    });

    const create = (send: SendRequest, content: string, key?: string): Promise<ApiResponse> =>
      send({
        method: 'POST',
        path: '/api/v2/memories',
        token: tenant.token,
        body: { content },
        ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      });
    const newMarker = (): string => `marker${randomUUID().replaceAll('-', '')}`;
    const recall = (send: SendRequest, query: string) => callTool(send, tenant.token, 'recall', { query });

    test('finds over one what they stored over the other, with the position of the write', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const [writer, reader] =
          round % 2 === 0 ? [platform.send, second.send] : [second.send, platform.send];
        const marker = newMarker();
        const created = await create(writer, `The ${marker} is here.`);
        const found = await reader({
          method: 'POST',
          path: '/api/v2/search/hybrid?wait_ms=5000',
          token: tenant.token,
          body: { query: marker, limit: 1 },
          headers: { 'x-loci-min-position': created.headers['x-loci-position']! },
        });
        expect(found.body.meta.fresh).toBe(true);
        expect(found.text).toContain(created.body.data.id);
      }
    }, 60_000);

    test('recalls over one what they stored over the other', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const marker = newMarker();
        const { id } = (await create(platform.send, `The ${marker} is here.`)).body.data;
        const { results, not_yet_indexed: added = [] } = await recall(second.send, marker);
        expect([...added, ...results][0]).toMatchObject({ id });
      }
    }, 60_000);

    test('recalls over one what they stored over the other while the indexing is paused', () =>
      database.inSystemTransaction(async (tx) => {
        await tx.query('LOCK TABLE search.items IN EXCLUSIVE MODE');
        const marker = newMarker();
        const { id } = (await create(platform.send, `The ${marker} is here.`)).body.data;
        expect(await recall(second.send, marker)).toMatchObject({ fresh: false, not_yet_indexed: [{ id }] });
      }));

    test('creates one memory if both receive requests with one idempotency key at the same time', async () => {
      const [key, marker] = [randomUUID(), newMarker()];
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          create(i % 2 === 0 ? platform.send : second.send, `The ${marker} is here.`, key),
        ),
      );
      const created = responses.filter(({ status }) => status === 201);
      expect(responses.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
      expect(created.length).toBeGreaterThan(0);
      expect(new Set(created.map(({ body }) => body.data.id)).size).toBe(1);
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
