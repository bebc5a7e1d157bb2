import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Loci, MemoryInput } from '@loci/client';
import type { Json } from '../../support/api-connection.ts';
import { callTool } from '../../support/call-tool.ts';
import { failureOf, responseOf } from '../../support/client-calls.ts';
import { eventually } from '../../support/eventually.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

type CreatedMemory = Awaited<ReturnType<Loci['memories']['create']>>;
type Suggestion = Awaited<ReturnType<Loci['suggestions']['list']>>['items'][number];

/**
 * Defines the tests of similar memories and suggestions across services.
 *
 * @see docs/reference/suggestions.md
 */
export function describeSuggestions(platform: TestPlatform): void {
  describe('similar memories and suggestions', () => {
    let tenant: Tenant;
    let loci: Loci;

    beforeAll(async () => {
      tenant = await platform.createTenant();
      loci = tenant.loci;
    });

    const store = (content: string, fields: Partial<MemoryInput> = {}): Promise<CreatedMemory> =>
      loci.memories.create({ content, ...fields });
    /** Stores a memory and waits until searches find it. */
    const storeIndexed = async (content: string): Promise<CreatedMemory> => {
      const memory = await store(content);
      await eventually(async () => {
        const found = await loci.search.vector({ query: content, limit: 1 });
        expect(found.items[0]?.content).toBe(content);
      });
      return memory;
    };
    /** Stores a memory and compares it with existing ones. Repeats this if a busy machine exceeds the time limit. */
    const storeCompared = (content: string): Promise<CreatedMemory> =>
      eventually(async () => {
        const created = await store(content, { check_similar: true });
        if (created.similar === null) await loci.memories.delete(created.id);
        expect(created.similar).not.toBeNull();
        return created;
      });
    /** Stores two memories that contradict each other, and returns the suggestion that the indexing creates. */
    const suggest = async (subject: string): Promise<Suggestion> => {
      await storeIndexed(`${subject} opens at 8:00.`);
      const newer = await store(`${subject} opens at 9:30.`);
      return eventually(async () => {
        const [suggestion] = (await loci.suggestions.list({ memory_id: newer.id })).items;
        expect(suggestion).toBeDefined();
        return suggestion!;
      });
    };

    test('a new memory is created with the existing memory that says the opposite', async () => {
      const existing = await storeIndexed('The parking garage closes at 22:00.');
      const created = await storeCompared('The parking garage closes at 23:00.');
      expect(created.similar).toContainEqual(
        expect.objectContaining({
          id: existing.id,
          kind: 'contradiction',
          evidence: expect.objectContaining({ difference: 'date' }),
        }),
      );
    });

    test('a new memory is created with a memory that was stored directly before it', async () => {
      const first = await store('The swimming pool closes at 20:00.');
      const second = await storeCompared('The swimming pool closes at 21:00.');
      expect(second.similar).toContainEqual(expect.objectContaining({ id: first.id, kind: 'contradiction' }));
    });

    test('concurrent duplicates of a memory that was stored before them are recognized', async () => {
      const content = 'Nora repairs old typewriters.';
      await store(content);
      const duplicates = await Promise.all(
        Array.from({ length: 20 }, () => store(content, { check_similar: true })),
      );
      // On a busy machine, the search service cannot respond to all of them in time. `similar` is then null.
      const checked = duplicates.flatMap(({ similar }) => (similar === null ? [] : [similar]));
      expect(checked).not.toEqual([]);
      // Each response has at most 5 of the other 20 memories.
      for (const similar of checked)
        expect(similar).toContainEqual(expect.objectContaining({ kind: 'duplicate', content }));
    });

    test('the tool store returns the existing memory that says the same', async () => {
      const existing = await storeIndexed('Rosa plays the cello in an orchestra.');
      const stored: Json = await callTool(tenant.send, tenant.token, 'store', {
        content: 'Rosa plays the cello in an orchestra!',
      });
      expect(stored.similar).toContainEqual(expect.objectContaining({ id: existing.id, kind: 'duplicate' }));
      expect(stored.memory).not.toHaveProperty('similar');
    });

    test('a contradiction that the indexing finds is suggested and can be merged', async () => {
      const suggestion = await suggest('The museum of modern art');
      expect(suggestion).toMatchObject({ kind: 'contradiction', status: 'open' });
      const { resolution } = await loci.suggestions.resolve(suggestion.id, { action: 'merge' });
      expect(await loci.memories.get(resolution!.result_id!)).toMatchObject({
        content: 'The museum of modern art opens at 9:30.',
        version: 2,
      });
    });

    test('the action relate creates a relationship once, also if it is repeated with its key', async () => {
      const suggestion = await suggest('The bakery at the harbor');
      const request = { action: 'relate', relationship_type: 'contradicts' } as const;
      const idempotencyKey = randomUUID();
      const relate = () =>
        responseOf((options) =>
          loci.suggestions.resolve(suggestion.id, request, { idempotencyKey, ...options }),
        );
      const first = await relate();
      const retry = await relate();
      expect([first.status, retry.status]).toEqual([200, 200]);
      expect(retry.data).toEqual(first.data);
      expect(retry.replayed).toBe(true);
      expect(await loci.relationships.get(first.data.resolution!.result_id!)).toMatchObject({
        from_id: suggestion.memory.id,
        to_id: suggestion.other.id,
        relationship_type: 'contradicts',
      });
    });

    test('the action relate uses a relationship that exists', async () => {
      const suggestion = await suggest('The dentist of Mira');
      const { id } = await loci.relationships.create({
        from_id: suggestion.memory.id,
        to_id: suggestion.other.id,
        relationship_type: 'references',
      });
      const { resolution } = await loci.suggestions.resolve(suggestion.id, {
        action: 'relate',
        relationship_type: 'references',
      });
      expect(resolution!.result_id).toBe(id);
    });

    test('the relationships of a superseded memory continue at the memory that replaces it', async () => {
      const suggestion = await suggest('The swimming pool in Graz');
      const topic = await store('A list of places for families.');
      await eventually(() =>
        loci.relationships.create({
          from_id: suggestion.other.id,
          to_id: topic.id,
          relationship_type: 'part_of',
        }),
      );
      await loci.suggestions.resolve(suggestion.id, { action: 'supersede', keep_id: suggestion.memory.id });
      await eventually(async () => {
        const { items } = await loci.relationships.list({ memory_id: suggestion.memory.id });
        expect(items).toContainEqual(
          expect.objectContaining({ from_id: suggestion.memory.id, to_id: topic.id }),
        );
      });
    });

    test('a resolved or dismissed suggestion cannot be resolved again', async () => {
      const suggestion = await suggest('The hardware store');
      await loci.suggestions.resolve(suggestion.id, { action: 'dismiss' });
      for (const body of [
        { action: 'merge' },
        { action: 'relate', relationship_type: 'contradicts' },
        { action: 'dismiss' },
      ] as const) {
        const call = loci.suggestions.resolve(suggestion.id, body);
        expect(await failureOf(call)).toMatchObject({ status: 409, code: 'RES_ALREADY_EXISTS' });
      }
    });

    test.each([
      ['an unknown action', { action: 'forget' }, 422, 'VAL_ENUM_INVALID'],
      ['no action', {}, 422, 'VAL_FIELD_REQUIRED'],
      ['supersede without keep_id', { action: 'supersede' }, 422, 'VAL_FIELD_REQUIRED'],
      ['relate without a type', { action: 'relate' }, 422, 'VAL_FIELD_REQUIRED'],
      ['an unknown relationship type', { action: 'relate', relationship_type: 'x' }, 422, 'VAL_ENUM_INVALID'],
      ['a keep_id that is not a UUID', { action: 'merge', keep_id: 'x' }, 422, 'VAL_UUID_INVALID'],
      ['an empty content', { action: 'merge', content: '' }, 422, 'VAL_FIELD_INVALID'],
      ['an unknown suggestion', { action: 'dismiss' }, 404, 'RES_NOT_FOUND'],
      [
        'an unknown suggestion to relate',
        { action: 'relate', relationship_type: 'contradicts' },
        404,
        'RES_NOT_FOUND',
      ],
    ])('the resolution rejects %s', async (_what, body, status, code) => {
      const call = loci.suggestions.resolve(randomUUID(), body as never);
      expect(await failureOf(call)).toMatchObject({ status, code });
    });

    test('the resolution returns 422 for a keep_id of another memory', async () => {
      const suggestion = await suggest('The embassy of Peru');
      const call = loci.suggestions.resolve(suggestion.id, { action: 'supersede', keep_id: randomUUID() });
      expect(await failureOf(call)).toMatchObject({ status: 422, code: 'VAL_FIELD_INVALID' });
    });

    test('a suggestion of another tenant is neither listed nor resolved', async () => {
      const suggestion = await suggest('The kindergarten of the family center at the northern lake');
      const { suggestions } = (await platform.createTenant()).loci;
      expect((await suggestions.list()).items).toEqual([]);
      const call = suggestions.resolve(suggestion.id, { action: 'dismiss' });
      expect(await failureOf(call)).toMatchObject({ status: 404 });
    });

    test.each([
      [{ status: 'closed' }, 'VAL_ENUM_INVALID'],
      [{ limit: 101 }, 'VAL_FIELD_INVALID'],
      [{ memory_id: 'x' }, 'VAL_UUID_INVALID'],
    ])('the list rejects %j with 422 %s', async (query, code) => {
      const call = loci.suggestions.list(query as never);
      expect(await failureOf(call)).toMatchObject({ status: 422, code });
    });
  });
}
