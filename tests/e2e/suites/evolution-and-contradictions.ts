import { beforeAll, describe, expect, test } from '@jest/globals';
import { callTool } from '../../support/call-tool.ts';
import { eventually } from '../../support/eventually.ts';
import type { Json } from '../../support/api-connection.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

const RELATIONSHIP_TYPES = {
  correction: 'supersedes',
  update: 'updates',
  expansion: 'evolution_of',
  contradiction: 'contradicts',
  deprecation: 'supersedes',
};

/**
 * Defines the tests of versions and contradictions in the services that consume memory events.
 *
 * @see docs/reference/memories.md#evolve-a-memory
 */
export function describeEvolutionAndContradictions(platform: TestPlatform): void {
  describe('versions and contradictions', () => {
    let tenant: Tenant;

    beforeAll(async () => {
      tenant = await platform.createTenant();
    });

    const store = (content: string, fields: object = {}): Promise<Json> =>
      tenant.data('POST', '/api/v2/memories', { content, ...fields });
    const get = (id: string, query = ''): Promise<Json> =>
      tenant.data('GET', `/api/v2/memories/${id}${query}`);
    const evolve = (id: string, new_content: string, evolution_type = 'update'): Promise<Json> =>
      tenant.data('POST', `/api/v2/memories/${id}/evolve`, { new_content, evolution_type });
    const relate = (from_id: string, to_id: string, relationship_type: string): Promise<Json> =>
      tenant.data('POST', '/api/v2/relationships', { from_id, to_id, relationship_type });
    const relationshipsOf = async (id: string): Promise<Json[]> =>
      (await tenant.data('GET', `/api/v2/relationships?memory_id=${id}&per_page=100&include_inactive=true`))
        .items;
    const contradictionsOf = async (id: string): Promise<Json[]> =>
      (await tenant.data('GET', `/api/v2/memories/${id}/contradictions`)).contradictions;
    const tool = (name: string, args: Record<string, unknown>): Promise<Json> =>
      callTool(tenant.send, tenant.token, name, args);
    /** Returns the ids found by hybrid search and by vector search. */
    const searchIds = async (query: string): Promise<string[][]> => {
      const ids = ({ items }: Json): string[] => items.map(({ id }: Json) => id);
      return Promise.all([
        tenant.data('POST', '/api/v2/search/hybrid', { query, limit: 100, graph_max_depth: 5 }).then(ids),
        tenant.data('POST', '/api/v2/search/vector', { query, limit: 100 }).then(ids),
      ]);
    };

    test.each(Object.entries(RELATIONSHIP_TYPES))(
      'an evolution of type %s creates a %s relationship to the old version instead of a contradiction',
      async (evolution_type, relationship_type) => {
        const old = await store(`The ferry leaves at noon (${evolution_type}).`);
        const evolved = await evolve(old.id, 'The ferry leaves at one.', evolution_type);
        const related = await eventually(() =>
          tenant.data('GET', `/api/v2/relationships/${evolved.evolution_id}`),
        );
        expect(related).toMatchObject({
          from_id: evolved.new_memory_id,
          to_id: old.id,
          relationship_type,
          direction_type: 'DIRECTED',
        });
        // Once the memory service has stored the relationship, it would also have stored a contradiction.
        await eventually(async () =>
          expect((await get(old.id, '?include_inactive=true')).relationships).toMatchObject([
            { id: evolved.evolution_id },
          ]),
        );
        expect(await contradictionsOf(old.id)).toEqual([]);
      },
    );

    test('search and analysis use only active versions, unless a search includes superseded versions', async () => {
      const own = await platform.createTenant();
      const [first, other] = [
        await own.data('POST', '/api/v2/memories', { content: 'The quagga grazes in the morning.' }),
        await own.data('POST', '/api/v2/memories', { content: 'A note about another subject.' }),
      ];
      await own.data('POST', '/api/v2/relationships', {
        from_id: other.id,
        to_id: first.id,
        relationship_type: 'references',
        strength: 1,
      });
      const { new_memory_id: second } = await own.data('POST', `/api/v2/memories/${first.id}/evolve`, {
        new_content: 'The quagga grazes in the evening.',
        evolution_type: 'correction',
      });
      const search = async (path: string, query: string): Promise<Json> =>
        own.data('POST', path, { query, limit: 100 });
      await eventually(async () => {
        for (const query of ['quagga grazes in the morning', 'a note about another subject']) {
          for (const path of ['/api/v2/search/hybrid', '/api/v2/search/vector']) {
            const { items, search_metadata } = await search(path, query);
            const ids = items.map(({ id }: Json) => id);
            expect([ids.includes(first.id), ids.includes(second)]).toEqual([false, true]);
            const cloud: Json[] = search_metadata.knowledge_cloud?.nodes ?? [];
            expect(cloud.map(({ id }) => id)).not.toContain(first.id);
            for (const { id, version } of cloud) expect(version).toBe(id === second ? 2 : 1);
          }
        }
        const query = 'quagga grazes in the morning';
        for (const path of ['/api/v2/search/hybrid', '/api/v2/search/vector']) {
          const { items } = await own.data('POST', path, { query, include: ['superseded'] });
          const marks = items.map((item: Json) => [item.id, item.validity, item.superseded_by]);
          expect(marks[0]).toEqual([first.id, 'superseded', second]);
          expect(marks).toContainEqual([second, undefined, undefined]);
        }
        for (const name of ['recall', 'search']) {
          const { results } = await callTool(own.send, own.token, name, { query, include: ['superseded'] });
          const mark = { id: first.id, validity: 'superseded', superseded_by: second };
          expect(results).toContainEqual(expect.objectContaining(mark));
        }
        const { statistics } = await own.data('GET', '/api/v2/analysis/insights');
        expect(statistics.total_memories).toBe(2);
        const { memories } = await own.data('POST', '/api/v2/analysis/reflect', {});
        expect(memories.map(({ id }: Json) => id).sort()).toEqual([other.id, second].sort());
        expect((await own.data('GET', '/api/v2/search/stats')).total_memories).toBe(2);
      });
    });

    test.each(['hybrid', 'vector'])(
      '%s search with known_at returns the text that was known then, and rejects a time in the future',
      async (name) => {
        const own = await platform.createTenant();
        const search = (fields: object): Promise<Json> =>
          own.call('POST', `/api/v2/search/${name}`, { query: 'a zebra', ...fields });
        const { id } = await own.data('POST', '/api/v2/memories', { content: 'A zebra is in the garden.' });
        const { updated_at: known_at } = await own.data('GET', `/api/v2/memories/${id}`);
        await own.data('PUT', `/api/v2/memories/${id}`, { content: 'A zebra is in the zoo.' });
        await eventually(async () => {
          const { status, body } = await search({ known_at });
          const found = body.data?.items.map((item: Json) => [
            item.id,
            item.content,
            item.text_changed_since,
          ]);
          expect([status, found]).toEqual([200, [[id, 'A zebra is in the garden.', true]]]);
        });
        const { status, body } = await search({ known_at: '2200-01-01' });
        expect([status, body.error]).toMatchObject([
          422,
          {
            code: 'VAL_FIELD_INVALID',
            field_errors: { known_at: ['known_at must not be in the future.'] },
          },
        ]);
      },
    );

    describe('the relationships of a memory that evolves', () => {
      let old: Json;
      let other: Json;
      let original: Json;
      let next: string;
      let evolutionId: string;
      beforeAll(async () => {
        [old, other] = [await store('The mill stands.'), await store('The mill was built in 1790.')];
        original = await relate(other.id, old.id, 'documents');
        ({ new_memory_id: next, evolution_id: evolutionId } = await evolve(
          old.id,
          'The mill burned down.',
          'correction',
        ));
        await eventually(async () => expect(await relationshipsOf(old.id)).toHaveLength(2));
      });

      test('are carried over to the new version', async () => {
        const { relationships } = await eventually(async () => {
          const memory = await get(next);
          expect(memory.relationships).toHaveLength(1);
          return memory;
        });
        expect(relationships).toMatchObject([
          { from_id: other.id, to_id: next, relationship_type: 'documents' },
        ]);
        expect(await tenant.data('GET', `/api/v2/relationships/${relationships[0].id}`)).toMatchObject({
          metadata: { carried_from: original.id },
          is_active: true,
        });
      });

      test('stay readable at the old version with include_inactive=true', async () => {
        const ids = [original.id, evolutionId].sort();
        await eventually(async () => {
          const { relationships } = await get(old.id, '?include_inactive=true');
          expect(relationships.map(({ id }: Json) => id).sort()).toEqual(ids);
          expect((await get(old.id)).relationships).toEqual([]);
        });
      });

      test('are followed by a traversal and the assistant tool explore only to the new version', async () => {
        const traverse = (fields: object): Promise<Json> =>
          tenant.data('POST', '/api/v2/relationships/traverse', { start_memory_id: other.id, ...fields });
        expect((await traverse({})).nodes).toEqual([
          { id: other.id, version: 1, is_active: true, validity: 'current' },
          { id: next, version: 2, is_active: true, validity: 'current' },
        ]);
        expect((await traverse({ include_inactive: true })).visited_chunks).toContain(old.id);
        const explored = await tool('explore', { start_memory: other.id });
        expect(explored['nodes']).toMatchObject([
          { id: other.id },
          { id: next, content: 'The mill burned down.', version: 2 },
        ]);
      });

      test('remain at an old version whose content and tags cannot be changed', async () => {
        for (const [method, path] of [
          ['PUT', ''],
          ['POST', '/tags'],
          ['DELETE', '/tags'],
        ] as const) {
          const body = { tags: ['x'], content: 'The mill stood.' };
          const response = await tenant.call(method, `/api/v2/memories/${old.id}${path}`, body);
          expect([response.status, response.body.error.code]).toEqual([409, 'RES_ALREADY_EXISTS']);
          expect(response.body.error.details).toMatchObject({ current_memory_id: next });
        }
      });

      test('cannot be extended at the old version', async () => {
        const body = { from_id: other.id, to_id: old.id, relationship_type: 'references' };
        const response = await tenant.call('POST', '/api/v2/relationships', body);
        expect([response.status, response.body.error.code]).toEqual([409, 'RES_ALREADY_EXISTS']);
        expect(response.body.error.details).toMatchObject({ current_memory_id: next });
      });
    });

    test('a restored context contains the current versions of memories that evolved', async () => {
      const [kept, changed] = [await store('The weir is old.'), await store('The weir is closed.')];
      const name = `weir ${kept.id}`;
      await tool('save_context', { name, description: `memory_id: ${kept.id} memory_id: ${changed.id}` });
      const { new_memory_id: next } = await evolve(changed.id, 'The weir is open.');
      const restored = await tool('restore_context', { name });
      expect(restored['memories']).toMatchObject([
        { id: kept.id, has_evolved: false, saved_memory_id: kept.id },
        { id: next, content: 'The weir is open.', has_evolved: true, saved_memory_id: changed.id },
      ]);
    });

    describe('resolving a contradiction with create_new', () => {
      let source: Json;
      let target: Json;
      let resolved: Json;
      beforeAll(async () => {
        [source, target] = [
          await store('The axolotl eats once a day.'),
          await store('The axolotl eats twice a day.'),
        ];
        const { id } = await tenant.data('POST', '/api/v2/memories/contradictions', {
          source_memory_id: source.id,
          target_memory_id: target.id,
          contradiction_type: 'partial',
        });
        resolved = await tenant.data('POST', `/api/v2/memories/contradictions/${id}/resolve`, {
          resolution: 'create_new',
          new_content: 'The axolotl eats once a day in winter.',
          reason: 'It depends on the season.',
        });
      });

      test('marks the contradiction as resolved', () => {
        expect(resolved).toMatchObject({ resolution: 'create_new', resolution_status: 'resolved' });
      });

      test('creates a memory that supersedes both memories and is the only memory that search finds', async () => {
        const created: string = resolved.new_memory_id;
        await eventually(async () => {
          // If the graph service receives the two replaced memories separately, it carries their `contradicts`
          // relationship over to the new memory before it makes the copy inactive.
          const related = (await relationshipsOf(created))
            .filter((each) => each.is_active || each.relationship_type === 'supersedes')
            .map((each) => `${each.from_id} ${each.relationship_type} ${each.to_id}`);
          expect(related.sort()).toEqual(
            [source.id, target.id].map((old) => `${created} supersedes ${old}`).sort(),
          );
          for (const ids of await searchIds('axolotl eats')) {
            expect(ids.filter((each) => [source.id, target.id, created].includes(each))).toEqual([created]);
          }
        });
      });

      test('adds the new memory to the version history of the source memory', async () => {
        const created: string = resolved.new_memory_id;
        const { current, history } = await tenant.data('GET', `/api/v2/memories/${source.id}/history`);
        expect([current.id, history.map((each: Json) => each.id)]).toEqual([created, [source.id, created]]);
        expect(await get(created)).toMatchObject({ version: 2, is_active: true });
      });
    });

    test.each([
      ['choose_memory_1', 0],
      ['choose_memory_2', 1],
    ] as const)(
      'after resolving a contradiction with %s, search finds only the chosen memory',
      async (resolution, kept) => {
        const memories = [
          await store(`Ibis ${resolution} nest in spring.`),
          await store(`Ibis ${resolution} nest in autumn.`),
        ];
        const { id } = await tenant.data('POST', '/api/v2/memories/contradictions', {
          source_memory_id: memories[0].id,
          target_memory_id: memories[1].id,
          contradiction_type: 'direct',
        });
        await tenant.data('POST', `/api/v2/memories/contradictions/${id}/resolve`, { resolution });
        const both: string[] = memories.map((memory) => memory.id);
        await eventually(async () => {
          for (const ids of await searchIds(`ibis ${resolution} nest`)) {
            expect(ids.filter((each) => both.includes(each))).toEqual([both[kept]]);
          }
        });
      },
    );

    describe('resolving a contradiction with keep_both', () => {
      let one: Json;
      let other: Json;
      let relationshipId: string;
      beforeAll(async () => {
        [one, other] = [await store('Narwhals dive deep.'), await store('Narwhals stay shallow.')];
        relationshipId = (await relate(one.id, other.id, 'contradicts')).id;
        const [contradiction] = await eventually(async () => {
          const listed = await contradictionsOf(one.id);
          expect(listed).toHaveLength(1);
          return listed;
        });
        await tenant.data('POST', `/api/v2/memories/contradictions/${contradiction.id}/resolve`, {
          resolution: 'keep_both',
        });
      });

      test('lists the contradiction as contextual and accepted on both memories', async () => {
        for (const memory of [one, other]) {
          expect(await contradictionsOf(memory.id)).toMatchObject([
            { contradiction_type: 'contextual', resolution_status: 'accepted' },
          ]);
        }
      });

      test('keeps the `contradicts` relationship without creating another one', async () => {
        expect((await relationshipsOf(one.id)).map((each) => each.id)).toEqual([relationshipId]);
      });

      test('keeps both memories searchable', async () => {
        await eventually(async () => {
          for (const ids of await searchIds('narwhals')) {
            expect(ids).toEqual(expect.arrayContaining([one.id, other.id]));
          }
        });
      });
    });
  });
}
