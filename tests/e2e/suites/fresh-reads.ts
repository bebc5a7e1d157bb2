import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiRequest, ApiResponse } from '../../support/api-connection.ts';
import { eventually } from '../../support/eventually.ts';
import { ALL_PERMISSIONS } from '../../support/tenants.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

const FRESH_TIMEOUT_MS = 30_000;

/** Defines tests of reads with a position. */
export function describeFreshReads(platform: TestPlatform): void {
  describe('reads with a position', () => {
    let tenant: Tenant;
    beforeAll(async () => {
      tenant = await platform.createTenant();
    });

    const send = (request: Omit<ApiRequest, 'token'>): Promise<ApiResponse> =>
      platform.send({ token: tenant.token, ...request });
    const create = (): Promise<ApiResponse> =>
      send({ method: 'POST', path: '/api/v2/memories', body: { content: randomUUID() } });
    const positionOf = ({ headers }: ApiResponse): string => headers['x-loci-position']!;

    test.each([
      ['/api/v2/memories', (content: string) => ({ content })],
      [
        '/api/v2/memories/bulk',
        (content: string) => ({ memories: [{ content }, { content: randomUUID() }] }),
      ],
    ])(
      'POST %s with wait_for=searchable responds after searches of other users find the memory',
      async (path, toBody) => {
        // A search waits for the own changes of its user, which would hide a missing wait of the write.
        const token = await tenant.createToken(ALL_PERMISSIONS, await tenant.createUser());
        const found = await eventually(async () => {
          const content = randomUUID();
          const created = await send({
            method: 'POST',
            path: `${path}?wait_for=searchable&wait_ms=5000`,
            body: toBody(content),
          });
          expect([created.status, created.headers['x-loci-searchable']]).toEqual([201, 'true']);
          const search = {
            method: 'POST',
            path: '/api/v2/search/vector',
            body: { query: content, limit: 1 },
          };
          return (await platform.send({ ...search, token })).body.data.items.map(
            (item: { content: string }) => item.content === content,
          );
        }, FRESH_TIMEOUT_MS);
        expect(found).toEqual([true]);
      },
      60_000,
    );

    test('a write without wait_for has no x-loci-searchable', async () => {
      expect((await create()).headers).not.toHaveProperty('x-loci-searchable');
    });

    test.each([
      ['wait_for=indexed', 'VAL_ENUM_INVALID'],
      ['wait_for=searchable&wait_ms=5001', 'VAL_FIELD_INVALID'],
      ['wait_ms=-1', 'VAL_FIELD_INVALID'],
    ])('a write with %s is rejected with 422 %s and stores nothing', async (query, code) => {
      const content = randomUUID();
      const rejected = await send({ method: 'POST', path: `/api/v2/memories?${query}`, body: { content } });
      expect([rejected.status, rejected.body.error.code]).toEqual([422, code]);
      expect((await send({ method: 'GET', path: '/api/v2/memories' })).text).not.toContain(content);
    });

    test('a retry with an idempotency key can wait although the first request did not', async () => {
      const store = (query: string) =>
        send({
          method: 'POST',
          path: `/api/v2/memories${query}`,
          body: { content: 'Ada prefers tea.' },
          headers: { 'idempotency-key': 'wait' },
        });
      const first = await store('');
      const retried = await store('?wait_for=searchable&wait_ms=5000');
      expect([retried.status, retried.body.data.id]).toEqual([201, first.body.data.id]);
      expect(['true', 'false']).toContain(retried.headers['x-loci-searchable']);
    });

    test('include the change in the results of every read model', async () => {
      const [a, b] = [(await create()).body.data, (await create()).body.data];
      const related = await send({
        method: 'POST',
        path: '/api/v2/relationships',
        body: { from_id: a.id, to_id: b.id, relationship_type: 'supports' },
      });
      const content = randomUUID();
      const evolved = await send({
        method: 'POST',
        path: `/api/v2/memories/${a.id}/evolve`,
        body: { new_content: content, evolution_type: 'correction' },
        headers: { 'x-loci-min-position': positionOf(related) },
      });
      const newId = evolved.body.data.new_memory_id;
      const headers = { 'x-loci-min-position': positionOf(evolved) };
      // On a loaded machine, the indexes can need longer than the maximum wait of a read.
      const read = (method: string, path: string, body?: unknown) =>
        eventually(async () => {
          const response = await send({ method, path, body, headers });
          expect([response.status, response.body.meta?.fresh]).toEqual([200, true]);
          return response;
        }, FRESH_TIMEOUT_MS);
      const responses = [
        await read('POST', '/api/v2/search/hybrid?wait_ms=5000', { query: content }),
        await read('POST', '/api/v2/search/vector?wait_ms=5000', { query: content }),
        await read('POST', '/api/v2/context?wait_ms=5000', { query: content }),
        await read('POST', '/api/v2/context?wait_ms=5000', {}),
        // The graph service carries over the relationships of the old version.
        await read('POST', '/api/v2/relationships/traverse?wait_ms=5000', { start_memory_id: b.id }),
        await read('GET', `/api/v2/relationships?wait_ms=5000&memory_id=${newId}`),
        await read('GET', '/api/v2/memories?wait_ms=5000'),
        await read('GET', `/api/v2/memories/${newId}?wait_ms=5000`),
        await read('GET', '/api/v2/analysis/insights?wait_ms=5000'),
      ];
      for (const { text } of responses.slice(0, -1)) expect(text).toContain(newId);
    }, 90_000);
  });
}
