import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Loci, Relationship } from '@loci/client';
import { failureOf, settle } from '../../support/client-calls.ts';
import { eventually } from '../../support/eventually.ts';
import type { TestPlatform } from '../test-platform.ts';

type RelationshipType = Relationship['relationship_type'];

const TYPES: readonly RelationshipType[] = [
  'supports',
  'causes',
  'follows',
  'precedes',
  'documents',
  'tests',
];

/**
 * Defines tests that delete memories while relationships to them are created.
 *
 * @see docs/reference/memories.md#delete-a-memory
 */
export function describeConcurrentDeletion(platform: TestPlatform): void {
  describe('deleting a memory while its relationships are created', () => {
    let loci: Loci;
    let others: string[];

    beforeAll(async () => {
      const tenant = await platform.createTenant();
      // A read that waits for the indexes would hide a relationship that is deleted late.
      loci = await tenant.createClient({}, { readYourWrites: false });
      others = await Promise.all(Array.from({ length: 6 }, (_, i) => store(`The harbor of island ${i}.`)));
    });

    const store = async (content: string): Promise<string> => (await loci.memories.create({ content })).id;
    const relate = async (
      from_id: string,
      to_id: string,
      relationship_type: RelationshipType,
    ): Promise<Relationship[]> => [await loci.relationships.create({ from_id, to_id, relationship_type })];

    /** Lists the places that still return a relationship of the memory: lists, traversals and search results. */
    async function findRelationships(id: string): Promise<string[]> {
      const { items: listed } = await loci.relationships.list({ memory_id: id, per_page: 100 });
      const traversals = await Promise.all(
        others.map((start) => loci.relationships.traverse({ start_memory_id: start, max_depth: 4 })),
      );
      const { items, search_metadata: metadata } = await loci.search.hybrid({
        query: 'harbor of an island',
        graph_max_depth: 5,
      });
      const contexts = items.flatMap((item) => item.metadata.graph_context!.relationships);
      const { nodes, edges } = metadata.knowledge_cloud!;
      return [
        ...listed.map((each) => `list: ${each.id}`),
        ...traversals.filter(({ visited_chunks: visited }) => visited.includes(id)).map(() => 'traversal'),
        ...contexts.filter((each) => each.to_id === id).map(() => 'graph_context'),
        ...nodes.filter((each) => each.id === id).map(() => 'node of the knowledge cloud'),
        ...edges
          .filter((each) => [each.from_id, each.to_id].includes(id))
          .map(() => 'edge of the knowledge cloud'),
      ];
    }

    test.each([0, 4, 8, 12])(
      'leaves no relationship behind if the deletion starts after %i of 36 relationship writes',
      async (createdBefore) => {
        const id = await store(`Ferry ${createdBefore} calls at every harbor.`);
        const writes = TYPES.flatMap((type) =>
          others.map((other, i) => (i % 2 ? relate(id, other, type) : relate(other, id, type))),
        );
        const bulk = loci.relationships.createMany(
          others.map((other) => ({ from_id: id, to_id: other, relationship_type: 'part_of' })),
        );
        const settled = settle([...writes, bulk.then(({ created }) => created)]);
        await Promise.all(writes.slice(0, createdBefore));
        await loci.memories.delete(id);

        // Waits until the graph service has processed the deletion.
        await eventually(async () =>
          expect(await failureOf(relate(others[0]!, id, 'references'))).toMatchObject({
            code: 'RES_NOT_FOUND',
          }),
        );
        await eventually(async () => expect(await findRelationships(id)).toEqual([]));
        const { results, failures } = await settled;
        expect(failures.filter(({ status }) => status !== 404)).toEqual([]);
        expect(await findRelationships(id)).toEqual([]);
        for (const created of results.flat()) {
          expect(await failureOf(loci.relationships.get(created.id))).toMatchObject({ status: 404 });
        }
        await eventually(async () => {
          for (const other of others) expect((await loci.memories.get(other)).relationships).toEqual([]);
        });
      },
      30_000,
    );
  });
}
