import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Loci } from '@loci/client';
import type { ClientTarget } from './client-target.ts';
import { failureOf, FRESH, infoOf, SEARCHABLE } from '../../../support/client-calls.ts';

export function describeClientSearch(target: ClientTarget): void {
  describe('searches', () => {
    let loci: Loci;
    let ferryId: string;
    beforeAll(async () => {
      loci = await (await target.createTenant()).createClient();
      const ferry = {
        content: 'The ferry to Capri leaves the harbor at nine.',
        memory_type: 'reference' as const,
        importance: 0.9,
        tags: ['travel'],
        occurred_at: '2020-05-01',
      };
      ({ id: ferryId } = await loci.memories.create(ferry, SEARCHABLE));
      await loci.memories.create({ content: 'Grace repairs compilers in the evening.' }, SEARCHABLE);
      const { id: old } = await loci.memories.create(
        { content: 'The tram of Lisbon is yellow.' },
        SEARCHABLE,
      );
      await loci.memories.evolve(old, {
        new_content: 'The tram of Lisbon is red.',
        evolution_type: 'update',
      });
    });

    const hybrid = async (request: Parameters<Loci['search']['hybrid']>[0]) =>
      (await loci.search.hybrid(request, FRESH)).items;

    test('find a memory by its words, with scores, a snippet and a highlight', async () => {
      const [best] = await hybrid('When does the ferry to Capri leave?');
      expect(best).toMatchObject({
        id: ferryId,
        content: 'The ferry to Capri leaves the harbor at nine.',
        tags: ['travel'],
        source_type: 'direct_input',
        occurred_at: '2020-05-01T00:00:00.000Z',
        document_id: null,
        chunk_index: null,
        metadata: { memory_type: 'reference', importance: 0.9 },
      });
      expect(best!.score).toBe(best!.score_breakdown.final_score);
      expect(best!.score).toBeGreaterThan(0.5);
      expect(best!.score).toBeLessThanOrEqual(1);
      expect(best!.score_breakdown).toMatchObject({ rank_bm25: 1, rank_vector: 1 });
      expect(best!.metadata.highlight).toContain('<mark>ferry</mark>');
    });

    test('report their parameters', async () => {
      const found = await loci.search.hybrid(
        { query: 'ferry', limit: 1, enable_graph_expansion: false },
        FRESH,
      );
      expect(found).toMatchObject({
        query: 'ferry',
        analyzed_query: {
          original: 'ferry',
          search_type: 'hybrid',
          weights: { bm25: 0.4, vector: 0.4, graph: 0.2 },
          graph_expansion_enabled: false,
        },
        search_metadata: { search_method: 'hybrid_rrf', results_count: 1, truncated: false, degraded: [] },
      });
      expect(found.search_metadata).not.toHaveProperty('knowledge_cloud');
      expect(
        (await loci.search.hybrid('ferry', FRESH)).search_metadata.knowledge_cloud!.nodes,
      ).toContainEqual(expect.objectContaining({ id: ferryId, is_seed: true, depth: 0 }));
    });

    test('return only items that match the filters', async () => {
      const ids = async (filters: object): Promise<string[]> =>
        (await hybrid({ query: 'ferry to Capri', ...filters })).map(({ id }) => id);
      for (const matching of [
        { memory_types: ['reference' as const] },
        { min_importance: 0.9 },
        { importance_threshold: 0.8 },
        { tags: 'travel,unknown' },
        { start_date: '2020-05-01', end_date: '2020-05-01' },
        { source_types: ['direct_input' as const], limit: 1 },
      ])
        expect(await ids(matching)).toEqual([ferryId]);
      expect(await ids({ tags: 'unknown' })).toEqual([]);
      expect(await ids({ source_types: ['document_upload'] })).toEqual([]);
      expect(await ids({ memory_types: ['task'] })).toEqual([]);
    });

    test('find superseded versions only on request', async () => {
      const find = async (include?: 'superseded'[]): Promise<string[]> =>
        (await hybrid({ query: 'tram of Lisbon', ...(include && { include }) })).map(
          ({ content }) => content,
        );
      expect(await find()).toContain('The tram of Lisbon is red.');
      expect(await find()).not.toContain('The tram of Lisbon is yellow.');
      expect(await find(['superseded'])).toContain('The tram of Lisbon is yellow.');
    });

    test('rank by similarity alone', async () => {
      const found = await loci.search.vector({ query: 'ferry to Capri harbor', limit: 2 }, FRESH);
      expect(found.items[0]).toMatchObject({
        id: ferryId,
        metadata: { memory_type: 'reference', confidence: 0.8 },
      });
      expect(found.items[0]!.score).toBe(found.items[0]!.score_breakdown.vector_similarity);
      expect(found).toMatchObject({
        analyzed_query: { embedding_generated: true, search_type: 'vector_similarity' },
        search_metadata: { search_method: 'vector_similarity', max_results: 2 },
      });
      const filtered = await loci.search.vector({ query: 'ferry', tags: 'unknown' }, FRESH);
      expect(filtered.items).toEqual([]);
    });

    test('do not find a deleted memory', async () => {
      const { id } = await loci.memories.create({ content: 'A zeppelin over Utrecht.' }, SEARCHABLE);
      expect((await hybrid('zeppelin over Utrecht'))[0]!.id).toBe(id);
      await loci.memories.delete(id);
      expect((await hybrid('zeppelin over Utrecht')).map((item) => item.id)).not.toContain(id);
    });

    test('reject parameters that contradict each other', async () => {
      const failure = (request: object) => failureOf(loci.search.hybrid({ query: 'x', ...request }, FRESH));
      expect(await failure({ bm25_weight: 1 })).toMatchObject({
        code: 'VAL_VALIDATION_FAILED',
        fields: ['bm25_weight'],
      });
      expect(await failure({ start_date: '2020-01-02', end_date: '2020-01-01' })).toMatchObject({
        code: 'VAL_VALIDATION_FAILED',
        fields: ['start_date'],
      });
      expect(await failure({ min_importance: 0.1, importance_threshold: 0.2 })).toMatchObject({
        code: 'VAL_VALIDATION_FAILED',
        fields: ['importance_threshold'],
      });
      expect(await failure({ cursor: 'x' })).toMatchObject({ code: 'VAL_FIELD_INVALID', fields: ['cursor'] });
      expect(await failure({ query: '' })).toMatchObject({ code: 'VAL_FIELD_INVALID', fields: ['query'] });
    });

    test('are fresh after a write of the same client', async () => {
      await loci.memories.create({ content: 'A new fact.' });
      const info = await infoOf((options) => loci.search.hybrid('fact', FRESH, options));
      expect(info.fresh).toBe(true);
    });

    test('have statistics', async () => {
      const statistics = await loci.search.stats(FRESH);
      expect(statistics).toMatchObject({ total_documents: 0, last_indexed: expect.any(String) });
      expect(statistics.total_memories).toBeGreaterThanOrEqual(3);
    });
  });

  describe('the context', () => {
    let loci: Loci;
    beforeAll(async () => {
      loci = await (await target.createTenant()).createClient();
      await loci.personality.addTrait({ content: 'Count in dozens.' });
      await loci.memories.create({ content: 'Answer in one sentence.', pinned: true }, SEARCHABLE);
      const at = { occurred_at: '2026-01-02' };
      const nine = await loci.memories.create(
        { content: 'The ferry to Capri leaves at nine.', ...at },
        SEARCHABLE,
      );
      const ten = await loci.memories.create(
        { content: 'The ferry to Capri leaves at ten.', ...at },
        SEARCHABLE,
      );
      await loci.contradictions.create({
        source_memory_id: nine.id,
        target_memory_id: ten.id,
        contradiction_type: 'direct',
      });
    });

    test('has instructions, pinned and relevant memories and contradictions', async () => {
      const { text, tokens, data } = await loci.context({ query: 'When does the ferry to Capri leave?' });
      expect(data.profile).toEqual({ persona_name: null, instructions: ['Count in dozens.'] });
      expect(data.pinned.map(({ content }) => content)).toEqual(['Answer in one sentence.']);
      expect(data.memories.map(({ content }) => content).sort()).toEqual([
        'The ferry to Capri leaves at nine.',
        'The ferry to Capri leaves at ten.',
      ]);
      expect(data.contradictions).toHaveLength(1);
      expect(data).toMatchObject({ unavailable: [], degraded: [] });
      expect(text).toContain('<profile>\n- Count in dozens.\n</profile>\n<pinned>\n');
      expect(text).toContain(
        '- 2026-01-02: The ferry to Capri leaves at nine.\n  contradicts 2026-01-02: The ferry to Capri leaves at ten.\n',
      );
      expect(tokens).toBeLessThanOrEqual(1_500);
    });

    test('has the newest memories without a query, and only the requested sections', async () => {
      const { data } = await loci.context({ sections: ['memories'] });
      expect(data.memories.map(({ content, score }) => [content, score])).toEqual([
        ['The ferry to Capri leaves at ten.', null],
        ['The ferry to Capri leaves at nine.', null],
        ['Answer in one sentence.', null],
      ]);
      expect([data.profile.instructions, data.pinned, data.contradictions]).toEqual([[], [], []]);
    });

    test('omits what exceeds the number of tokens', async () => {
      const { tokens, data } = await loci.context({ query: 'ferry to Capri', tokens: 100 });
      expect(tokens).toBeLessThanOrEqual(100);
      const { omitted } = data;
      expect(omitted.pinned + omitted.contradictions + omitted.memories + omitted.profile).toBeGreaterThan(0);
      const tooFew = failureOf(loci.context({ tokens: 99 }));
      expect(await tooFew).toMatchObject({ code: 'VAL_FIELD_INVALID', fields: ['max_tokens'] });
    });

    test('is empty in a new tenant', async () => {
      const own = await (await target.createTenant()).createClient();
      expect(await own.context({ query: 'anything' })).toMatchObject({ text: '', tokens: 0 });
    });
  });
}
