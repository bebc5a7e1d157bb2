import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import type { ApiResponse, Json } from '../../support/api-connection.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

const ROUNDS = 4;
const TYPES = ['supports', 'causes', 'follows', 'precedes', 'documents', 'tests'];

/**
 * A memory that goes while its relationships are written. Once the graph service knows, no edge of it is served any
 * more, and in the end there is none anywhere.
 * @see SPEC.md "Memories" 5
 */
export function describeDeletion(platform: TestPlatform): void {
  describe('a memory deleted while its relationships are written', () => {
    let tenant: Tenant;
    let others: string[];

    beforeAll(async () => {
      tenant = await platform.createTenant();
      others = await Promise.all(
        Array.from({ length: 6 }, async (_, i) => (await store(`The harbour of island ${i}.`)).id),
      );
    });

    const store = (content: string): Promise<Json> => tenant.data('POST', '/api/v2/memories', { content });
    const relate = (from_id: string, to_id: string, relationship_type: string): Promise<ApiResponse> =>
      tenant.call('POST', '/api/v2/relationships', { from_id, to_id, relationship_type });

    /** Where an edge to the memory is still served: by the graph itself, and by what walks it. */
    async function served(id: string): Promise<string[]> {
      const { items } = await tenant.data('GET', `/api/v2/relationships?memory_id=${id}&per_page=100`);
      const walks = await Promise.all(
        others.map((start) =>
          tenant.data('POST', '/api/v2/relationships/traverse', { start_memory_id: start, max_depth: 4 }),
        ),
      );
      const search = await tenant.data('POST', '/api/v2/search/hybrid', {
        query: 'harbour of an island',
        graph_max_depth: 5,
      });
      const contexts = search.items.flatMap((item: Json) => item.metadata.graph_context.relationships);
      const { nodes, edges } = search.search_metadata.knowledge_cloud;
      return [
        ...items.map((each: Json) => `listed: ${each.id}`),
        ...walks.filter(({ visited_chunks: visited }) => visited.includes(id)).map(() => 'walked'),
        ...contexts.filter((each: Json) => each.to_id === id).map(() => 'in a graph_context'),
        ...nodes.filter((each: Json) => each.id === id).map(() => 'a node of the cloud'),
        ...edges
          .filter((each: Json) => [each.from_id, each.to_id].includes(id))
          .map(() => 'an edge of the cloud'),
      ];
    }

    test(`no edge of it is served once it is gone from the graph, and none survives, in ${ROUNDS} rounds`, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { id } = await store(`The ferry ${round} calls at every harbour.`);
        const writes = TYPES.flatMap((type) =>
          others.map((other, i) => (i % 2 ? relate(id, other, type) : relate(other, id, type))),
        );
        const bulk = tenant.call(
          'POST',
          '/api/v2/relationships/bulk',
          others.map((other) => ({ from_id: id, to_id: other, relationship_type: 'part_of' })),
        );
        // Another number of them each time.
        await Promise.all(writes.slice(0, round * 4));
        expect((await tenant.call('DELETE', `/api/v2/memories/${id}`)).status).toBe(200);

        // From now on the graph service knows: nobody can add an edge, and those that are there go.
        await eventually(async () =>
          expect((await relate(others[0]!, id, 'references')).body.error?.code).toBe('RES_NOT_FOUND'),
        );
        await eventually(async () => expect(await served(id)).toEqual([]));
        const answers = await Promise.all([...writes, bulk]);
        expect(answers.filter(({ status }) => ![201, 404].includes(status))).toEqual([]);
        expect([round, await served(id)]).toEqual([round, []]);
        const made: string[] = answers.flatMap(({ status, body }) =>
          status === 201 ? [body.data.created ?? body.data].flat().map((each: Json) => each.id) : [],
        );
        for (const relationshipId of made) {
          expect((await tenant.call('GET', `/api/v2/relationships/${relationshipId}`)).status).toBe(404);
        }
        await eventually(async () => {
          for (const other of others) {
            const { relationships } = await tenant.data('GET', `/api/v2/memories/${other}`);
            expect(relationships).toEqual([]);
          }
        });
      }
    }, 90_000);
  });
}
