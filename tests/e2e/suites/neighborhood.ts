import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Body, Loci, MemoryInput } from '@loci/client';
import { failureOf } from '../../support/client-calls.ts';
import { eventually } from '../../support/eventually.ts';
import type { TestPlatform } from '../test-platform.ts';

/** Defines the tests of neighborhoods. @see docs/reference/relationships.md#get-a-neighborhood */
export function describeNeighborhood(platform: TestPlatform): void {
  describe('the neighborhood of a memory', () => {
    let loci: Loci;
    let other: Loci;
    let [mill, river, bridge, ferry] = ['', '', '', ''];

    const store = async (content: string, fields: Partial<MemoryInput> = {}): Promise<string> =>
      (await loci.memories.create({ content, ...fields })).id;
    const relate = (
      from_id: string,
      to_id: string,
      fields: Partial<Body<'post', '/api/v2/relationships'>> = {},
    ) => loci.relationships.create({ from_id, to_id, relationship_type: 'references', ...fields });
    const read = (request: Body<'post', '/api/v2/relationships/neighborhood'>, from = loci) =>
      from.relationships.neighborhood(request);
    const idsOf = ({ memories }: { memories: { id: string }[] }): string[] => memories.map(({ id }) => id);

    beforeAll(async () => {
      ({ loci } = await platform.createTenant());
      ({ loci: other } = await platform.createTenant());
      mill = await store('The mill stands at the river.', { tags: ['mill'] });
      river = await store('The river freezes in January.');
      bridge = await store('The bridge crosses the river.');
      ferry = await store('The ferry crossed the river.', {
        valid_from: '2000-01-01',
        valid_until: '2020-01-01',
      });
      await relate(mill, river, { strength: 0.9 });
      await relate(bridge, mill, { strength: 0.4, relationship_type: 'follows' });
      await relate(bridge, river);
      await relate(ferry, mill);
      await eventually(async () => {
        const { memories, relationships } = await read({ memory_ids: [mill] });
        expect(relationships).toHaveLength(3);
        // The graph counts the relationship with the former ferry until it has received the period of the ferry.
        expect(memories[0]!.relationship_count).toBe(2);
      });
    }, 60_000);

    test('has contents and relationships in one response, strongest first', async () => {
      const data = await read({ memory_ids: [mill] });
      expect(data).toMatchObject({
        memories: [
          {
            id: mill,
            content: 'The mill stands at the river.',
            memory_type: 'fact',
            tags: ['mill'],
            relationship_count: 2,
          },
          { id: river },
          { id: bridge },
        ],
        truncated: false,
      });
      expect(data.relationships).toContainEqual({
        id: expect.any(String),
        from_id: bridge,
        to_id: mill,
        relationship_type: 'follows',
        direction_type: 'DIRECTED',
        strength: 0.4,
      });
    });

    test('contains what was true at a time', async () => {
      expect(idsOf(await read({ memory_ids: [mill] }))).not.toContain(ferry);
      expect(idsOf(await read({ memory_ids: [mill], as_of: '2010-01-01' }))).toContain(ferry);
    });

    test('grows from a known memory without returning it again', async () => {
      const data = await read({ memory_ids: [river], known_ids: [mill] });
      expect(idsOf(data)).toEqual([river, bridge]);
      expect(data.relationships).toHaveLength(3);
    });

    test('contains nothing of another tenant', async () => {
      for (const time of [{}, { as_of: '2010-01-01' }]) {
        const request = { memory_ids: [mill, ferry], known_ids: [river, bridge], ...time };
        expect(await read(request, other)).toEqual({ memories: [], relationships: [], truncated: false });
      }
    });

    test('rejects an id that is not a UUID', async () => {
      expect(await failureOf(read({ memory_ids: ['mill'] }))).toMatchObject({
        status: 422,
        code: 'VAL_UUID_INVALID',
      });
    });
  });
}
