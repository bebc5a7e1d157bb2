import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Loci } from '@loci/client';
import { failureOf } from '../../support/client-calls.ts';
import { eventually } from '../../support/eventually.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

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
    async function createRecords({ tenantId, loci }: Tenant): Promise<string[]> {
      const store = (content: string) =>
        loci.memories.create({ content, tags: ['lighthouse'], importance: 0.9 });
      const [one, two, three] = [
        await store(CONTENT),
        await store(`${CONTENT} Again.`),
        await store(CONTENT),
      ];
      const relationship = await loci.relationships.create({
        from_id: one.id,
        to_id: two.id,
        relationship_type: 'supports',
      });
      const evolved = await loci.memories.evolve(three.id, {
        new_content: `${CONTENT} No more.`,
        evolution_type: 'update',
      });
      const contradiction = await loci.contradictions.create({
        source_memory_id: one.id,
        target_memory_id: two.id,
        contradiction_type: 'partial',
      });
      // Names and paths must be unique only within a tenant.
      const checkpoint = await loci.memories.create({
        content: 'A checkpoint.',
        memory_type: 'checkpoint',
        metadata: { name: 'the same name' },
      });
      const artifact = await loci.artifacts.save({
        path: '/the/same/path.md',
        content: `# Of ${tenantId}`,
      });
      const trait = await loci.personality.addTrait({ content: `Trait of ${tenantId}.` });
      const document = await loci.documents.upload({
        file: new Blob([`${CONTENT} As a document.`]),
        filename: 'same.txt',
      });
      return [
        ...[one, two, three, relationship, contradiction, checkpoint, trait, document].map(({ id }) => id),
        evolved.new_memory_id,
        artifact.artifact_id,
      ];
    }

    beforeAll(async () => {
      [first, second] = [await platform.createTenant(), await platform.createTenant()];
      [ofFirst, ofSecond] = await Promise.all([createRecords(first), createRecords(second)]);
      for (const { loci } of [first, second]) {
        await eventually(async () => {
          const { items } = await loci.search.hybrid({ query: CONTENT, limit: 100 });
          expect(items.length).toBeGreaterThanOrEqual(4);
        });
      }
    }, 60_000);

    const search = { query: CONTENT, limit: 100 };
    const READS: readonly (readonly [string, (loci: Loci) => Promise<unknown>])[] = [
      ['the list of memories', ({ memories }) => memories.list({ per_page: 100, include_inactive: true })],
      ['the list of checkpoint memories', ({ memories }) => memories.list({ memory_type: 'checkpoint' })],
      ['the list of checkpoints', ({ checkpoints }) => checkpoints.list({ per_page: 100 })],
      ['the list of traits', ({ memories }) => memories.list({ memory_type: 'personality_trait' })],
      ['the list of memories with a tag', ({ memories }) => memories.list({ tags: 'lighthouse' })],
      ['the list of tags', ({ tags }) => tags.list()],
      ['the memories of a tag', ({ tags }) => tags.memories('lighthouse', { per_page: 100 })],
      ['the list of relationships', ({ relationships }) => relationships.list({ per_page: 100 })],
      ['hybrid search', (loci) => loci.search.hybrid({ ...search, graph_max_depth: 5 })],
      ['hybrid search with a tag', (loci) => loci.search.hybrid({ ...search, tags: 'lighthouse' })],
      ['hybrid search of the past', (loci) => loci.search.hybrid({ ...search, as_of: '2020-01-01' })],
      ['vector search', (loci) => loci.search.vector(search)],
      ['vector search of the past', (loci) => loci.search.vector({ ...search, as_of: '2020-01-01' })],
      ['the context for a query', (loci) => loci.context({ query: CONTENT, tokens: 32_000 })],
      ['the context without a query', (loci) => loci.context({ tokens: 32_000 })],
      ['the search statistics', (loci) => loci.search.stats()],
      ['the list of documents', ({ documents }) => documents.list({ per_page: 100 })],
      ['the list of artifacts', ({ artifacts }) => artifacts.list({ prefix: '/the/same' })],
      ['an artifact', ({ artifacts }) => artifacts.get({ path: '/the/same/path.md' })],
      ['reflect', ({ analysis }) => analysis.reflect({ time_window: 'week', include_documents: true })],
      ['summarize', ({ analysis }) => analysis.summarize()],
      ['the insights', ({ analysis }) => analysis.insights()],
      ['the personality', ({ personality }) => personality.get()],
      ['the briefing', ({ personality }) => personality.awakening()],
    ];

    // The responses contain no data outside of these results, because the clients reject unknown fields.
    test.each(READS)('%s returns no data of the other tenant', async (_, read) => {
      const [own, other] = [JSON.stringify(await read(first.loci)), JSON.stringify(await read(second.loci))];
      for (const id of [...ofSecond, second.tenantId]) expect(own).not.toContain(id);
      for (const id of [...ofFirst, first.tenantId]) expect(other).not.toContain(id);
    });

    test('counts include only the records of the tenant', async () => {
      for (const { loci } of [first, second]) {
        await eventually(async () => {
          expect(await loci.search.stats()).toMatchObject({ total_documents: 1 });
          const { statistics } = await loci.analysis.insights();
          const { pagination } = await loci.memories.list();
          expect([statistics.total_memories, pagination.total]).toEqual([4, 4]);
        });
        const { items } = await loci.tags.list();
        expect(items).toMatchObject([{ name: 'lighthouse', usage_count: 3 }]);
      }
    });

    test('a bulk request with one memory of the other tenant creates nothing', async () => {
      const [own, other] = ofFirst as [string, string];
      const before = await first.loci.relationships.list();
      const bulk = first.loci.relationships.createMany([
        { from_id: own, to_id: other, relationship_type: 'follows' },
        { from_id: own, to_id: ofSecond[0]!, relationship_type: 'follows' },
      ]);
      expect(await failureOf(bulk)).toMatchObject({
        status: 404,
        code: 'RES_NOT_FOUND',
        details: { errors: [{ index: 1 }] },
      });
      expect((await first.loci.relationships.list()).pagination).toEqual(before.pagination);
    });

    test('a filter by a user of the other tenant finds nothing', async () => {
      const [memory] = (await second.loci.memories.list()).items;
      const filters = { user_id: memory!.user_id };
      const vector = await first.loci.search.vector({ query: CONTENT, filters });
      const list = await first.loci.memories.list(filters);
      expect([vector.items, list.items]).toEqual([[], []]);
    });

    test('threat 25: API key handling: revoking a key revokes its tokens within 30 seconds', async () => {
      const { auth } = first.loci;
      const { apiKey, keyId } = await first.createKey(['read']);
      const { access_token: accessToken, refresh_token: refreshToken } = await auth.exchange(apiKey);
      const loci = await first.createClient({}, { apiKey: undefined, accessToken });
      await loci.tags.list();
      await platform.sendToAuthServer({
        method: 'DELETE',
        path: `/admin/api-keys/${keyId}`,
        token: platform.adminToken,
      });
      const isInvalid = { status: 401, code: 'AUTH_TOKEN_INVALID' };
      await eventually(
        async () => expect(await failureOf(loci.tags.list())).toMatchObject(isInvalid),
        30_000,
      );
      expect(await failureOf(auth.refresh(refreshToken))).toMatchObject(isInvalid);
      expect(await failureOf(auth.exchange(apiKey))).toMatchObject({
        status: 401,
        code: 'AUTH_INVALID_CREDENTIALS',
      });
    }, 40_000);

    test('an unknown id returns 404', async () => {
      expect(await failureOf(first.loci.memories.get(randomUUID()))).toMatchObject({ status: 404 });
    });
  });
}
