import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import type { ApiResponse, Json } from '../../support/api-connection.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

const codeOf = ({ status, body }: ApiResponse): string => `${status} ${body.error?.code ?? ''}`.trim();

/** Memories, relationships and contradictions through the services that share them. @see SPEC.md "Endpoints" */
export function describeKnowledge(platform: TestPlatform): void {
  describe('knowledge', () => {
    let tenant: Tenant;

    beforeAll(async () => {
      tenant = await platform.createTenant();
    });

    const store = (content: string, fields: object = {}): Promise<Json> =>
      tenant.data('POST', '/api/v2/memories', { content, ...fields });
    const relate = (fromId: string, toId: string, type: string, fields: object = {}): Promise<ApiResponse> =>
      tenant.call('POST', '/api/v2/relationships', {
        from_id: fromId,
        to_id: toId,
        relationship_type: type,
        ...fields,
      });
    const find = async (query: string): Promise<string[]> =>
      (
        await tenant.data('POST', '/api/v2/search/hybrid', { query, graph_weight: 0, bm25_weight: 0.6 })
      ).items.map(({ id }: Json) => id);

    test('a memory is found, changed, found by its new words, deleted, found no more', async () => {
      const { id } = await store('The quokka sleeps in the shade.');
      await eventually(async () => expect(await find('quokka')).toContain(id));
      await tenant.data('PUT', `/api/v2/memories/${id}`, { content: 'The numbat sleeps in a log.' });
      await eventually(async () => {
        const { items } = await tenant.data('POST', '/api/v2/search/hybrid', { query: 'numbat' });
        expect(items[0]).toMatchObject({ id, content: 'The numbat sleeps in a log.' });
      });
      await eventually(async () =>
        expect(await tenant.data('GET', `/api/v2/memories/${id}`)).toMatchObject({
          embedding_status: 'completed',
        }),
      );
      expect(await tenant.data('DELETE', `/api/v2/memories/${id}`)).toEqual({ id, deleted: true });
      expect(codeOf(await tenant.call('GET', `/api/v2/memories/${id}`))).toBe('404 RES_NOT_FOUND');
      await eventually(async () => expect(await find('numbat log')).not.toContain(id));
    });

    test('protected types: neither created nor changed; 11 tags and a taken checkpoint name are refused', async () => {
      for (const type of ['identity_core', 'personality_trait']) {
        const answer = await tenant.call('POST', '/api/v2/memories', { content: 'Me.', memory_type: type });
        expect([codeOf(answer), answer.body.error.message]).toEqual([
          '403 AUTH_FORBIDDEN',
          expect.stringContaining(type),
        ]);
      }
      const trait = await tenant.data('POST', '/api/v2/personality/traits', { content: 'Be brief.' });
      for (const [method, body] of [
        ['PUT', { content: 'Be long.' }],
        ['DELETE', undefined],
      ] as const) {
        expect(codeOf(await tenant.call(method, `/api/v2/memories/${trait.id}`, body))).toBe(
          '403 AUTH_FORBIDDEN',
        );
      }
      const evolve = { new_content: 'Be long.', evolution_type: 'update' };
      expect(codeOf(await tenant.call('POST', `/api/v2/memories/${trait.id}/evolve`, evolve))).toBe(
        '403 AUTH_FORBIDDEN',
      );
      const tags = Array.from({ length: 11 }, (_, i) => `tag ${i}`);
      expect(codeOf(await tenant.call('POST', '/api/v2/memories', { content: 'Tagged.', tags }))).toBe(
        '422 VAL_VALIDATION_FAILED',
      );
      const tagged = await store('Tagged.', { tags: tags.slice(1) });
      const add = await tenant.call('POST', `/api/v2/memories/${tagged.id}/tags`, { tags: ['one more'] });
      expect(codeOf(add)).toBe('422 VAL_VALIDATION_FAILED');
      expect(codeOf(await tenant.call('PUT', `/api/v2/memories/${tagged.id}`, { tags }))).toBe(
        '422 VAL_VALIDATION_FAILED',
      );
      const checkpoint = { memory_type: 'checkpoint', metadata: { name: 'monday' } };
      await store('State.', checkpoint);
      const again = await tenant.call('POST', '/api/v2/memories', { content: 'State.', ...checkpoint });
      expect([codeOf(again), again.body.error.details]).toEqual([
        '409 RES_ALREADY_EXISTS',
        { resource_type: 'checkpoint', identifier: 'monday' },
      ]);
    });

    test('versions: of eight evolves at once one wins; search finds the new version alone', async () => {
      const { id } = await store('The wombat digs at noon.');
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          tenant.call('POST', `/api/v2/memories/${id}/evolve`, {
            new_content: `The wombat digs at night ${i}.`,
            evolution_type: 'correction',
          }),
        ),
      );
      const won = answers.filter(({ status }) => status === 201);
      expect([
        won.length,
        answers.filter((answer) => codeOf(answer) === '409 RES_ALREADY_EXISTS').length,
      ]).toEqual([1, 7]);
      const newId: string = won[0]!.body.data.new_memory_id;
      for (const lost of answers.filter(({ status }) => status === 409)) {
        expect(lost.body.error.details.current_memory_id).toBe(newId);
      }
      const history = await tenant.data('GET', `/api/v2/memories/${id}/history`);
      expect(history).toMatchObject({ current: { id: newId }, total_versions: 2 });
      await eventually(async () => {
        const found = await find('wombat digs');
        expect([found.includes(newId), found.includes(id)]).toEqual([true, false]);
        const { items } = await tenant.data('GET', `/api/v2/relationships?from_id=${newId}&to_id=${id}`);
        expect(items).toMatchObject([{ relationship_type: 'supersedes' }]);
      });
    });

    test('relationships: right after a create, once, both ways round, traversed, gone with their memory', async () => {
      const [a, b, c] = [await store('Node A.'), await store('Node B.'), await store('Node C.')];
      const ab = await relate(a.id, b.id, 'supports', { strength: 0.5, confidence: 1 });
      expect(ab.status).toBe(201);
      expect(codeOf(await relate(a.id, b.id, 'supports'))).toBe('409 RES_ALREADY_EXISTS');
      expect(codeOf(await relate(a.id, a.id, 'supports'))).toBe('422 VAL_VALIDATION_FAILED');
      expect(codeOf(await relate(a.id, b.id, 'causes', { direction_type: 'INVERSE_PAIRED' }))).toBe(
        '422 VAL_FIELD_REQUIRED',
      );
      expect(codeOf(await relate(a.id, randomUUID(), 'causes'))).toBe('404 RES_NOT_FOUND');
      expect((await relate(b.id, c.id, 'sibling_of', { direction_type: 'BIDIRECTIONAL' })).status).toBe(201);
      const paired = await relate(a.id, c.id, 'parent_of', {
        direction_type: 'INVERSE_PAIRED',
        inverse_type: 'child_of',
      });
      const inverse = await tenant.data(
        'GET',
        `/api/v2/relationships/${paired.body.data.inverse_relationship_id}`,
      );
      expect(inverse).toMatchObject({ from_id: c.id, to_id: a.id, relationship_type: 'child_of' });

      const traverse = (start: string, fields: object = {}) =>
        tenant.call('POST', '/api/v2/relationships/traverse', { start_memory_id: start, ...fields });
      await eventually(async () => {
        const { body } = await traverse(a.id, { direction: 'OUTBOUND', relationship_types: ['supports'] });
        expect(body.data).toMatchObject({
          paths: [{ nodes: [a.id, b.id], relationships: [ab.body.data.id], total_score: 0.5 }],
          visited_chunks: expect.arrayContaining([a.id, b.id]),
          total_paths_found: 1,
        });
      });
      const between = `/api/v2/relationships/between?from_id=${a.id}&to_id=${c.id}`;
      const patched = await tenant.data('PATCH', `/api/v2/relationships/${ab.body.data.id}`, { strength: 1 });
      expect(patched).toMatchObject({ strength: 1, confidence: 1 });
      expect(await tenant.data('DELETE', between)).toMatchObject({
        deleted: 1,
        deleted_ids: [paired.body.data.id],
      });
      expect(codeOf(await tenant.call('DELETE', between))).toBe('404 RES_NOT_FOUND');
      expect(await tenant.data('DELETE', `/api/v2/relationships/${inverse.id}`)).toEqual({
        id: inverse.id,
        deleted: true,
      });

      await tenant.data('DELETE', `/api/v2/memories/${b.id}`);
      await eventually(async () => {
        const { items } = await tenant.data('GET', `/api/v2/relationships?memory_id=${b.id}`);
        expect(items).toEqual([]);
        expect((await tenant.data('GET', `/api/v2/memories/${a.id}`)).relationships).toEqual([]);
        expect((await traverse(a.id)).body.data.paths).toEqual([]);
      });
      await eventually(async () => expect(codeOf(await traverse(b.id))).toBe('404 RES_NOT_FOUND'));
      await eventually(async () =>
        expect(codeOf(await relate(a.id, b.id, 'causes'))).toBe('404 RES_NOT_FOUND'),
      );
    });

    test('a bulk is all or nothing', async () => {
      const [a, b, c] = [await store('Bulk A.'), await store('Bulk B.'), await store('Bulk C.')];
      const edge = (from: Json, to: Json) => ({
        from_id: from.id,
        to_id: to.id,
        relationship_type: 'follows',
      });
      const bulk = (body: object[]) => tenant.call('POST', '/api/v2/relationships/bulk', body);
      const created = await bulk([edge(a, b), edge(b, c)]);
      expect([created.status, created.body.data.created.length]).toEqual([201, 2]);
      const refused = await bulk([edge(c, a), edge(a, b)]);
      expect([codeOf(refused), refused.body.error.details.errors]).toEqual([
        '409 RES_ALREADY_EXISTS',
        [{ index: 1, code: 'RES_ALREADY_EXISTS', message: expect.any(String) }],
      ]);
      const { items } = await tenant.data('GET', `/api/v2/relationships?from_id=${c.id}`);
      expect(items).toEqual([]);
    });

    test('contradictions and contradicts relationships make each other, once', async () => {
      const [a, b, c] = [await store('It rains.'), await store('It is dry.'), await store('It snows.')];
      const report = (source: Json, target: Json) =>
        tenant.call('POST', '/api/v2/memories/contradictions', {
          source_memory_id: source.id,
          target_memory_id: target.id,
          contradiction_type: 'direct',
        });
      const reported = await report(a, b);
      expect(reported.status).toBe(201);
      expect(codeOf(await report(b, a))).toBe('409 RES_ALREADY_EXISTS');
      expect(codeOf(await report(a, a))).toBe('422 VAL_VALIDATION_FAILED');
      await eventually(async () => {
        const { items } = await tenant.data('GET', `/api/v2/relationships?memory_id=${a.id}`);
        expect(items).toMatchObject([{ from_id: a.id, to_id: b.id, relationship_type: 'contradicts' }]);
      });
      expect((await relate(b.id, c.id, 'contradicts')).status).toBe(201);
      await eventually(async () => {
        const { contradictions } = await tenant.data('GET', `/api/v2/memories/${c.id}/contradictions`);
        expect(contradictions).toMatchObject([
          { resolution_status: 'unresolved', contradiction_type: 'direct' },
        ]);
      });
      const resolve = (body: object) =>
        tenant.call('POST', `/api/v2/memories/contradictions/${reported.body.data.id}/resolve`, body);
      expect(codeOf(await resolve({ resolution: 'create_new' }))).toBe('422 VAL_FIELD_REQUIRED');
      const outcomes = await Promise.all(
        Array.from({ length: 4 }, () => resolve({ resolution: 'choose_memory_1', reason: 'Seen.' })),
      );
      expect(outcomes.map(codeOf).sort()).toEqual(['200', ...Array(3).fill('409 RES_ALREADY_EXISTS')]);
      expect(await tenant.data('GET', `/api/v2/memories/${b.id}`)).toMatchObject({
        lifecycle_state: 'deprecated',
        is_active: false,
      });
      const { contradictions } = await tenant.data('GET', `/api/v2/memories/${a.id}/contradictions`);
      expect(contradictions).toMatchObject([{ resolution_status: 'resolved' }]);
    });

    test('weights that do not sum to 1.0 and a missing query', async () => {
      const search = (body: object) => tenant.call('POST', '/api/v2/search/hybrid', body);
      expect(codeOf(await search({ query: 'x', bm25_weight: 0.5 }))).toBe('422 VAL_VALIDATION_FAILED');
      expect((await search({ query: 'x', bm25_weight: 0.4005 })).status).toBe(200);
      expect(codeOf(await search({}))).toBe('422 VAL_FIELD_REQUIRED');
      const reflect = { recency_weight: 0.5 };
      expect(codeOf(await tenant.call('POST', '/api/v2/analysis/reflect', reflect))).toBe(
        '422 VAL_VALIDATION_FAILED',
      );
    });

    test.each([
      ':*&|!'.repeat(800),
      '%'.repeat(4_000),
      '(a+)+$'.repeat(600),
      '" OR "" NEAR/1 *'.repeat(200),
      '\\'.repeat(4_000),
      't*e*a* '.repeat(571),
      '??????*'.repeat(571),
      `${'('.repeat(2_000)}${')'.repeat(2_000)}`,
      '[a-z]{1,9999}'.repeat(300),
      '+-~^@<> '.repeat(500),
      Array.from({ length: 999 }, (_, i) => i.toString(36).padStart(3, '0')).join(' '),
      "'; DROP TABLE memories; --",
    ])('attack 23: a query of operators is only text: %.20s', async (query) => {
      for (const path of ['/api/v2/search/hybrid', '/api/v2/search/vector']) {
        for (const body of [{ query }, { query: 'tea', tags: query }]) {
          const { status, body: answer } = await tenant.call('POST', path, body);
          expect([status, answer.data?.search_metadata.degraded ?? []]).toEqual([200, []]);
        }
      }
      const pattern = encodeURIComponent(query.slice(0, 1_000));
      expect([200, 422]).toContain(
        (await tenant.call('GET', `/api/v2/artifacts/list?name_pattern=${pattern}`)).status,
      );
    });
  });
}
