import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Body, Data, Loci, Memory, Relationship } from '@loci/client';
import type { Json } from '../../support/api-connection.ts';
import { callTool } from '../../support/call-tool.ts';
import { failureOf } from '../../support/client-calls.ts';
import { eventually } from '../../support/eventually.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

type EvolutionType = Body<'post', '/api/v2/memories/{memory_id}/evolve'>['evolution_type'];

const RELATIONSHIP_TYPES = [
  ['correction', 'supersedes'],
  ['update', 'updates'],
  ['expansion', 'evolution_of'],
  ['contradiction', 'contradicts'],
  ['deprecation', 'supersedes'],
] as const;

/**
 * Defines the tests of versions and contradictions in the services that consume memory events.
 *
 * @see docs/reference/memories.md#evolve-a-memory
 */
export function describeEvolutionAndContradictions(platform: TestPlatform): void {
  describe('versions and contradictions', () => {
    let tenant: Tenant;
    let loci: Loci;

    beforeAll(async () => {
      tenant = await platform.createTenant();
      ({ loci } = tenant);
    });

    const store = (content: string) => loci.memories.create({ content });
    const evolve = (id: string, new_content: string, evolution_type: EvolutionType = 'update') =>
      loci.memories.evolve(id, { new_content, evolution_type });
    const relate = (
      from_id: string,
      to_id: string,
      relationship_type: Relationship['relationship_type'],
    ): Promise<Relationship> => loci.relationships.create({ from_id, to_id, relationship_type });
    const relationshipsOf = async (id: string): Promise<Relationship[]> =>
      (await loci.relationships.list({ memory_id: id, per_page: 100, include_inactive: true })).items;
    const contradictionsOf = async (id: string) => (await loci.contradictions.list(id)).contradictions;
    const tool = (name: string, args: Record<string, unknown>): Promise<Json> =>
      callTool(tenant.send, tenant.token, name, args);
    /** Returns the ids found by hybrid search and by vector search. */
    const searchIds = async (query: string): Promise<string[][]> => {
      const [hybrid, vector] = await Promise.all([
        loci.search.hybrid({ query, limit: 100, graph_max_depth: 5 }),
        loci.search.vector({ query, limit: 100 }),
      ]);
      return [hybrid, vector].map(({ items }) => items.map(({ id }) => id));
    };

    test.each(RELATIONSHIP_TYPES)(
      'an evolution of type %s creates a %s relationship to the old version instead of a contradiction',
      async (evolution_type, relationship_type) => {
        const old = await store(`The ferry leaves at noon (${evolution_type}).`);
        const evolved = await evolve(old.id, 'The ferry leaves at one.', evolution_type);
        const related = await eventually(() => loci.relationships.get(evolved.evolution_id));
        expect(related).toMatchObject({
          from_id: evolved.new_memory_id,
          to_id: old.id,
          relationship_type,
          direction_type: 'DIRECTED',
        });
        // Once the memory service has stored the relationship, it would also have stored a contradiction.
        await eventually(async () =>
          expect(await loci.memories.get(old.id, { include_inactive: true })).toMatchObject({
            relationships: [{ id: evolved.evolution_id }],
          }),
        );
        expect(await contradictionsOf(old.id)).toEqual([]);
      },
    );

    test('search and analysis use only active versions, unless a search includes superseded versions', async () => {
      const own = await platform.createTenant();
      const [first, other] = [
        await own.loci.memories.create({ content: 'The quagga grazes in the morning.' }),
        await own.loci.memories.create({ content: 'A note about another subject.' }),
      ];
      await own.loci.relationships.create({
        from_id: other.id,
        to_id: first.id,
        relationship_type: 'references',
        strength: 1,
      });
      const { new_memory_id: second } = await own.loci.memories.evolve(first.id, {
        new_content: 'The quagga grazes in the evening.',
        evolution_type: 'correction',
      });
      await eventually(async () => {
        for (const query of ['quagga grazes in the morning', 'a note about another subject']) {
          const hybrid = await own.loci.search.hybrid({ query, limit: 100 });
          const vector = await own.loci.search.vector({ query, limit: 100 });
          for (const { items } of [hybrid, vector]) {
            const ids = items.map(({ id }) => id);
            expect([ids.includes(first.id), ids.includes(second)]).toEqual([false, true]);
          }
          const cloud = hybrid.search_metadata.knowledge_cloud?.nodes ?? [];
          expect(cloud.map(({ id }) => id)).not.toContain(first.id);
          for (const { id, version } of cloud) expect(version).toBe(id === second ? 2 : 1);
        }
        const query = 'quagga grazes in the morning';
        for (const name of ['hybrid', 'vector'] as const) {
          const { items } = await own.loci.search[name]({ query, include: ['superseded'] });
          const marks = items.map((item) => [item.id, item.validity, item.superseded_by]);
          expect(marks[0]).toEqual([first.id, 'superseded', second]);
          expect(marks).toContainEqual([second, undefined, undefined]);
        }
        for (const name of ['recall', 'search']) {
          const { results } = await callTool(own.send, own.token, name, { query, include: ['superseded'] });
          const mark = { id: first.id, validity: 'superseded', superseded_by: second };
          expect(results).toContainEqual(expect.objectContaining(mark));
        }
        expect((await own.loci.analysis.insights()).statistics.total_memories).toBe(2);
        const { memories } = await own.loci.analysis.reflect();
        expect(memories.map(({ id }) => id).sort()).toEqual([other.id, second].sort());
        expect((await own.loci.search.stats()).total_memories).toBe(2);
      });
    });

    test.each(['hybrid', 'vector'] as const)(
      '%s search with known_at returns the text that was known then, and rejects a time in the future',
      async (name) => {
        const { loci: own } = await platform.createTenant();
        const search = (known_at: string) => own.search[name]({ query: 'a zebra', known_at });
        const { id } = await own.memories.create({ content: 'A zebra is in the garden.' });
        const { updated_at: knownAt } = await own.memories.get(id);
        await own.memories.update(id, { content: 'A zebra is in the zoo.' });
        await eventually(async () => {
          const { items } = await search(knownAt);
          expect(items.map((item) => [item.id, item.content, item.text_changed_since])).toEqual([
            [id, 'A zebra is in the garden.', true],
          ]);
        });
        expect(await failureOf(search('2200-01-01'))).toMatchObject({
          status: 422,
          code: 'VAL_FIELD_INVALID',
          fieldErrors: { known_at: ['known_at must not be in the future.'] },
        });
      },
    );

    describe('the relationships of a memory that evolves', () => {
      let old: Memory;
      let other: Memory;
      let original: Relationship;
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

      /** Error of a change of the old version. */
      const superseded = () => ({
        status: 409,
        code: 'RES_ALREADY_EXISTS',
        details: { current_memory_id: next },
      });

      test('are carried over to the new version', async () => {
        const { relationships } = await eventually(async () => {
          const memory = await loci.memories.get(next);
          expect(memory.relationships).toHaveLength(1);
          return memory;
        });
        expect(relationships).toMatchObject([
          { from_id: other.id, to_id: next, relationship_type: 'documents' },
        ]);
        expect(await loci.relationships.get(relationships![0]!.id)).toMatchObject({
          metadata: { carried_from: original.id },
          is_active: true,
        });
      });

      test('stay readable at the old version with include_inactive=true', async () => {
        const ids = [original.id, evolutionId].sort();
        await eventually(async () => {
          const { relationships } = await loci.memories.get(old.id, { include_inactive: true });
          expect(relationships!.map(({ id }) => id).sort()).toEqual(ids);
          expect((await loci.memories.get(old.id)).relationships).toEqual([]);
        });
      });

      test('are followed by a traversal and the assistant tool explore only to the new version', async () => {
        const start = { start_memory_id: other.id };
        expect((await loci.relationships.traverse(start)).nodes).toEqual([
          { id: other.id, version: 1, is_active: true, validity: 'current' },
          { id: next, version: 2, is_active: true, validity: 'current' },
        ]);
        const all = await loci.relationships.traverse({ ...start, include_inactive: true });
        expect(all.visited_chunks).toContain(old.id);
        const explored = await tool('explore', { start_memory: other.id });
        expect(explored['nodes']).toMatchObject([
          { id: other.id },
          { id: next, content: 'The mill burned down.', version: 2 },
        ]);
      });

      test('remain at an old version whose content and tags cannot be changed', async () => {
        for (const change of [
          () => loci.memories.update(old.id, { tags: ['x'], content: 'The mill stood.' }),
          () => loci.memories.addTags(old.id, ['x']),
          () => loci.memories.removeTags(old.id, ['x']),
        ]) {
          expect(await failureOf(change())).toMatchObject(superseded());
        }
      });

      test('cannot be extended at the old version', async () => {
        expect(await failureOf(relate(other.id, old.id, 'references'))).toMatchObject(superseded());
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
      let source: Memory;
      let target: Memory;
      let created: string;
      let resolved: Data<'post', '/api/v2/memories/contradictions/{contradiction_id}/resolve'>;
      beforeAll(async () => {
        [source, target] = [
          await store('The axolotl eats once a day.'),
          await store('The axolotl eats twice a day.'),
        ];
        const { id } = await loci.contradictions.create({
          source_memory_id: source.id,
          target_memory_id: target.id,
          contradiction_type: 'partial',
        });
        resolved = await loci.contradictions.resolve(id, {
          resolution: 'create_new',
          new_content: 'The axolotl eats once a day in winter.',
          reason: 'It depends on the season.',
        });
        created = resolved.new_memory_id!;
      });

      test('marks the contradiction as resolved', () => {
        expect(resolved).toMatchObject({ resolution: 'create_new', resolution_status: 'resolved' });
      });

      test('creates a memory that supersedes both memories and is the only memory that search finds', async () => {
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
        const { current, history } = await loci.memories.history(source.id);
        expect([current.id, history.map(({ id }) => id)]).toEqual([created, [source.id, created]]);
        expect(await loci.memories.get(created)).toMatchObject({ version: 2, is_active: true });
      });
    });

    test.each([
      ['choose_memory_1', 0],
      ['choose_memory_2', 1],
    ] as const)(
      'after resolving a contradiction with %s, search finds only the chosen memory',
      async (resolution, kept) => {
        const [first, second] = [
          await store(`Ibis ${resolution} nest in spring.`),
          await store(`Ibis ${resolution} nest in autumn.`),
        ];
        const { id } = await loci.contradictions.create({
          source_memory_id: first.id,
          target_memory_id: second.id,
          contradiction_type: 'direct',
        });
        await loci.contradictions.resolve(id, { resolution });
        const both = [first.id, second.id];
        await eventually(async () => {
          for (const ids of await searchIds(`ibis ${resolution} nest`)) {
            expect(ids.filter((each) => both.includes(each))).toEqual([both[kept]]);
          }
        });
      },
    );

    describe('resolving a contradiction with keep_both', () => {
      let one: Memory;
      let other: Memory;
      let relationshipId: string;
      beforeAll(async () => {
        [one, other] = [await store('Narwhals dive deep.'), await store('Narwhals stay shallow.')];
        relationshipId = (await relate(one.id, other.id, 'contradicts')).id;
        const [contradiction] = await eventually(async () => {
          const listed = await contradictionsOf(one.id);
          expect(listed).toHaveLength(1);
          return listed;
        });
        await loci.contradictions.resolve(contradiction!.id, { resolution: 'keep_both' });
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
