import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import type { Json } from '../../support/api-connection.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

const QUERY = 'Which key opens the observatory?';

/**
 * Relationships in search, through gateway, search and graph.
 * @see SPEC.md "Search" 1; DECISIONS.md "Search"; ARCHITECTURE.md section 6
 */
export function describeGraphSearch(platform: TestPlatform): void {
  describe('search along relationships', () => {
    let tenant: Tenant;
    let seed: Json;
    /** Shares no word with the query, and is related to what does. */
    let reached: Json;

    beforeAll(async () => {
      tenant = await platform.createTenant();
      seed = await store('The brass key opens the observatory.', { tags: ['keys'], importance: 0.9 });
      reached = await store('Beatrice keeps it in her blue coat.', {
        memory_type: 'insight',
        tags: ['people'],
        importance: 0.2,
        source_type: 'conversation',
      });
      // More than the graph's window holds, all of them nearer to the query than what is reached.
      await Promise.all(
        Array.from({ length: 30 }, (_, i) => store(`Observatory log ${i}: the key question was not asked.`)),
      );
      await relate(seed.id, reached.id, { strength: 1, confidence: 1 });
      await eventually(async () => {
        const { total_memories, embedding_coverage } = await tenant.data('GET', '/api/v2/search/stats');
        expect([total_memories, embedding_coverage]).toEqual([32, 1]);
        expect((await hybrid()).items[0].id).toBe(seed.id);
      });
    });

    const store = (content: string, fields: object = {}): Promise<Json> =>
      tenant.data('POST', '/api/v2/memories', { content, ...fields });
    const relate = (from_id: string, to_id: string, fields: object = {}): Promise<Json> =>
      tenant.data('POST', '/api/v2/relationships', {
        from_id,
        to_id,
        relationship_type: 'depends_on',
        ...fields,
      });
    const hybrid = (fields: object = {}): Promise<Json> =>
      tenant.data('POST', '/api/v2/search/hybrid', { query: QUERY, limit: 100, ...fields });
    const rankOf = ({ items }: Json, { id }: Json): number => items.findIndex((item: Json) => item.id === id);
    const nodesOf = ({ search_metadata }: Json): string[] =>
      search_metadata.knowledge_cloud.nodes.map(({ id }: Json) => id);

    test('what is related to a hit rises, and is in the cloud as such', async () => {
      const [without, with_] = [await hybrid({ enable_graph_expansion: false }), await hybrid()];
      expect(rankOf(with_, reached)).toBeLessThan(rankOf(without, reached));
      expect(with_.items[rankOf(with_, reached)].score_breakdown.graph_score).toBeGreaterThan(0);
      const { knowledge_cloud: cloud } = with_.search_metadata;
      expect(cloud.nodes.find(({ id }: Json) => id === seed.id)).toMatchObject({ is_seed: true, depth: 0 });
      expect(cloud.nodes.find(({ id }: Json) => id === reached.id)).toMatchObject({
        label: reached.content,
        memory_type: 'insight',
        importance: 0.2,
        is_seed: false,
        depth: 1,
      });
      expect(cloud.edges).toMatchObject([{ from_id: seed.id, to_id: reached.id, type: 'depends_on' }]);
      expect(cloud.stats).toEqual({
        seed_count: 10,
        cloud_count: cloud.nodes.length,
        edge_count: 1,
      });
      expect(without.search_metadata).not.toHaveProperty('knowledge_cloud');
    });

    test.each([
      ['memory_types', { memory_types: ['fact'] }],
      ['source_types', { source_types: ['direct_input'] }],
      ['importance_threshold', { importance_threshold: 0.3 }],
      ['tags', { tags: 'keys' }],
      ['end_date', { end_date: '2000-01-01' }],
    ])('%s holds for what the graph finds, in items and cloud', async (_, filter) => {
      const found = await hybrid({ graph_max_depth: 5, graph_seed_limit: 50, ...filter });
      expect(rankOf(found, reached)).toBe(-1);
      expect(nodesOf(found)).not.toContain(reached.id);
    });

    test('a filter that admits it alone finds it', async () => {
      const found = await hybrid({ tags: 'People', memory_types: ['insight'] });
      expect(found.items.map(({ id }: Json) => id)).toEqual([reached.id]);
    });

    test('graph_context: both directions, to_id is the other end, at most 20 of all that are counted', async () => {
      const hub = await store('The zeppelin hangar has many doors.');
      const doors = await Promise.all(Array.from({ length: 24 }, (_, i) => store(`Door ${i}.`)));
      await tenant.data(
        'POST',
        '/api/v2/relationships/bulk',
        doors.map(({ id }, i) => ({
          from_id: i % 2 ? id : hub.id,
          to_id: i % 2 ? hub.id : id,
          relationship_type: 'part_of',
          strength: (i + 1) / 100,
        })),
      );
      const context = await eventually(async () => {
        const { items } = await tenant.data('POST', '/api/v2/search/hybrid', { query: 'zeppelin hangar' });
        expect(items[0].id).toBe(hub.id);
        const { graph_context: of } = items[0].metadata;
        expect(of.relationship_count).toBe(24);
        return of;
      });
      // The strongest ones.
      expect(context.relationships).toEqual(
        doors
          .map(({ id }, i) => ({ to_id: id, type: 'part_of', strength: (i + 1) / 100 }))
          .reverse()
          .slice(0, 20),
      );
    });

    test('a related memory that is protected is never found', async () => {
      const { id } = await tenant.data('POST', '/api/v2/personality/traits', {
        content: 'Likes telescopes.',
      });
      await relate(seed.id, id, { strength: 1, confidence: 1 });
      await eventually(async () => {
        const found = await hybrid({ graph_max_depth: 5 });
        // The walk has seen the relationship.
        expect(found.items[0].metadata.graph_context.relationship_count).toBe(2);
        expect([rankOf(found, { id }), nodesOf(found).includes(id)]).toEqual([-1, false]);
      });
    });

    test('neighbours in a conversation appear without a hit of their own, and no relationship is made', async () => {
      const speak = (content: string): Promise<Json> =>
        store(content, { memory_type: 'conversation', metadata: { conversation_id: 'a talk' } });
      const asked = await speak('Do you still play the theremin?');
      const answered = await speak('Six years now.');
      const ask = (fields: object = {}): Promise<Json> =>
        tenant.data('POST', '/api/v2/search/hybrid', {
          query: 'theremin',
          graph_weight: 0,
          bm25_weight: 1,
          vector_weight: 0,
          ...fields,
        });
      const found = await eventually(async () => {
        const answer = await ask();
        expect(answer.items.map(({ id }: Json) => id)).toEqual([asked.id, answered.id]);
        return answer;
      });
      expect(found.items[1].metadata.highlight).toBeNull();
      expect(found.items[0].metadata.highlight).toContain('theremin');
      const { items } = await tenant.data('GET', `/api/v2/relationships?memory_id=${answered.id}`);
      expect(items).toEqual([]);
    });
  });
}
