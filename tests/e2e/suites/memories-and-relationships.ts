import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import type { ApiResponse, Json } from '../../support/api-connection.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

const codeOf = ({ status, body }: ApiResponse): string => `${status} ${body.error?.code ?? ''}`.trim();

/**
 * Defines the tests of memories, relationships and contradictions across services.
 *
 * @see docs/reference/memories.md
 */
export function describeMemoriesAndRelationships(platform: TestPlatform): void {
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
  const search = async (query: string): Promise<string[]> =>
    (
      await tenant.data('POST', '/api/v2/search/hybrid', { query, graph_weight: 0, bm25_weight: 0.6 })
    ).items.map(({ id }: Json) => id);

  describe('memories', () => {
    test('a stored memory becomes searchable', async () => {
      const { id } = await store('The quokka sleeps in the shade.');
      await eventually(async () => expect(await search('quokka')).toContain(id));
    });

    test('an updated memory is found by its new content', async () => {
      const { id } = await store('The bilby sleeps in a burrow.');
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
    });

    test('a deleted memory is neither returned nor found', async () => {
      const { id } = await store('The potoroo digs for truffles.');
      await eventually(async () => expect(await search('potoroo')).toContain(id));
      expect(await tenant.data('DELETE', `/api/v2/memories/${id}`)).toEqual({ id, deleted: true });
      expect(codeOf(await tenant.call('GET', `/api/v2/memories/${id}`))).toBe('404 RES_NOT_FOUND');
      await eventually(async () => expect(await search('potoroo truffles')).not.toContain(id));
    });

    test.each(['identity_core', 'personality_trait'])(
      'a memory of the protected type %s cannot be created',
      async (type) => {
        const response = await tenant.call('POST', '/api/v2/memories', { content: 'Me.', memory_type: type });
        expect([codeOf(response), response.body.error.message]).toEqual([
          '403 AUTH_FORBIDDEN',
          expect.stringContaining(type),
        ]);
      },
    );

    test('a protected memory cannot be updated, deleted or evolved', async () => {
      const { id } = await tenant.data('POST', '/api/v2/personality/traits', { content: 'Be brief.' });
      const evolution = { new_content: 'Be long.', evolution_type: 'update' };
      for (const [method, path, body] of [
        ['PUT', `/api/v2/memories/${id}`, { content: 'Be long.' }],
        ['DELETE', `/api/v2/memories/${id}`, undefined],
        ['POST', `/api/v2/memories/${id}/evolve`, evolution],
      ] as const) {
        expect(codeOf(await tenant.call(method, path, body))).toBe('403 AUTH_FORBIDDEN');
      }
    });

    test('a memory with more than 10 tags is rejected when created, updated or tagged', async () => {
      const tags = Array.from({ length: 11 }, (_, i) => `tag ${i}`);
      const { id } = await store('Tagged.', { tags: tags.slice(1) });
      for (const response of [
        await tenant.call('POST', '/api/v2/memories', { content: 'Tagged.', tags }),
        await tenant.call('PUT', `/api/v2/memories/${id}`, { tags }),
        await tenant.call('POST', `/api/v2/memories/${id}/tags`, { tags: ['another'] }),
      ]) {
        expect(codeOf(response)).toBe('422 VAL_VALIDATION_FAILED');
      }
    });

    test('a checkpoint with the name of another checkpoint is rejected with 409', async () => {
      const checkpoint = { memory_type: 'checkpoint', metadata: { name: 'monday' } };
      await store('State.', checkpoint);
      const response = await tenant.call('POST', '/api/v2/memories', { content: 'State.', ...checkpoint });
      expect([codeOf(response), response.body.error.details]).toEqual([
        '409 RES_ALREADY_EXISTS',
        { resource_type: 'checkpoint', identifier: 'monday' },
      ]);
    });
  });

  describe('eight concurrent evolutions of a memory', () => {
    let id: string;
    let newId: string;
    let responses: ApiResponse[];
    beforeAll(async () => {
      ({ id } = await store('The wombat digs at noon.'));
      responses = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          tenant.call('POST', `/api/v2/memories/${id}/evolve`, {
            new_content: `The wombat digs at night ${i}.`,
            evolution_type: 'correction',
          }),
        ),
      );
      newId = responses.find(({ status }) => status === 201)!.body.data.new_memory_id;
    });

    test('are rejected with 409, except one', () => {
      expect(responses.map(codeOf).sort()).toEqual(['201', ...Array(7).fill('409 RES_ALREADY_EXISTS')]);
    });

    test('name the current version in each 409 response', () => {
      for (const { body } of responses.filter(({ status }) => status === 409)) {
        expect(body.error.details.current_memory_id).toBe(newId);
      }
    });

    test('add one version to the history', async () => {
      const history = await tenant.data('GET', `/api/v2/memories/${id}/history`);
      expect(history).toMatchObject({ current: { id: newId }, total_versions: 2 });
    });

    test('keep the replaced state of the memory as a revision', async () => {
      const { revisions } = await tenant.data('GET', `/api/v2/memories/${id}/revisions`);
      expect(revisions).toMatchObject([
        { revision: 2, change: 'superseded' },
        { revision: 1, change: 'created', recorded_until: revisions[0].recorded_at },
      ]);
    });

    test('leave only the new version searchable, with a `supersedes` relationship', async () => {
      await eventually(async () => {
        const found = await search('wombat digs');
        expect([found.includes(newId), found.includes(id)]).toEqual([true, false]);
        const query = `from_id=${newId}&to_id=${id}&include_inactive=true`;
        const { items } = await tenant.data('GET', `/api/v2/relationships?${query}`);
        expect(items).toMatchObject([{ relationship_type: 'supersedes' }]);
      });
    });
  });

  describe('relationships', () => {
    let a: Json;
    let b: Json;
    let supports: Json;
    beforeAll(async () => {
      [a, b] = [await store('Node A.'), await store('Node B.')];
      supports = (await relate(a.id, b.id, 'supports', { strength: 0.5, confidence: 1 })).body.data;
    });

    const traverse = (start: string, fields: object = {}) =>
      tenant.call('POST', '/api/v2/relationships/traverse', { start_memory_id: start, ...fields });

    test('can be created directly after the memories', async () => {
      const [from, to] = [await store('Just stored.'), await store('Also just stored.')];
      expect((await relate(from.id, to.id, 'supports')).status).toBe(201);
    });

    test('are unique per source, target and type', async () => {
      expect(codeOf(await relate(a.id, b.id, 'supports'))).toBe('409 RES_ALREADY_EXISTS');
    });

    test('cannot connect a memory with itself', async () => {
      expect(codeOf(await relate(a.id, a.id, 'supports'))).toBe('422 VAL_VALIDATION_FAILED');
    });

    test('require an inverse type if they are INVERSE_PAIRED', async () => {
      expect(codeOf(await relate(a.id, b.id, 'causes', { direction_type: 'INVERSE_PAIRED' }))).toBe(
        '422 VAL_FIELD_REQUIRED',
      );
    });

    test('cannot be created with an unknown memory as the target', async () => {
      expect(codeOf(await relate(a.id, randomUUID(), 'causes'))).toBe('404 RES_NOT_FOUND');
    });

    test('create an inverse relationship if they are INVERSE_PAIRED', async () => {
      const paired = await relate(a.id, b.id, 'parent_of', {
        direction_type: 'INVERSE_PAIRED',
        inverse_type: 'child_of',
      });
      const { inverse_relationship_id: inverseId } = paired.body.data;
      expect(await tenant.data('GET', `/api/v2/relationships/${inverseId}`)).toMatchObject({
        from_id: b.id,
        to_id: a.id,
        relationship_type: 'child_of',
      });
    });

    test('can be traversed with direction and type filters', async () => {
      const [start, end] = [await store('Start.'), await store('End.')];
      const { body } = await relate(start.id, end.id, 'supports', { strength: 0.5, confidence: 1 });
      await relate(end.id, start.id, 'causes');
      await eventually(async () => {
        const { body: traversal } = await traverse(start.id, {
          direction: 'OUTBOUND',
          relationship_types: ['supports'],
        });
        expect(traversal.data).toMatchObject({
          paths: [{ nodes: [start.id, end.id], relationships: [body.data.id], total_score: 0.5 }],
          visited_chunks: expect.arrayContaining([start.id, end.id]),
          total_paths_found: 1,
        });
      });
    });

    test('keep the fields that a PATCH does not name', async () => {
      const patched = await tenant.data('PATCH', `/api/v2/relationships/${supports.id}`, { strength: 1 });
      expect(patched).toMatchObject({ strength: 1, confidence: 1 });
    });

    test('can be deleted between two memories in only the given direction', async () => {
      const [from, to] = [await store('From.'), await store('To.')];
      const paired = await relate(from.id, to.id, 'parent_of', {
        direction_type: 'INVERSE_PAIRED',
        inverse_type: 'child_of',
      });
      const between = `/api/v2/relationships/between?from_id=${from.id}&to_id=${to.id}`;
      expect(await tenant.data('DELETE', between)).toMatchObject({
        deleted: 1,
        deleted_ids: [paired.body.data.id],
      });
      expect(codeOf(await tenant.call('DELETE', between))).toBe('404 RES_NOT_FOUND');
      const { inverse_relationship_id: inverseId } = paired.body.data;
      expect(await tenant.data('DELETE', `/api/v2/relationships/${inverseId}`)).toEqual({
        id: inverseId,
        deleted: true,
      });
    });

    test('are deleted with a memory', async () => {
      const [kept, deleted, other] = [await store('Kept.'), await store('Deleted.'), await store('Other.')];
      await relate(kept.id, deleted.id, 'supports');
      await relate(deleted.id, other.id, 'sibling_of', { direction_type: 'BIDIRECTIONAL' });
      await tenant.data('DELETE', `/api/v2/memories/${deleted.id}`);
      await eventually(async () => {
        const { items } = await tenant.data('GET', `/api/v2/relationships?memory_id=${deleted.id}`);
        expect(items).toEqual([]);
        expect((await tenant.data('GET', `/api/v2/memories/${kept.id}`)).relationships).toEqual([]);
        expect((await traverse(kept.id)).body.data.paths).toEqual([]);
      });
      await eventually(async () => expect(codeOf(await traverse(deleted.id))).toBe('404 RES_NOT_FOUND'));
      await eventually(async () =>
        expect(codeOf(await relate(kept.id, deleted.id, 'causes'))).toBe('404 RES_NOT_FOUND'),
      );
    });
  });

  describe('bulk creation of relationships', () => {
    let nodes: Json[];
    let created: ApiResponse;
    const edge = (from: Json, to: Json) => ({
      from_id: from.id,
      to_id: to.id,
      relationship_type: 'follows',
    });
    const bulk = (body: object[]) => tenant.call('POST', '/api/v2/relationships/bulk', body);
    beforeAll(async () => {
      nodes = [await store('Bulk A.'), await store('Bulk B.'), await store('Bulk C.')];
      created = await bulk([edge(nodes[0], nodes[1]), edge(nodes[1], nodes[2])]);
    });

    test('creates all relationships', () => {
      expect([created.status, created.body.data.created.length]).toEqual([201, 2]);
    });

    test('creates no relationship if one element is invalid', async () => {
      const rejected = await bulk([edge(nodes[2], nodes[0]), edge(nodes[0], nodes[1])]);
      expect([codeOf(rejected), rejected.body.error.details.errors]).toEqual([
        '409 RES_ALREADY_EXISTS',
        [{ index: 1, code: 'RES_ALREADY_EXISTS', message: expect.any(String) }],
      ]);
      const { items } = await tenant.data('GET', `/api/v2/relationships?from_id=${nodes[2].id}`);
      expect(items).toEqual([]);
    });
  });

  describe('contradictions', () => {
    const report = (source: Json, target: Json) =>
      tenant.call('POST', '/api/v2/memories/contradictions', {
        source_memory_id: source.id,
        target_memory_id: target.id,
        contradiction_type: 'direct',
      });
    const twoMemories = async (): Promise<[Json, Json]> => [
      await store('It rains.'),
      await store('It is dry.'),
    ];

    test('create a `contradicts` relationship', async () => {
      const [a, b] = await twoMemories();
      expect((await report(a, b)).status).toBe(201);
      await eventually(async () => {
        const { items } = await tenant.data('GET', `/api/v2/relationships?memory_id=${a.id}`);
        expect(items).toMatchObject([{ from_id: a.id, to_id: b.id, relationship_type: 'contradicts' }]);
      });
    });

    test('are created by a `contradicts` relationship', async () => {
      const [a, b] = await twoMemories();
      expect((await relate(a.id, b.id, 'contradicts')).status).toBe(201);
      await eventually(async () => {
        const { contradictions } = await tenant.data('GET', `/api/v2/memories/${b.id}/contradictions`);
        expect(contradictions).toMatchObject([
          { resolution_status: 'unresolved', contradiction_type: 'direct' },
        ]);
      });
    });

    test('are unique for two memories, regardless of the direction', async () => {
      const [a, b] = await twoMemories();
      await report(a, b);
      expect(codeOf(await report(b, a))).toBe('409 RES_ALREADY_EXISTS');
    });

    test('cannot be reported between a memory and itself', async () => {
      const [a] = await twoMemories();
      expect(codeOf(await report(a, a))).toBe('422 VAL_VALIDATION_FAILED');
    });

    test('require new content to be resolved with create_new', async () => {
      const [a, b] = await twoMemories();
      const { id } = (await report(a, b)).body.data;
      const path = `/api/v2/memories/contradictions/${id}/resolve`;
      expect(codeOf(await tenant.call('POST', path, { resolution: 'create_new' }))).toBe(
        '422 VAL_FIELD_REQUIRED',
      );
    });

    test('are resolved by only one of four concurrent requests', async () => {
      const [a, b] = await twoMemories();
      const { id } = (await report(a, b)).body.data;
      const responses = await Promise.all(
        Array.from({ length: 4 }, () =>
          tenant.call('POST', `/api/v2/memories/contradictions/${id}/resolve`, {
            resolution: 'choose_memory_1',
            reason: 'Seen.',
          }),
        ),
      );
      expect(responses.map(codeOf).sort()).toEqual(['200', ...Array(3).fill('409 RES_ALREADY_EXISTS')]);
      expect(await tenant.data('GET', `/api/v2/memories/${b.id}`)).toMatchObject({
        lifecycle_state: 'deprecated',
        is_active: false,
      });
      const { contradictions } = await tenant.data('GET', `/api/v2/memories/${a.id}/contradictions`);
      expect(contradictions).toMatchObject([{ resolution_status: 'resolved' }]);
    });
  });

  describe('weights', () => {
    const hybrid = (body: object) => tenant.call('POST', '/api/v2/search/hybrid', body);

    test('hybrid search rejects weights that do not sum to 1.0', async () => {
      expect(codeOf(await hybrid({ query: 'x', bm25_weight: 0.5 }))).toBe('422 VAL_VALIDATION_FAILED');
    });

    test('hybrid search accepts weights whose sum differs from 1.0 by a rounding error', async () => {
      expect((await hybrid({ query: 'x', bm25_weight: 0.4005 })).status).toBe(200);
    });

    test('reflect rejects weights that do not sum to 1.0', async () => {
      const response = await tenant.call('POST', '/api/v2/analysis/reflect', { recency_weight: 0.5 });
      expect(codeOf(response)).toBe('422 VAL_VALIDATION_FAILED');
    });
  });

  describe('threat 23: regular expressions and wildcards', () => {
    const QUERIES = [
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
    ].map((query) => [query.slice(0, 20), query] as const);

    test.each(QUERIES)('search treats operators such as %j as text', async (_, query) => {
      for (const path of ['/api/v2/search/hybrid', '/api/v2/search/vector']) {
        for (const request of [{ query }, { query: 'tea', tags: query }]) {
          const { status, body } = await tenant.call('POST', path, request);
          expect([status, body.data?.search_metadata.degraded ?? []]).toEqual([200, []]);
        }
      }
    });

    test.each(QUERIES)('the artifact list treats a name pattern such as %j as text', async (_, query) => {
      const pattern = encodeURIComponent(query.slice(0, 1_000));
      const { status } = await tenant.call('GET', `/api/v2/artifacts/list?name_pattern=${pattern}`);
      expect([200, 422]).toContain(status);
    });
  });
}
