import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Loci } from '@loci/client';
import type { ClientTarget } from './client-target.ts';
import { collect, createTwo, failureOf, FRESH, UNKNOWN_ID } from '../../../support/client-calls.ts';

export function describeClientGraph(target: ClientTarget): void {
  describe('relationships', () => {
    let loci: Loci;
    beforeAll(async () => {
      loci = await (await target.createTenant()).createClient();
    });

    test('are created, read, changed, listed and deleted', async () => {
      const [from, to] = await createTwo(loci);
      const ends = { from_id: from, to_id: to };
      const created = await loci.relationships.create({
        ...ends,
        relationship_type: 'supports',
        strength: 0.8,
      });
      expect(created).toMatchObject({
        ...ends,
        relationship_type: 'supports',
        direction_type: 'DIRECTED',
        inverse_type: null,
        inverse_relationship_id: null,
        strength: 0.8,
        confidence: 0.8,
        evidence: {},
        traversal_properties: {},
        metadata: {},
        is_active: true,
        valid_from: null,
        valid_until: null,
        validity: 'current',
      });
      expect(await loci.relationships.get(created.id)).toEqual(created);
      const changed = await loci.relationships.update(created.id, {
        strength: 0.1,
        valid_until: '2001-01-01',
      });
      expect(changed).toMatchObject({ strength: 0.1, confidence: 0.8, validity: 'expired' });
      const listed = async (query: object): Promise<string[]> =>
        (await collect(loci.relationships.iterate({ memory_id: from, ...query, ...FRESH }))).map(
          ({ id }) => id,
        );
      expect(await listed({})).toEqual([]);
      expect(await listed({ include: 'expired' })).toEqual([created.id]);
      await loci.relationships.update(created.id, { valid_until: null });
      expect(await listed({ relationship_type: 'supports' })).toEqual([created.id]);
      expect(await listed({ relationship_type: 'causes' })).toEqual([]);
      expect(await listed({ from_id: to })).toEqual([]);
      expect((await loci.memories.get(from, FRESH)).relationships).toMatchObject([
        { id: created.id, to_id: to },
      ]);
      expect(await loci.relationships.delete(created.id)).toEqual({ id: created.id, deleted: true });
      expect(await failureOf(loci.relationships.get(created.id))).toMatchObject({
        status: 404,
        code: 'RES_NOT_FOUND',
      });
    });

    test('conflict with a relationship of the same type', async () => {
      const [from, to] = await createTwo(loci);
      const relationship = { from_id: from, to_id: to, relationship_type: 'sibling_of' } as const;
      await loci.relationships.create({ ...relationship, direction_type: 'BIDIRECTIONAL' });
      const inverse = { ...relationship, from_id: to, to_id: from };
      expect(await failureOf(loci.relationships.create(inverse))).toMatchObject({
        status: 409,
        code: 'RES_ALREADY_EXISTS',
        detailNames: [
          'from_id',
          'identifier',
          'relationship_id',
          'relationship_type',
          'resource_type',
          'to_id',
        ],
      });
      const { items } = await loci.relationships.list({ from_id: to, ...FRESH });
      expect(items.map(({ from_id: id }) => id)).toEqual([from]);
    });

    test('of a pair have inverse types', async () => {
      const [from, to] = await createTwo(loci);
      const forward = await loci.relationships.create({
        from_id: from,
        to_id: to,
        relationship_type: 'parent_of',
        direction_type: 'INVERSE_PAIRED',
        inverse_type: 'child_of',
      });
      const inverse = await loci.relationships.get(forward.inverse_relationship_id!);
      expect(inverse).toMatchObject({
        from_id: to,
        to_id: from,
        relationship_type: 'child_of',
        inverse_type: 'parent_of',
        inverse_relationship_id: forward.id,
      });
      await loci.relationships.delete(forward.id);
      expect((await loci.relationships.get(inverse.id)).inverse_relationship_id).toBeNull();
    });

    test('are created in bulk, all or none', async () => {
      const [a, b] = await createTwo(loci);
      const causes = { from_id: a, to_id: b, relationship_type: 'causes' } as const;
      const follows = { from_id: a, to_id: b, relationship_type: 'follows' } as const;
      expect(await failureOf(loci.relationships.createMany([causes, causes]))).toMatchObject({
        status: 409,
        code: 'RES_ALREADY_EXISTS',
        detailNames: ['errors', 'identifier', 'resource_type', 'same_as_index'],
      });
      expect(
        await failureOf(loci.relationships.createMany([causes, { ...follows, to_id: UNKNOWN_ID }])),
      ).toMatchObject({ status: 404, code: 'RES_NOT_FOUND' });
      const { created, updated, deleted, errors } = await loci.relationships.createMany([causes, follows]);
      expect(created.map(({ relationship_type: type }) => type)).toEqual(['causes', 'follows']);
      expect([updated, deleted, errors]).toEqual([[], [], []]);
      const between = await loci.relationships.deleteBetween({ from_id: a, to_id: b });
      expect(between).toEqual({ from_id: a, to_id: b, deleted: 2, deleted_ids: created.map(({ id }) => id) });
      expect(await failureOf(loci.relationships.deleteBetween({ from_id: a, to_id: b }))).toMatchObject({
        status: 404,
        detailNames: ['from_id', 'resource_type', 'to_id'],
      });
    });

    test('require two different active memories', async () => {
      const [a, b] = await createTwo(loci);
      const create = (to: string) =>
        failureOf(loci.relationships.create({ from_id: a, to_id: to, relationship_type: 'causes' }));
      expect(await create(a)).toMatchObject({ code: 'VAL_VALIDATION_FAILED', fields: ['to_id'] });
      expect(await create(UNKNOWN_ID)).toMatchObject({ code: 'RES_NOT_FOUND' });
      await loci.memories.evolve(b, { new_content: 'Moved.', evolution_type: 'update' });
      await loci.relationships.list(FRESH);
      expect(await create(b)).toMatchObject({
        code: 'RES_ALREADY_EXISTS',
        detailNames: ['current_memory_id', 'identifier', 'resource_type'],
      });
    });

    test('are carried over to a new version, and deleted with a memory', async () => {
      const [a, b] = await createTwo(loci);
      const ends = { from_id: a, to_id: b };
      const original = await loci.relationships.create({ ...ends, relationship_type: 'supports' });
      const { new_memory_id: next } = await loci.memories.evolve(a, {
        new_content: 'Ada lives in Paris.',
        evolution_type: 'update',
      });
      const { items } = await loci.relationships.list({ memory_id: b, ...FRESH });
      expect(items).toMatchObject([
        { from_id: next, to_id: b, relationship_type: 'supports', metadata: { carried_from: original.id } },
      ]);
      const all = await loci.relationships.list({ memory_id: a, include_inactive: true, ...FRESH });
      expect(
        all.items.map(({ relationship_type: type, is_active: active }) => [type, active]).sort(),
      ).toEqual([
        ['supports', false],
        ['updates', false],
      ]);
      await loci.memories.delete(b);
      expect((await loci.relationships.list({ memory_id: next, ...FRESH })).items).toEqual([]);
    });
  });

  describe('contradictions', () => {
    let loci: Loci;
    beforeAll(async () => {
      loci = await (await target.createTenant()).createClient();
    });

    const report = (source: string, other: string) =>
      loci.contradictions.create({
        source_memory_id: source,
        target_memory_id: other,
        contradiction_type: 'direct',
        confidence: 0.6,
      });

    test('are reported once, and listed by both memories', async () => {
      const [a, b] = await createTwo(loci);
      const reported = await report(a, b);
      expect(reported).toMatchObject({
        source_memory_id: a,
        target_memory_id: b,
        contradiction_type: 'direct',
        resolution_status: 'unresolved',
        confidence: 0.6,
        metadata: {},
      });
      expect(await failureOf(report(b, a))).toMatchObject({ status: 409, code: 'RES_ALREADY_EXISTS' });
      expect(await failureOf(report(a, a))).toMatchObject({ status: 422, fields: ['target_memory_id'] });
      expect(await failureOf(report(a, UNKNOWN_ID))).toMatchObject({ status: 404 });
      const { contradictions } = await loci.contradictions.list(b, FRESH);
      expect(contradictions).toMatchObject([{ id: reported.id, source_memory_id: b, target_memory_id: a }]);
      const { items } = await loci.relationships.list({ from_id: a, ...FRESH });
      expect(items).toMatchObject([{ to_id: b, relationship_type: 'contradicts', confidence: 0.6 }]);
      await loci.memories.delete(b);
      expect((await loci.contradictions.list(a, FRESH)).contradictions).toEqual([]);
    });

    test('are reported by a relationship of type contradicts', async () => {
      const [a, b] = await createTwo(loci);
      await loci.relationships.create({ from_id: a, to_id: b, relationship_type: 'contradicts' });
      const listed = await collect(loci.contradictions.iterate(a, FRESH));
      expect(listed).toMatchObject([{ contradiction_type: 'direct', target_memory_id: b }]);
    });

    test('are resolved by a choice', async () => {
      const [a, b] = await createTwo(loci);
      const { id } = await report(a, b);
      const resolved = await loci.contradictions.resolve(id, {
        resolution: 'choose_memory_1',
        reason: 'She moved.',
        close_validity: true,
      });
      expect(resolved).toMatchObject({
        resolution_status: 'resolved',
        resolution: 'choose_memory_1',
        reason: 'She moved.',
        new_memory_id: null,
      });
      expect(await loci.memories.get(b)).toMatchObject({
        lifecycle_state: 'deprecated',
        valid_until: resolved.resolved_at,
      });
      expect(await loci.memories.get(a)).toMatchObject({ lifecycle_state: 'active' });
      const again = loci.contradictions.resolve(id, { resolution: 'keep_both' });
      expect(await failureOf(again)).toMatchObject({
        status: 409,
        detailNames: ['identifier', 'resolution_status', 'resource_type'],
      });
    });

    test('are accepted by keeping both memories', async () => {
      const [a, b] = await createTwo(loci);
      const { id } = await report(a, b);
      expect(await loci.contradictions.resolve(id, { resolution: 'keep_both' })).toMatchObject({
        resolution_status: 'accepted',
        contradiction_type: 'contextual',
        reason: null,
      });
      expect(await loci.memories.get(b)).toMatchObject({ is_active: true });
    });

    test('are resolved by a new memory, which replaces both', async () => {
      const [a, b] = await createTwo(loci);
      const { id } = await report(a, b);
      const missing = loci.contradictions.resolve(id, { resolution: 'create_new' });
      expect(await failureOf(missing)).toMatchObject({ code: 'VAL_FIELD_REQUIRED', fields: ['new_content'] });
      const { new_memory_id: newId } = await loci.contradictions.resolve(id, {
        resolution: 'create_new',
        new_content: 'Ada moved from London to Lisbon.',
      });
      expect(await loci.memories.get(newId!)).toMatchObject({ version: 2, is_active: true });
      for (const replaced of [a, b])
        expect(await loci.memories.get(replaced)).toMatchObject({ lifecycle_state: 'evolved' });
      const { items } = await loci.relationships.list({ from_id: newId!, include_inactive: true, ...FRESH });
      expect(items.map(({ to_id: to, relationship_type: type }) => [to, type]).sort()).toEqual(
        [a, b].sort().map((replaced) => [replaced, 'supersedes']),
      );
      expect(
        await failureOf(loci.contradictions.resolve(UNKNOWN_ID, { resolution: 'keep_both' })),
      ).toMatchObject({
        status: 404,
      });
    });
  });
}
