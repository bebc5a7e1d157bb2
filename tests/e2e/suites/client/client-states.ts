import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Loci } from '@loci/client';
import type { ClientTarget } from './client-target.ts';
import { collect, failureOf } from '../../../support/client-calls.ts';

type State = Awaited<ReturnType<Loci['memories']['states']>>['states'][number];

export function describeClientStates(target: ClientTarget): void {
  describe('states of memories', () => {
    let source: Loci;
    let states: State[];
    beforeAll(async () => {
      source = await (await target.createTenant()).createClient();
      const { id } = await source.memories.create({ content: 'One.', tags: ['b', 'a'], metadata: { n: 1 } });
      await source.memories.update(id, { content: 'Two.' });
      await source.memories.evolve(id, { new_content: 'Three.', evolution_type: 'update' });
      states = await collect(source.memories.iterateStates({ per_page: 2 }));
    });

    test('are listed by memory, the current state first', () => {
      expect(
        states.map(({ revision, content, lifecycle_state: state }) => [revision, content, state]),
      ).toEqual([
        [3, 'Two.', 'evolved'],
        [2, 'Two.', 'active'],
        [1, 'One.', 'active'],
        [1, 'Three.', 'active'],
      ]);
      expect(states.map(({ recorded_until: until }) => until === null)).toEqual([true, false, false, true]);
      expect(states[0]).toMatchObject({
        tags: ['a', 'b'],
        content_revision: 2,
        superseded_by: states[3]!.id,
      });
    });

    test('are restored to another tenant, and listed there unchanged', async () => {
      const copy = await (await target.createTenant()).createClient();
      const outcome = { existing: 0, failed: 0, errors: [] };
      expect(await copy.memories.restoreStates(states)).toEqual({ ...outcome, restored: 4 });
      expect(await collect(copy.memories.iterateStates())).toEqual(states);
      expect(await copy.memories.restoreStates(states)).toEqual({ ...outcome, restored: 0, existing: 4 });
      expect(await copy.memories.get(states[3]!.id)).toMatchObject({ content: 'Three.', version: 2 });
    });

    test('are not restored if they are deleted, replaced without a current state, or of another chain', async () => {
      const copy = await (await target.createTenant()).createClient();
      const replaced = await copy.memories.restoreStates([states[2]!]);
      expect(replaced).toMatchObject({
        restored: 0,
        failed: 1,
        errors: [{ index: 0, code: 'RES_NOT_FOUND' }],
      });
      await copy.memories.restoreStates([states[3]!]);
      await copy.memories.delete(states[3]!.id);
      expect(await copy.memories.restoreStates([states[3]!])).toMatchObject({
        errors: [{ index: 0, code: 'RES_ALREADY_EXISTS' }],
      });
      const future = {
        ...states[3]!,
        id: states[0]!.id,
        chain_id: states[0]!.id,
        version: 1,
        updated_at: '2999-01-01',
      };
      expect(await copy.memories.restoreStates([future])).toMatchObject({
        errors: [{ index: 0, code: 'VAL_VALIDATION_FAILED' }],
      });
    });

    test('are rejected as a whole if one contradicts itself', async () => {
      const copy = await (await target.createTenant()).createClient();
      const invalid = { ...states[3]!, superseded_by: states[0]!.id };
      expect(await failureOf(copy.memories.restoreStates([states[0]!, invalid]))).toMatchObject({
        code: 'VAL_VALIDATION_FAILED',
        fields: ['states.1.superseded_by'],
      });
      expect((await copy.memories.states()).states).toEqual([]);
    });

    test('are restored only by owners', async () => {
      const member = await (await target.createTenant()).createClient({ role: 'member' });
      expect(await failureOf(member.memories.restoreStates(states))).toMatchObject({
        name: 'PermissionError',
        code: 'AUTH_FORBIDDEN',
        detailNames: ['current_role', 'required_role'],
      });
    });
  });
}
