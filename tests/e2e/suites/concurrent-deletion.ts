import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import type { ApiResponse, Json } from '../../support/api-connection.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

const TYPES = ['supports', 'causes', 'follows', 'precedes', 'documents', 'tests'];

/**
 * Defines tests that delete memories while relationships to them are created.
 *
 * @see docs/reference/memories.md#delete-a-memory
 */
export function describeConcurrentDeletion(platform: TestPlatform): void {
  describe('deleting a memory while its relationships are created', () => {
    let tenant: Tenant;
    let others: string[];

    beforeAll(async () => {
      tenant = await platform.createTenant();
      others = await Promise.all(
        Array.from({ length: 6 }, async (_, i) => (await store(`The harbor of island ${i}.`)).id),
      );
    });

    const store = (content: string): Promise<Json> => tenant.data('POST', '/api/v2/memories', { content });
    const relate = (from_id: string, to_id: string, relationship_type: string): Promise<ApiResponse> =>
      tenant.call('POST', '/api/v2/relationships', { from_id, to_id, relationship_type });

    /** Lists the places that still return a relationship of the memory: lists, traversals and search results. */
    async function findRelationships(id: string): Promise<string[]> {
      const { items } = await tenant.data('GET', `/api/v2/relationships?memory_id=${id}&per_page=100`);
      const traversals = await Promise.all(
        others.map((start) =>
          tenant.data('POST', '/api/v2/relationships/traverse', { start_memory_id: start, max_depth: 4 }),
        ),
      );
      const search = await tenant.data('POST', '/api/v2/search/hybrid', {
        query: 'harbor of an island',
        graph_max_depth: 5,
      });
      const contexts = search.items.flatMap((item: Json) => item.metadata.graph_context.relationships);
      const { nodes, edges } = search.search_metadata.knowledge_cloud;
      return [
        ...items.map((each: Json) => `list: ${each.id}`),
        ...traversals.filter(({ visited_chunks: visited }) => visited.includes(id)).map(() => 'traversal'),
        ...contexts.filter((each: Json) => each.to_id === id).map(() => 'graph_context'),
        ...nodes.filter((each: Json) => each.id === id).map(() => 'node of the knowledge cloud'),
        ...edges
          .filter((each: Json) => [each.from_id, each.to_id].includes(id))
          .map(() => 'edge of the knowledge cloud'),
      ];
    }

    test.each([0, 4, 8, 12])(
      'leaves no relationship behind if the deletion starts after %i of 36 relationship writes',
      async (createdBefore) => {
        const { id } = await store(`Ferry ${createdBefore} calls at every harbor.`);
        const writes = TYPES.flatMap((type) =>
          others.map((other, i) => (i % 2 ? relate(id, other, type) : relate(other, id, type))),
        );
        const bulk = tenant.call(
          'POST',
          '/api/v2/relationships/bulk',
          others.map((other) => ({ from_id: id, to_id: other, relationship_type: 'part_of' })),
        );
        await Promise.all(writes.slice(0, createdBefore));
        expect((await tenant.call('DELETE', `/api/v2/memories/${id}`)).status).toBe(200);

        // Waits until the graph service has processed the deletion.
        await eventually(async () =>
          expect((await relate(others[0]!, id, 'references')).body.error?.code).toBe('RES_NOT_FOUND'),
        );
        await eventually(async () => expect(await findRelationships(id)).toEqual([]));
        const responses = await Promise.all([...writes, bulk]);
        expect(responses.filter(({ status }) => ![201, 404].includes(status))).toEqual([]);
        expect(await findRelationships(id)).toEqual([]);
        const created: string[] = responses.flatMap(({ status, body }) =>
          status === 201 ? [body.data.created ?? body.data].flat().map((each: Json) => each.id) : [],
        );
        for (const relationshipId of created) {
          expect((await tenant.call('GET', `/api/v2/relationships/${relationshipId}`)).status).toBe(404);
        }
        await eventually(async () => {
          for (const other of others) {
            const { relationships } = await tenant.data('GET', `/api/v2/memories/${other}`);
            expect(relationships).toEqual([]);
          }
        });
      },
      30_000,
    );
  });
}
