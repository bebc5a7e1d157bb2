import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import type { Json } from '../../support/api-connection.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';
import { uploadDocument } from '../sample-records.ts';

/** Content of the records of both tenants, so that the records differ only in the tenant. */
const CONTENT = 'The lighthouse keeper of Skerryvore counts the passing ships.';

/** Defines tests with two tenants that have equal records. @see docs/security-model.md#tenant-isolation */
export function describeTenantIsolation(platform: TestPlatform): void {
  describe('threat 1: tenant crossing between two tenants with equal records', () => {
    let first: Tenant;
    let second: Tenant;
    let ofFirst: string[];
    let ofSecond: string[];

    /** Creates records of every kind and returns their ids. */
    async function createRecords(tenant: Tenant): Promise<string[]> {
      const store = (content: string) =>
        tenant.data('POST', '/api/v2/memories', { content, tags: ['lighthouse'], importance: 0.9 });
      const [one, two, three] = [
        await store(CONTENT),
        await store(`${CONTENT} Again.`),
        await store(CONTENT),
      ];
      const relationship = await tenant.data('POST', '/api/v2/relationships', {
        from_id: one.id,
        to_id: two.id,
        relationship_type: 'supports',
      });
      const evolved = await tenant.data('POST', `/api/v2/memories/${three.id}/evolve`, {
        new_content: `${CONTENT} No more.`,
        evolution_type: 'update',
      });
      const contradiction = await tenant.data('POST', '/api/v2/memories/contradictions', {
        source_memory_id: one.id,
        target_memory_id: two.id,
        contradiction_type: 'partial',
      });
      // Names and paths must be unique only within a tenant.
      const checkpoint = await tenant.data('POST', '/api/v2/memories', {
        content: 'A checkpoint.',
        memory_type: 'checkpoint',
        metadata: { name: 'the same name' },
      });
      const artifact = await tenant.data('POST', '/api/v2/artifacts', {
        path: '/the/same/path.md',
        content: `# Of ${tenant.tenantId}`,
      });
      const trait = await tenant.data('POST', '/api/v2/personality/traits', {
        content: `Trait of ${tenant.tenantId}.`,
      });
      const documentId = await uploadDocument(tenant, 'same.txt', `${CONTENT} As a document.`);
      return [
        ...[one, two, three, relationship, contradiction, checkpoint, trait].map(({ id }) => id),
        evolved.new_memory_id,
        artifact.artifact_id,
        documentId,
      ];
    }

    beforeAll(async () => {
      [first, second] = [await platform.createTenant(), await platform.createTenant()];
      [ofFirst, ofSecond] = await Promise.all([createRecords(first), createRecords(second)]);
      for (const tenant of [first, second]) {
        await eventually(async () => {
          const found = await tenant.data('POST', '/api/v2/search/hybrid', {
            query: CONTENT,
            limit: 100,
          });
          expect(found.items.length).toBeGreaterThanOrEqual(4);
        });
      }
    }, 60_000);

    const READS: (readonly [string, string, Json?])[] = [
      ['GET', '/api/v2/memories?per_page=100&include_inactive=true'],
      ['GET', '/api/v2/memories?memory_type=checkpoint'],
      ['GET', '/api/v2/checkpoints?per_page=100'],
      ['GET', '/api/v2/memories?memory_type=personality_trait'],
      ['GET', '/api/v2/memories?tags=lighthouse'],
      ['GET', '/api/v2/tags'],
      ['GET', '/api/v2/tags/lighthouse/memories?per_page=100'],
      ['GET', '/api/v2/relationships?per_page=100'],
      ['POST', '/api/v2/search/hybrid', { query: CONTENT, limit: 100, graph_max_depth: 5 }],
      ['POST', '/api/v2/search/hybrid', { query: CONTENT, limit: 100, tags: 'lighthouse' }],
      ['POST', '/api/v2/search/hybrid', { query: CONTENT, limit: 100, as_of: '2020-01-01' }],
      ['POST', '/api/v2/search/vector', { query: CONTENT, limit: 100 }],
      ['POST', '/api/v2/search/vector', { query: CONTENT, limit: 100, as_of: '2020-01-01' }],
      ['POST', '/api/v2/context', { query: CONTENT, max_tokens: 32_000 }],
      ['POST', '/api/v2/context', { max_tokens: 32_000 }],
      ['GET', '/api/v2/search/stats'],
      ['GET', '/api/v2/documents?per_page=100'],
      ['GET', '/api/v2/artifacts/list?prefix=/the/same'],
      ['GET', '/api/v2/artifacts?path=/the/same/path.md'],
      ['POST', '/api/v2/analysis/reflect', { time_window: 'week', include_documents: true }],
      ['POST', '/api/v2/analysis/summarize', {}],
      ['GET', '/api/v2/analysis/insights'],
      ['GET', '/api/v2/personality'],
      ['GET', '/api/v2/personality/awakening'],
    ];

    test.each(READS.map((read) => [read[0], read[1], read[2]] as const))(
      '%s %s returns no data of the other tenant',
      async (method, path, body) => {
        const [response, otherResponse] = [
          await first.call(method, path, body),
          await second.call(method, path, body),
        ];
        expect([response.status, otherResponse.status]).toEqual([200, 200]);
        for (const id of [...ofSecond, second.tenantId]) expect(response.text).not.toContain(id);
        for (const id of [...ofFirst, first.tenantId]) expect(otherResponse.text).not.toContain(id);
      },
    );

    test('counts include only the records of the tenant', async () => {
      for (const tenant of [first, second]) {
        await eventually(async () => {
          expect(await tenant.data('GET', '/api/v2/search/stats')).toMatchObject({ total_documents: 1 });
          const { statistics } = await tenant.data('GET', '/api/v2/analysis/insights');
          const { pagination } = await tenant.data('GET', '/api/v2/memories');
          expect([statistics.total_memories, pagination.total]).toEqual([4, 4]);
        });
        const { items } = await tenant.data('GET', '/api/v2/tags');
        expect(items).toMatchObject([{ name: 'lighthouse', usage_count: 3 }]);
      }
    });

    test('a bulk request with one memory of the other tenant creates nothing', async () => {
      const [own, other] = [ofFirst[0]!, ofFirst[1]!];
      const before = await first.data('GET', '/api/v2/relationships');
      const { status, body } = await first.call('POST', '/api/v2/relationships/bulk', [
        { from_id: own, to_id: other, relationship_type: 'follows' },
        { from_id: own, to_id: ofSecond[0], relationship_type: 'follows' },
      ]);
      expect([status, body.error.code, body.error.details.errors[0].index]).toEqual([
        404,
        'RES_NOT_FOUND',
        1,
      ]);
      expect((await first.data('GET', '/api/v2/relationships')).pagination).toEqual(before.pagination);
    });

    test('a filter by a user of the other tenant finds nothing', async () => {
      const [memory] = (await second.data('GET', '/api/v2/memories')).items;
      const vector = await first.data('POST', '/api/v2/search/vector', {
        query: CONTENT,
        filters: { user_id: memory.user_id },
      });
      const list = await first.data('GET', `/api/v2/memories?user_id=${memory.user_id}`);
      expect([vector.items, list.items]).toEqual([[], []]);
    });

    test('threat 25: API key handling: revoking a key revokes its tokens within 30 seconds', async () => {
      const { apiKey, keyId } = await first.createKey(['read']);
      const exchange = await platform.send({ method: 'POST', path: '/api/v2/auth/token', token: apiKey });
      const { access_token: token, refresh_token: refreshToken } = exchange.body.data;
      const read = () => platform.send({ method: 'GET', path: '/api/v2/tags', token });
      expect((await read()).status).toBe(200);
      await platform.sendToAuthServer({
        method: 'DELETE',
        path: `/admin/api-keys/${keyId}`,
        token: platform.adminToken,
      });
      await eventually(async () => expect((await read()).body.error.code).toBe('AUTH_TOKEN_INVALID'), 30_000);
      const refresh = await platform.send({
        method: 'POST',
        path: '/api/v2/auth/refresh',
        body: { refresh_token: refreshToken },
      });
      expect([refresh.status, refresh.body.error.code]).toEqual([401, 'AUTH_TOKEN_INVALID']);
      const again = await platform.send({ method: 'POST', path: '/api/v2/auth/token', token: apiKey });
      expect([again.status, again.body.error.code]).toEqual([401, 'AUTH_INVALID_CREDENTIALS']);
    }, 40_000);

    test('an unknown id returns 404', async () => {
      expect((await first.call('GET', `/api/v2/memories/${randomUUID()}`)).status).toBe(404);
    });
  });
}
