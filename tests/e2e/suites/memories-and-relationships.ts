import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Body, Loci, Memory, MemoryInput, Relationship } from '@loci/client';
import { failureOf, settle } from '../../support/client-calls.ts';
import type { Failure } from '../../support/client-calls.ts';
import { eventually } from '../../support/eventually.ts';
import type { TestPlatform } from '../test-platform.ts';

const NOT_FOUND = { status: 404, code: 'RES_NOT_FOUND' };
const ALREADY_EXISTS = { status: 409, code: 'RES_ALREADY_EXISTS' };
const INVALID = { status: 422, code: 'VAL_VALIDATION_FAILED' };

/**
 * Defines the tests of memories, relationships and contradictions across services.
 *
 * @see docs/reference/memories.md
 */
export function describeMemoriesAndRelationships(platform: TestPlatform): void {
  let loci: Loci;

  beforeAll(async () => {
    ({ loci } = await platform.createTenant());
  });

  const store = (content: string, fields: Partial<MemoryInput> = {}) =>
    loci.memories.create({ content, ...fields });
  const relate = (
    from_id: string,
    to_id: string,
    relationship_type: Relationship['relationship_type'],
    fields: Partial<Body<'post', '/api/v2/relationships'>> = {},
  ) => loci.relationships.create({ from_id, to_id, relationship_type, ...fields });
  const search = async (query: string): Promise<string[]> => {
    const { items } = await loci.search.hybrid({ query, graph_weight: 0, bm25_weight: 0.6 });
    return items.map(({ id }) => id);
  };

  describe('memories', () => {
    test('a stored memory becomes searchable', async () => {
      const { id } = await store('The quokka sleeps in the shade.');
      await eventually(async () => expect(await search('quokka')).toContain(id));
    });

    test('an updated memory is found by its new content', async () => {
      const { id } = await store('The bilby sleeps in a burrow.');
      await loci.memories.update(id, { content: 'The numbat sleeps in a log.' });
      await eventually(async () => {
        const { items } = await loci.search.hybrid('numbat');
        expect(items[0]).toMatchObject({ id, content: 'The numbat sleeps in a log.' });
      });
      await eventually(async () =>
        expect(await loci.memories.get(id)).toMatchObject({ embedding_status: 'completed' }),
      );
    });

    test('a deleted memory is neither returned nor found', async () => {
      const { id } = await store('The potoroo digs for truffles.');
      await eventually(async () => expect(await search('potoroo')).toContain(id));
      expect(await loci.memories.delete(id)).toEqual({ id, deleted: true });
      expect(await failureOf(loci.memories.get(id))).toMatchObject(NOT_FOUND);
      await eventually(async () => expect(await search('potoroo truffles')).not.toContain(id));
    });

    test.each(['identity_core', 'personality_trait'] as const)(
      'a memory of the protected type %s cannot be created',
      async (type) => {
        expect(await failureOf(store('Me.', { memory_type: type }))).toMatchObject({
          status: 403,
          code: 'AUTH_FORBIDDEN',
          message: expect.stringContaining(type),
        });
      },
    );

    test('a protected memory cannot be updated, deleted or evolved', async () => {
      const { id } = await loci.personality.addTrait({ content: 'Be brief.' });
      for (const change of [
        () => loci.memories.update(id, { content: 'Be long.' }),
        () => loci.memories.delete(id),
        () => loci.memories.evolve(id, { new_content: 'Be long.', evolution_type: 'update' }),
      ]) {
        expect(await failureOf(change())).toMatchObject({ status: 403, code: 'AUTH_FORBIDDEN' });
      }
    });

    test('a memory with more than 10 tags is rejected when created, updated or tagged', async () => {
      const tags = Array.from({ length: 11 }, (_, i) => `tag ${i}`);
      const { id } = await store('Tagged.', { tags: tags.slice(1) });
      for (const write of [
        () => store('Tagged.', { tags }),
        () => loci.memories.update(id, { tags }),
        () => loci.memories.addTags(id, ['another']),
      ]) {
        expect(await failureOf(write())).toMatchObject(INVALID);
      }
    });

    test('a checkpoint with the name of another checkpoint is rejected with 409', async () => {
      const storeCheckpoint = () =>
        store('State.', { memory_type: 'checkpoint', metadata: { name: 'monday' } });
      await storeCheckpoint();
      const failure = await failureOf(storeCheckpoint());
      expect(failure).toMatchObject(ALREADY_EXISTS);
      expect(failure.details).toEqual({ resource_type: 'checkpoint', identifier: 'monday' });
    });
  });

  describe('eight concurrent evolutions of a memory', () => {
    let id: string;
    let newIds: string[];
    let failures: Failure[];
    beforeAll(async () => {
      ({ id } = await store('The wombat digs at noon.'));
      const settled = await settle(
        Array.from({ length: 8 }, (_, i) =>
          loci.memories.evolve(id, {
            new_content: `The wombat digs at night ${i}.`,
            evolution_type: 'correction',
          }),
        ),
      );
      newIds = settled.results.map(({ new_memory_id: newId }) => newId);
      failures = settled.failures;
    });

    test('are rejected with 409, except one', () => {
      expect(newIds).toHaveLength(1);
      expect(failures).toMatchObject(Array(7).fill(ALREADY_EXISTS));
    });

    test('name the current version in each 409 response', () => {
      for (const { details } of failures) expect(details).toMatchObject({ current_memory_id: newIds[0] });
    });

    test('add one version to the history', async () => {
      expect(await loci.memories.history(id)).toMatchObject({
        current: { id: newIds[0] },
        total_versions: 2,
      });
    });

    test('keep the replaced state of the memory as a revision', async () => {
      const { revisions } = await loci.memories.revisions(id);
      expect(revisions).toMatchObject([
        { revision: 2, change: 'superseded' },
        { revision: 1, change: 'created', recorded_until: revisions[0]!.recorded_at },
      ]);
    });

    test('leave only the new version searchable, with a `supersedes` relationship', async () => {
      const [newId] = newIds as [string];
      await eventually(async () => {
        const found = await search('wombat digs');
        expect([found.includes(newId), found.includes(id)]).toEqual([true, false]);
        const { items } = await loci.relationships.list({
          from_id: newId,
          to_id: id,
          include_inactive: true,
        });
        expect(items).toMatchObject([{ relationship_type: 'supersedes' }]);
      });
    });
  });

  describe('relationships', () => {
    let a: Memory;
    let b: Memory;
    let supports: Relationship;
    beforeAll(async () => {
      [a, b] = [await store('Node A.'), await store('Node B.')];
      supports = await relate(a.id, b.id, 'supports', { strength: 0.5, confidence: 1 });
    });

    const PAIRED = { direction_type: 'INVERSE_PAIRED', inverse_type: 'child_of' } as const;
    const traverse = (start: string, fields: Partial<Body<'post', '/api/v2/relationships/traverse'>> = {}) =>
      loci.relationships.traverse({ start_memory_id: start, ...fields });

    test('can be created directly after the memories', async () => {
      const [from, to] = [await store('Just stored.'), await store('Also just stored.')];
      expect(await relate(from.id, to.id, 'supports')).toMatchObject({ from_id: from.id, to_id: to.id });
    });

    test('are unique per source, target and type', async () => {
      expect(await failureOf(relate(a.id, b.id, 'supports'))).toMatchObject(ALREADY_EXISTS);
    });

    test('cannot connect a memory with itself', async () => {
      expect(await failureOf(relate(a.id, a.id, 'supports'))).toMatchObject(INVALID);
    });

    test('require an inverse type if they are INVERSE_PAIRED', async () => {
      const unpaired = relate(a.id, b.id, 'causes', { direction_type: 'INVERSE_PAIRED' });
      expect(await failureOf(unpaired)).toMatchObject({ status: 422, code: 'VAL_FIELD_REQUIRED' });
    });

    test('cannot be created with an unknown memory as the target', async () => {
      expect(await failureOf(relate(a.id, randomUUID(), 'causes'))).toMatchObject(NOT_FOUND);
    });

    test('create an inverse relationship if they are INVERSE_PAIRED', async () => {
      const { inverse_relationship_id: inverseId } = await relate(a.id, b.id, 'parent_of', PAIRED);
      expect(await loci.relationships.get(inverseId!)).toMatchObject({
        from_id: b.id,
        to_id: a.id,
        relationship_type: 'child_of',
      });
    });

    test('can be traversed with direction and type filters', async () => {
      const [start, end] = [await store('Start.'), await store('End.')];
      const { id } = await relate(start.id, end.id, 'supports', { strength: 0.5, confidence: 1 });
      await relate(end.id, start.id, 'causes');
      await eventually(async () => {
        const traversal = await traverse(start.id, {
          direction: 'OUTBOUND',
          relationship_types: ['supports'],
        });
        expect(traversal).toMatchObject({
          paths: [{ nodes: [start.id, end.id], relationships: [id], total_score: 0.5 }],
          visited_chunks: expect.arrayContaining([start.id, end.id]),
          total_paths_found: 1,
        });
      });
    });

    test('keep the fields that a PATCH does not name', async () => {
      const patched = await loci.relationships.update(supports.id, { strength: 1 });
      expect(patched).toMatchObject({ strength: 1, confidence: 1 });
    });

    test('can be deleted between two memories in only the given direction', async () => {
      const [from, to] = [await store('From.'), await store('To.')];
      const { id, inverse_relationship_id: inverseId } = await relate(from.id, to.id, 'parent_of', PAIRED);
      const deleteBetween = () => loci.relationships.deleteBetween({ from_id: from.id, to_id: to.id });
      expect(await deleteBetween()).toMatchObject({ deleted: 1, deleted_ids: [id] });
      expect(await failureOf(deleteBetween())).toMatchObject(NOT_FOUND);
      expect(await loci.relationships.delete(inverseId!)).toEqual({ id: inverseId, deleted: true });
    });

    test('are deleted with a memory', async () => {
      const [kept, deleted, other] = [await store('Kept.'), await store('Deleted.'), await store('Other.')];
      await relate(kept.id, deleted.id, 'supports');
      await relate(deleted.id, other.id, 'sibling_of', { direction_type: 'BIDIRECTIONAL' });
      await loci.memories.delete(deleted.id);
      await eventually(async () => {
        expect((await loci.relationships.list({ memory_id: deleted.id })).items).toEqual([]);
        expect((await loci.memories.get(kept.id)).relationships).toEqual([]);
        expect((await traverse(kept.id)).paths).toEqual([]);
      });
      await eventually(async () => expect(await failureOf(traverse(deleted.id))).toMatchObject(NOT_FOUND));
      await eventually(async () =>
        expect(await failureOf(relate(kept.id, deleted.id, 'causes'))).toMatchObject(NOT_FOUND),
      );
    });
  });

  describe('bulk creation of relationships', () => {
    let nodes: [Memory, Memory, Memory];
    let created: readonly unknown[];
    const edge = (from: Memory, to: Memory) => ({
      from_id: from.id,
      to_id: to.id,
      relationship_type: 'follows' as const,
    });
    beforeAll(async () => {
      nodes = [await store('Bulk A.'), await store('Bulk B.'), await store('Bulk C.')];
      const [a, b, c] = nodes;
      ({ created } = await loci.relationships.createMany([edge(a, b), edge(b, c)]));
    });

    test('creates all relationships', () => {
      expect(created).toHaveLength(2);
    });

    test('creates no relationship if one element is invalid', async () => {
      const [a, b, c] = nodes;
      const failure = await failureOf(loci.relationships.createMany([edge(c, a), edge(a, b)]));
      expect(failure).toMatchObject(ALREADY_EXISTS);
      expect(failure.details!['errors']).toEqual([
        { index: 1, code: 'RES_ALREADY_EXISTS', message: expect.any(String) },
      ]);
      expect((await loci.relationships.list({ from_id: c.id })).items).toEqual([]);
    });
  });

  describe('contradictions', () => {
    const report = (source: Memory, target: Memory) =>
      loci.contradictions.create({
        source_memory_id: source.id,
        target_memory_id: target.id,
        contradiction_type: 'direct',
      });
    const twoMemories = async (): Promise<[Memory, Memory]> => [
      await store('It rains.'),
      await store('It is dry.'),
    ];

    test('create a `contradicts` relationship', async () => {
      const [a, b] = await twoMemories();
      await report(a, b);
      await eventually(async () => {
        const { items } = await loci.relationships.list({ memory_id: a.id });
        expect(items).toMatchObject([{ from_id: a.id, to_id: b.id, relationship_type: 'contradicts' }]);
      });
    });

    test('are created by a `contradicts` relationship', async () => {
      const [a, b] = await twoMemories();
      await relate(a.id, b.id, 'contradicts');
      await eventually(async () => {
        const { contradictions } = await loci.contradictions.list(b.id);
        expect(contradictions).toMatchObject([
          { resolution_status: 'unresolved', contradiction_type: 'direct' },
        ]);
      });
    });

    test('are unique for two memories, regardless of the direction', async () => {
      const [a, b] = await twoMemories();
      await report(a, b);
      expect(await failureOf(report(b, a))).toMatchObject(ALREADY_EXISTS);
    });

    test('cannot be reported between a memory and itself', async () => {
      const [a] = await twoMemories();
      expect(await failureOf(report(a, a))).toMatchObject(INVALID);
    });

    test('require new content to be resolved with create_new', async () => {
      const { id } = await report(...(await twoMemories()));
      const resolved = loci.contradictions.resolve(id, { resolution: 'create_new' });
      expect(await failureOf(resolved)).toMatchObject({ status: 422, code: 'VAL_FIELD_REQUIRED' });
    });

    test('are resolved by only one of four concurrent requests', async () => {
      const [a, b] = await twoMemories();
      const { id } = await report(a, b);
      const { results, failures } = await settle(
        Array.from({ length: 4 }, () =>
          loci.contradictions.resolve(id, { resolution: 'choose_memory_1', reason: 'Seen.' }),
        ),
      );
      expect(results).toHaveLength(1);
      expect(failures).toMatchObject(Array(3).fill(ALREADY_EXISTS));
      expect(await loci.memories.get(b.id)).toMatchObject({
        lifecycle_state: 'deprecated',
        is_active: false,
      });
      const { contradictions } = await loci.contradictions.list(a.id);
      expect(contradictions).toMatchObject([{ resolution_status: 'resolved' }]);
    });
  });

  describe('weights', () => {
    test('hybrid search rejects weights that do not sum to 1.0', async () => {
      const rejected = loci.search.hybrid({ query: 'x', bm25_weight: 0.5 });
      expect(await failureOf(rejected)).toMatchObject(INVALID);
    });

    test('hybrid search accepts weights whose sum differs from 1.0 by a rounding error', async () => {
      expect(await loci.search.hybrid({ query: 'x', bm25_weight: 0.4005 })).toMatchObject({ query: 'x' });
    });

    test('reflect rejects weights that do not sum to 1.0', async () => {
      expect(await failureOf(loci.analysis.reflect({ recency_weight: 0.5 }))).toMatchObject(INVALID);
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
      for (const request of [{ query }, { query: 'tea', tags: query }]) {
        expect((await loci.search.hybrid(request)).search_metadata.degraded).toEqual([]);
        expect((await loci.search.vector(request)).items).toEqual(expect.any(Array));
      }
    });

    test.each(QUERIES)('the artifact list treats a name pattern such as %j as text', async (_, query) => {
      const { failures } = await settle([loci.artifacts.list({ name_pattern: query.slice(0, 1_000) })]);
      for (const { status } of failures) expect(status).toBe(422);
    });
  });
}
