import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiRequest, ApiResponse } from '../../support/api-connection.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

/** Defines tests of positions of writes. `checkResponses` requires a position in the response to every write. */
export function describeReadYourWrites(platform: TestPlatform): void {
  describe('read your writes', () => {
    let tenant: Tenant;
    beforeAll(async () => {
      tenant = await platform.createTenant();
    });

    const send = (request: Omit<ApiRequest, 'token'>, by = tenant): Promise<ApiResponse> =>
      platform.send({ token: by.token, ...request });
    const create = (headers: Record<string, string> = {}, by = tenant): Promise<ApiResponse> =>
      send({ method: 'POST', path: '/api/v2/memories', body: { content: randomUUID() }, headers }, by);
    const positionOf = ({ headers }: ApiResponse): string => headers['x-loci-position']!;

    test('a replayed response has the position of the first response', async () => {
      const path = `/api/v2/memories/${(await create()).body.data.id}`;
      const update = () =>
        send({ method: 'PUT', path, body: { importance: 0.9 }, headers: { 'idempotency-key': 'position' } });
      const first = await update();
      await create();
      const replayed = await update();
      expect(replayed.headers['idempotency-replayed']).toBe('true');
      expect(positionOf(replayed)).toBe(positionOf(first));
    });

    test('an update that changes nothing has a position after the latest change', async () => {
      const path = `/api/v2/memories/${(await create()).body.data.id}`;
      const update = () => send({ method: 'PUT', path, body: { importance: 0.9 } });
      const changed = await update();
      const unchanged = await update();
      expect(positionOf(unchanged)).not.toBe(positionOf(changed));
      expect(positionOf(unchanged)).toHaveLength(positionOf(changed).length);
    });

    test('the position of a write contains the minimum position of its request', async () => {
      const [a, b] = [await create(), await create()];
      const relate = (type: string, headers: Record<string, string>) =>
        send({
          method: 'POST',
          path: '/api/v2/relationships',
          body: { from_id: a.body.data.id, to_id: b.body.data.id, relationship_type: type },
          headers,
        });
      const alone = await relate('supports', {});
      const merged = await relate('references', { 'x-loci-min-position': positionOf(b) });
      expect([alone.status, merged.status]).toEqual([201, 201]);
      expect(positionOf(merged).length).toBeGreaterThan(positionOf(alone).length);
    });

    test('a read without a position has no meta.fresh', async () => {
      const { body } = await send({ method: 'GET', path: '/api/v2/memories' });
      expect(body.meta).not.toHaveProperty('fresh');
    });

    test.each(['wait_ms=5001', 'wait_ms=-1', 'wait_ms=1.5', 'require_fresh=maybe'])(
      'a read with %s is rejected with 422 VAL_FIELD_INVALID',
      async (query) => {
        const headers = { 'x-loci-min-position': positionOf(await create()) };
        const { status, body } = await send({ method: 'GET', path: `/api/v2/memories?${query}`, headers });
        expect([status, body.error.code]).toEqual([422, 'VAL_FIELD_INVALID']);
      },
    );

    test('a position of another tenant, a forged position and a malformed one are rejected with 422', async () => {
      const other = positionOf(await create({}, await platform.createTenant()));
      const own = positionOf(await create());
      const forged = own.slice(0, -1) + (own.endsWith('A') ? 'B' : 'A');
      for (const position of [other, forged, 'p1.', '1']) {
        const headers = { 'x-loci-min-position': position };
        const read = await send({ method: 'GET', path: '/api/v2/memories', headers });
        for (const { status, body } of [await create(headers), read]) {
          expect([status, body.error.code, body.error.message]).toEqual([
            422,
            'VAL_POSITION_INVALID',
            'x-loci-min-position is not a position of this tenant.',
          ]);
        }
      }
    });
  });
}
