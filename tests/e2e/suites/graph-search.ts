import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Body, Loci, Memory, MemoryInput, SearchRequest, SearchResults } from '@loci/client';
import { eventually } from '../../support/eventually.ts';
import type { TestPlatform } from '../test-platform.ts';

const QUERY = 'Which key opens the observatory?';

/**
 * Defines the tests of graph expansion in hybrid search.
 *
 * @see docs/reference/relationships.md#graph-expansion
 */
export function describeGraphSearch(platform: TestPlatform): void {
  describe('graph expansion in hybrid search', () => {
    let loci: Loci;
    let seed: Memory;
    /** Memory that shares no word with the query, but is related to `seed`. */
    let related: Memory;

    beforeAll(async () => {
      ({ loci } = await platform.createTenant());
      seed = await store('The brass key opens the observatory.', { tags: ['keys'], importance: 0.9 });
      related = await store('Beatrice keeps it in her blue coat.', {
        memory_type: 'insight',
        tags: ['people'],
        importance: 0.2,
        source_type: 'conversation',
      });
      // Stores more memories than graph expansion considers. All of them are more similar to the query than
      // `related`.
      await Promise.all(
        Array.from({ length: 30 }, (_, i) => store(`Observatory log ${i}: the key question was not asked.`)),
      );
      await relate(seed.id, related.id, { strength: 1, confidence: 1 });
      await eventually(async () => {
        expect(await loci.search.stats()).toMatchObject({ total_memories: 32, embedding_coverage: 1 });
        expect((await hybrid()).items[0]!.id).toBe(seed.id);
      });
    });

    const store = (content: string, fields: Partial<MemoryInput> = {}) =>
      loci.memories.create({ content, ...fields });
    const relate = (
      from_id: string,
      to_id: string,
      fields: Partial<Body<'post', '/api/v2/relationships'>> = {},
    ) => loci.relationships.create({ from_id, to_id, relationship_type: 'depends_on', ...fields });
    const hybrid = (fields: Partial<SearchRequest> = {}) =>
      loci.search.hybrid({ query: QUERY, limit: 100, ...fields });
    const rankOf = ({ items }: SearchResults, memory: { id: string }): number =>
      items.findIndex(({ id }) => id === memory.id);
    const cloudOf = ({ search_metadata: metadata }: SearchResults) => metadata.knowledge_cloud!;
    const nodesOf = (found: SearchResults): string[] => cloudOf(found).nodes.map(({ id }) => id);

    test('ranks a memory higher if it is related to a result', async () => {
      const [unexpanded, expanded] = [await hybrid({ enable_graph_expansion: false }), await hybrid()];
      expect(rankOf(expanded, related)).toBeLessThan(rankOf(unexpanded, related));
      expect(expanded.items[rankOf(expanded, related)]!.score_breakdown.graph_score).toBeGreaterThan(0);
    });

    test('returns seeds, related memories and relationships in the knowledge cloud', async () => {
      const cloud = cloudOf(await hybrid());
      expect(cloud.nodes.find(({ id }) => id === seed.id)).toMatchObject({ is_seed: true, depth: 0 });
      expect(cloud.nodes.find(({ id }) => id === related.id)).toMatchObject({
        label: related.content,
        memory_type: 'insight',
        importance: 0.2,
        is_seed: false,
        depth: 1,
      });
      expect(cloud.edges).toMatchObject([{ from_id: seed.id, to_id: related.id, type: 'depends_on' }]);
      expect(cloud.stats).toEqual({
        seed_count: 10,
        cloud_count: cloud.nodes.length,
        edge_count: 1,
      });
    });

    test('returns no knowledge cloud if graph expansion is disabled', async () => {
      const { search_metadata: metadata } = await hybrid({ enable_graph_expansion: false });
      expect(metadata).not.toHaveProperty('knowledge_cloud');
    });

    const FILTERS: readonly (readonly [string, Partial<SearchRequest>])[] = [
      ['memory_types', { memory_types: ['fact'] }],
      ['source_types', { source_types: ['direct_input'] }],
      ['importance_threshold', { importance_threshold: 0.3 }],
      ['tags', { tags: 'keys' }],
      ['end_date', { end_date: '2000-01-01' }],
    ];
    test.each(FILTERS)('applies the filter %s to results and to the knowledge cloud', async (_, filter) => {
      const found = await hybrid({ graph_max_depth: 5, graph_seed_limit: 50, ...filter });
      expect(rankOf(found, related)).toBe(-1);
      expect(nodesOf(found)).not.toContain(related.id);
    });

    test('finds a related memory if the filters match no other memory', async () => {
      const found = await hybrid({ tags: 'People', memory_types: ['insight'] });
      expect(found.items.map(({ id }) => id)).toEqual([related.id]);
    });

    test('returns the 20 strongest relationships and the number of all relationships in graph_context', async () => {
      const hub = await store('The zeppelin hangar has many doors.');
      const doors = await Promise.all(Array.from({ length: 24 }, (_, i) => store(`Door ${i}.`)));
      await loci.relationships.createMany(
        doors.map(({ id }, i) => ({
          from_id: i % 2 ? id : hub.id,
          to_id: i % 2 ? hub.id : id,
          relationship_type: 'part_of',
          strength: (i + 1) / 100,
        })),
      );
      const context = await eventually(async () => {
        const { items } = await loci.search.hybrid('zeppelin hangar');
        expect(items[0]).toMatchObject({
          id: hub.id,
          metadata: { graph_context: { relationship_count: 24 } },
        });
        return items[0]!.metadata.graph_context!;
      });
      expect(context.relationships).toEqual(
        doors
          .map(({ id }, i) => ({ to_id: id, type: 'part_of', strength: (i + 1) / 100 }))
          .reverse()
          .slice(0, 20),
      );
    });

    test('does not find a protected memory that is related to a result', async () => {
      const { id } = await loci.personality.addTrait({ content: 'Likes telescopes.' });
      await relate(seed.id, id, { strength: 1, confidence: 1 });
      await eventually(async () => {
        const found = await hybrid({ graph_max_depth: 5 });
        // The count of 2 shows that the search considered the relationship to the protected memory.
        expect(found.items[0]!.metadata.graph_context!.relationship_count).toBe(2);
        expect([rankOf(found, { id }), nodesOf(found).includes(id)]).toEqual([-1, false]);
      });
    });

    test('returns conversation neighbors of a result without creating relationships', async () => {
      const speak = (content: string) =>
        store(content, { memory_type: 'conversation', metadata: { conversation_id: 'a talk' } });
      const question = await speak('Do you still play the theremin?');
      const reply = await speak('Six years now.');
      const found = await eventually(async () => {
        const { items } = await loci.search.hybrid({
          query: 'theremin',
          graph_weight: 0,
          bm25_weight: 1,
          vector_weight: 0,
        });
        expect(items.map(({ id }) => id)).toEqual([question.id, reply.id]);
        return items;
      });
      expect(found[1]!.metadata.highlight).toBeNull();
      expect(found[0]!.metadata.highlight).toContain('theremin');
      expect((await loci.relationships.list({ memory_id: reply.id })).items).toEqual([]);
    });
  });
}
