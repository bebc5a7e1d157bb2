import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Loci } from '@loci/client';
import type { ClientTarget } from './client-target.ts';
import { collect, failureOf, infoOf, UNKNOWN_ID } from '../../../support/client-calls.ts';

const YEAR_MS = 365 * 86_400_000;

export function describeClientMemories(target: ClientTarget): void {
  describe('memories', () => {
    let loci: Loci;
    beforeAll(async () => {
      loci = await (await target.createTenant()).createClient();
    });

    test('have default values', async () => {
      expect(await loci.memories.create({ content: 'Ada prefers tea.' })).toMatchObject({
        content: 'Ada prefers tea.',
        memory_type: 'fact',
        importance: 0.5,
        confidence: 0.8,
        surprise_score: 0.5,
        source_type: 'direct_input',
        access_count: 0,
        last_accessed: null,
        metadata: {},
        tags: [],
        relationships: [],
        embedding_status: 'pending',
        lifecycle_state: 'active',
        version: 1,
        is_active: true,
        valid_from: null,
        valid_until: null,
        validity: 'current',
        expires_at: null,
        pinned: false,
      });
    });

    test('keep the given values', async () => {
      const given = {
        content: 'Ada was born in London.',
        memory_type: 'insight',
        importance: 0.9,
        confidence: 0.4,
        source_type: 'api_import',
        metadata: { nested: { list: [1, 'two', null] } },
        pinned: true,
      } as const;
      const { id } = await loci.memories.create({
        ...given,
        metadata: { nested: { list: [1, 'two', null] } },
        tags: ['b', 'A'],
        occurred_at: '1815-12-10',
        valid_from: '1815-12-10',
        valid_until: '2999-01-01T00:00:00+02:00',
        expires_at: '2999-01-01',
      });
      expect(await loci.memories.get(id)).toMatchObject({
        ...given,
        id,
        tags: ['a', 'b'],
        occurred_at: '1815-12-10T00:00:00.000Z',
        valid_from: '1815-12-10T00:00:00.000Z',
        valid_until: '2998-12-31T22:00:00.000Z',
        expires_at: '2999-01-01T00:00:00.000Z',
        validity: 'current',
      });
    });

    test('change the given fields only, and have a new ETag only if a value changes', async () => {
      const { id } = await loci.memories.create({ content: 'Before.', tags: ['kept'], importance: 0.2 });
      const before = await infoOf((options) => loci.memories.get(id, {}, options));
      const changed = await loci.memories.update(id, { content: 'After.', metadata: { a: 1 } });
      expect(changed).toMatchObject({
        content: 'After.',
        tags: ['kept'],
        importance: 0.2,
        metadata: { a: 1 },
      });
      const after = await infoOf((options) => loci.memories.get(id, {}, options));
      const same = await infoOf((options) => loci.memories.update(id, { content: 'After.' }, options));
      expect(after.etag).not.toBe(before.etag);
      expect(same.etag).toBe(after.etag);
      const revisions = await collect(loci.memories.iterateRevisions(id));
      expect(revisions.map(({ revision, change, content }) => [revision, change, content])).toEqual([
        [2, 'updated', 'After.'],
        [1, 'created', 'Before.'],
      ]);
      expect(revisions.map(({ recorded_until: until }) => until === null)).toEqual([true, false]);
      expect(revisions[1]!.recorded_until).toBe(revisions[0]!.recorded_at);
    });

    test('lose bounds, expiry and tags by null and empty values', async () => {
      const { id } = await loci.memories.create({
        content: 'Bounded.',
        valid_until: '2999-01-01',
        ttl_seconds: 1_000,
        tags: ['x'],
      });
      const changes = { valid_until: null, expires_at: null, tags: [], metadata: null };
      const changed = await loci.memories.update(id, changes);
      expect(changed).toMatchObject({ valid_until: null, expires_at: null, tags: [], metadata: {} });
    });

    test('are not found after their deletion', async () => {
      const { id } = await loci.memories.create({ content: 'Deleted soon.' });
      expect(await loci.memories.delete(id)).toEqual({ id, deleted: true });
      const notFound = { name: 'NotFoundError', status: 404, code: 'RES_NOT_FOUND' };
      const calls = [
        () => loci.memories.get(id),
        () => loci.memories.update(id, { importance: 1 }),
        () => loci.memories.delete(id),
        () => loci.memories.history(id),
        () => loci.memories.revisions(id),
        () => loci.memories.tags(id),
        () => loci.memories.addTags(id, ['a']),
        () => loci.memories.evolve(id, { new_content: 'New.', evolution_type: 'update' }),
        () => loci.memories.get(UNKNOWN_ID),
      ];
      for (const call of calls) {
        expect(await failureOf(call())).toMatchObject({
          ...notFound,
          detailNames: ['resource_id', 'resource_type'],
        });
      }
    });

    test('can be stored in bulk, with one result each', async () => {
      const { created, failed, results } = await loci.memories.createMany({
        memories: [
          { content: 'First.' },
          { content: '' },
          { content: 'Third.', memory_type: 'identity_core' },
        ],
      });
      expect([created, failed]).toEqual([1, 2]);
      expect(results).toMatchObject([
        { index: 0, status: 'created', id: expect.any(String) },
        {
          index: 1,
          status: 'failed',
          error: { code: 'VAL_FIELD_INVALID', field_errors: { content: expect.any(Array) } },
        },
        { index: 2, status: 'failed', error: { code: 'AUTH_FORBIDDEN', field_errors: null } },
      ]);
    });

    test('are stored all or none by an atomic bulk request', async () => {
      const own = await (await target.createTenant()).createClient();
      const memories = [{ content: 'First.' }, { content: '', importance: 2 }, { content: '' }];
      expect(await failureOf(own.memories.createMany({ memories, atomic: true }))).toMatchObject({
        status: 422,
        code: 'VAL_FIELD_INVALID',
        fields: ['1.content', '1.importance', '2.content'],
        detailNames: ['errors'],
      });
      expect((await own.memories.list()).pagination.total).toBe(0);
    });

    test('evolve to new versions', async () => {
      const { id } = await loci.memories.create({
        content: 'Version one.',
        tags: ['versions'],
        importance: 0.7,
      });
      const evolved = await loci.memories.evolve(id, {
        new_content: 'Version two.',
        evolution_type: 'correction',
        reason: 'It changed.',
      });
      expect(evolved).toMatchObject({ original_memory_id: id, evolution_type: 'correction', version: 2 });
      expect(await loci.memories.get(evolved.new_memory_id)).toMatchObject({
        content: 'Version two.',
        tags: ['versions'],
        importance: 0.7,
        version: 2,
        validity: 'current',
      });
      const original = await loci.memories.get(id);
      expect(original).toMatchObject({
        lifecycle_state: 'evolved',
        is_active: false,
        validity: 'superseded',
      });
      expect(original.valid_until).toBe(evolved.created_at);
      const history = await loci.memories.history(id);
      expect(history).toMatchObject({ total_versions: 2, truncated: false, next_cursor: null });
      expect(history.current.id).toBe(evolved.new_memory_id);
      expect(history.history.map(({ version, lifecycle_state: state }) => [version, state])).toEqual([
        [1, 'evolved'],
        [2, 'active'],
      ]);
      const first = await collect(loci.memories.iterateHistory(id, { per_page: 1 }));
      expect(first.map(({ content }) => content)).toEqual(['Version one.', 'Version two.']);
    });

    test('cannot change as inactive versions', async () => {
      const { id } = await loci.memories.create({ content: 'Old fact.' });
      await loci.memories.evolve(id, { new_content: 'No fact.', evolution_type: 'deprecation' });
      expect(await loci.memories.get(id)).toMatchObject({ lifecycle_state: 'deprecated' });
      const detailNames = ['current_memory_id', 'identifier', 'resource_type'];
      const conflict = { name: 'ConflictError', status: 409, code: 'RES_ALREADY_EXISTS', detailNames };
      const evolution = { new_content: 'Newer.', evolution_type: 'update' } as const;
      expect(await failureOf(loci.memories.update(id, { importance: 1 }))).toMatchObject(conflict);
      expect(await failureOf(loci.memories.evolve(id, evolution))).toMatchObject(conflict);
      expect(await failureOf(loci.memories.addTags(id, ['a']))).toMatchObject(conflict);
      const active = await loci.memories.create({ content: 'Same.' });
      const same = { new_content: 'Same.', evolution_type: 'update' } as const;
      expect(await failureOf(loci.memories.evolve(active.id, same))).toMatchObject({
        code: 'VAL_FIELD_INVALID',
        fields: ['new_content'],
      });
    });

    test('have tags, which are normalized with warnings', async () => {
      const { id } = await loci.memories.create({ content: 'Tagged.', tags: ['One'] });
      const info = await infoOf((options) =>
        loci.memories.addTags(id, ['Project X', 'Ünïcode', '!!'], options),
      );
      expect(info.warnings).toEqual([
        'The tag "Project X" is stored as "project-x".',
        'The tag "Ünïcode" is stored as "unicode".',
        expect.stringMatching(/^The tag "!!" was skipped\./),
      ]);
      expect(await loci.memories.tags(id)).toEqual(['one', 'project-x', 'unicode']);
      const removed = await loci.memories.removeTags(id, ['one', 'absent']);
      expect(removed.tags).toEqual(['project-x', 'unicode']);
      expect(removed.warnings).toEqual(['The memory does not have the tag absent.']);
      const many = Array.from({ length: 11 }, (_, index) => `tag-${index}`);
      expect(await failureOf(loci.memories.addTags(id, many))).toMatchObject({
        code: 'VAL_VALIDATION_FAILED',
        fields: ['tags'],
      });
    });

    test('are listed by tag', async () => {
      const own = await (await target.createTenant()).createClient();
      const contents = ['One.', 'Two.', 'Three.'];
      for (const content of contents) await own.memories.create({ content, tags: ['shared', content] });
      const listed = await own.tags.list();
      expect(listed.items.map(({ name, usage_count: usage }) => [name, usage])).toEqual([
        ['shared', 3],
        ['one', 1],
        ['three', 1],
        ['two', 1],
      ]);
      expect(listed.total).toBe(4);
      expect((await collect(own.tags.iterate({ per_page: 3 }))).map(({ name }) => name)).toEqual(
        listed.items.map(({ name }) => name),
      );
      const tagged = await collect(own.tags.iterateMemories('Shared', { per_page: 2 }));
      expect(tagged.map(({ content }) => content)).toEqual(['Three.', 'Two.', 'One.']);
      expect((await own.tags.memories('unknown')).pagination.total).toBe(0);
    });

    test('named checkpoints have unique names', async () => {
      const create = (name?: unknown) =>
        loci.memories.create({ content: 'State.', memory_type: 'checkpoint', metadata: { name } });
      await create('checkpoint one');
      expect(await failureOf(create('checkpoint one'))).toMatchObject({
        status: 409,
        code: 'RES_ALREADY_EXISTS',
      });
      expect(await failureOf(create())).toMatchObject({
        code: 'VAL_FIELD_REQUIRED',
        fields: ['metadata.name'],
      });
      expect(await failureOf(create(' '))).toMatchObject({ code: 'VAL_FIELD_INVALID' });
      expect(await failureOf(create('x'.repeat(201)))).toMatchObject({ code: 'VAL_FIELD_TOO_LONG' });
    });

    test('the usage grows with the stored bytes', async () => {
      const { used_bytes: before } = await loci.memories.usage();
      await loci.memories.create({ content: 'x'.repeat(100) });
      expect((await loci.memories.usage()).used_bytes).toBeGreaterThanOrEqual(before + 100);
    });
  });

  describe('lists of memories', () => {
    let loci: Loci;
    let userId: string;
    beforeAll(async () => {
      loci = await (await target.createTenant()).createClient();
      const now = Date.now();
      const ago = (years: number): string => new Date(now - years * YEAR_MS).toISOString();
      const memories = [
        { content: 'a', importance: 0.1, tags: ['red'], occurred_at: ago(3) },
        { content: 'b', importance: 0.9, tags: ['blue'], memory_type: 'task' as const, pinned: true },
        { content: 'c', importance: 0.5, tags: ['red', 'blue'], source_type: 'web_scrape' as const },
        { content: 'expired', valid_until: '2001-01-01' },
        { content: 'future', valid_from: '2999-01-01' },
      ];
      for (const memory of memories) userId = (await loci.memories.create(memory)).user_id;
    });

    const listed = async (filters: Parameters<Loci['memories']['list']>[0]): Promise<string[]> =>
      (await loci.memories.list(filters)).items.map(({ content }) => content);

    test('are sorted by creation, newest first, and contain what is true now', async () => {
      expect(await listed({})).toEqual(['c', 'b', 'a']);
    });

    test('match all filters', async () => {
      expect(await listed({ memory_types: 'task,insight' })).toEqual(['b']);
      expect(await listed({ memory_type: 'task' })).toEqual(['b']);
      expect(await listed({ source_types: 'web_scrape' })).toEqual(['c']);
      expect(await listed({ tags: ['red', 'unknown'] })).toEqual(['c', 'a']);
      expect(await listed({ tags: '!!' })).toEqual([]);
      expect(await listed({ min_importance: 0.5 })).toEqual(['c', 'b']);
      expect(await listed({ importance_threshold: 0.5, tags: 'red' })).toEqual(['c']);
      expect(await listed({ pinned: true })).toEqual(['b']);
      expect(await listed({ pinned: false })).toEqual(['c', 'a']);
      expect(await listed({ user_id: userId })).toEqual(['c', 'b', 'a']);
      expect(await listed({ user_id: UNKNOWN_ID })).toEqual([]);
      expect(await listed({ time_range: 'year' })).toEqual(['c', 'b']);
      expect(await listed({ time_range: 'yesterday' })).toEqual([]);
      const lastYear = String(new Date().getUTCFullYear() - 1);
      expect(await listed({ end_date: `${lastYear}-01-01` })).toEqual(['a']);
      expect(await listed({ start_date: `${lastYear}-01-01` })).toEqual(['c', 'b']);
    });

    test('include other states on request', async () => {
      expect(await listed({ include: 'expired,future' })).toEqual(['future', 'expired', 'c', 'b', 'a']);
    });

    test('are sorted as requested', async () => {
      expect(await listed({ sort: 'created_at' })).toEqual(['a', 'b', 'c']);
      expect(await listed({ sort: '-importance' })).toEqual(['b', 'c', 'a']);
      expect(await listed({ sort: 'occurred_at', per_page: 1 })).toEqual(['a']);
    });

    test('have pages and cursors', async () => {
      const { items, pagination } = await loci.memories.list({ per_page: 2 });
      expect(items.map(({ content }) => content)).toEqual(['c', 'b']);
      expect(pagination).toEqual({
        page: 1,
        per_page: 2,
        total: 3,
        total_is_exact: true,
        pages: 2,
        has_next: true,
        has_prev: false,
        truncated: false,
        next_cursor: expect.any(String),
      });
      expect(await loci.memories.list({ per_page: 2, page: 2 })).toMatchObject({
        items: [{ content: 'a' }],
        pagination: { page: 2, has_next: false, has_prev: true, next_cursor: null },
      });
      expect(await listed({ page: 3 })).toEqual([]);
      const all = await collect(loci.memories.iterate({ per_page: 1, sort: 'importance' }));
      expect(all.map(({ content }) => content)).toEqual(['a', 'c', 'b']);
      const cursor = pagination.next_cursor!;
      const invalid = { code: 'VAL_FIELD_INVALID', fields: ['cursor'] };
      expect(await failureOf(loci.memories.list({ cursor, sort: 'importance' }))).toMatchObject(invalid);
      expect(await failureOf(loci.memories.list({ cursor: 'x' }))).toMatchObject(invalid);
    });
  });
}
