import { describe, expect, test } from '@jest/globals';
import { AppError, alreadyExists } from '@loci/core';
import { MAX_LIST_BYTES } from '@loci/http';
import { isProtectedType } from '@loci/contracts';
import type { MemoryResource, ServiceRequest } from '@loci/contracts';
import { call, id, memory } from './tool-context.fixture.ts';
import type { World } from './tool-context.fixture.ts';

const checkpoint = (n: number, name: string, ids: string[] = [], changes: Partial<MemoryResource> = {}) =>
  memory(n, { memory_type: 'checkpoint', content: name, metadata: { name, memory_ids: ids }, ...changes });

/** A memory service with these, newest first, and a search that finds whatever has one of the query's words. */
function world(memories: MemoryResource[], changes: Partial<World> = {}): World {
  const newestFirst = memories.toReversed();
  return {
    memories,
    answer: ({ method, path, query = {}, body }: ServiceRequest) => {
      if (path === '/api/v2/memories' && method === 'get') {
        const [page, size] = [Number(query['page'] ?? 1), Number(query['per_page'] ?? 20)];
        const type = query['memory_type'];
        const all = newestFirst.filter(({ memory_type }) =>
          type === undefined ? !isProtectedType(memory_type) : memory_type === type,
        );
        return { items: all.slice((page - 1) * size, page * size), pagination: { total: all.length } };
      }
      if (path === '/api/v2/search/hybrid') {
        const { query: words, memory_types: types } = body as { query: string; memory_types: string[] };
        const found = memories.filter(
          ({ content, memory_type }) =>
            types.includes(memory_type) && words.split(' ').some((word) => content.includes(word)),
        );
        return { items: found, search_metadata: { truncated: false } };
      }
      if (path === '/api/v2/personality/awakening') return { briefing: 'Hello.' };
      if (path === '/api/v2/memories') return memory(900);
      return {};
    },
    ...changes,
  };
}

describe('save_context', () => {
  const tea = memory(1, { content: 'Ada likes\n green   Tea.' });
  const milk = memory(2, { content: 'Milk is in the fridge.' });

  test('attaches what the description refers to, in its order, and links it', async () => {
    const description = `memory: 'likes green tea', memory_id: ${milk.id}, memory_id: ${milk.id}`;
    const { result, requests } = await call('save_context', { name: 'tea', description }, world([tea, milk]));
    expect(result).toEqual({
      success: true,
      message: 'Saved the context tea with 2 memories.',
      context_id: id(900),
      name: 'tea',
      memories_included: 2,
      references_extracted: 2,
      references_resolved: 2,
    });
    expect(requests.slice(-2)).toEqual([
      {
        method: 'post',
        path: '/api/v2/memories',
        body: {
          content: description,
          memory_type: 'checkpoint',
          source_type: 'checkpoint',
          metadata: { name: 'tea', memory_ids: [tea.id, milk.id] },
        },
      },
      {
        method: 'post',
        path: '/api/v2/relationships/bulk',
        body: [tea.id, milk.id].map((to_id) => ({
          from_id: id(900),
          to_id,
          relationship_type: 'references',
        })),
      },
    ]);
  });

  test('names what it cannot resolve, and says how to', async () => {
    const description = `memory: 'cocoa', memory_id: ${id(77)}, memory_id: 12, memory: 'Milk is'`;
    const { result } = await call('save_context', { name: 'tea', description }, world([tea, milk]));
    expect(result).toMatchObject({
      success: true,
      memories_included: 1,
      references_extracted: 4,
      references_resolved: 1,
      unresolved_references: ["memory: 'cocoa'", `memory_id: ${id(77)}`, 'memory_id: 12'],
      hint: expect.stringContaining('memory_id: <uuid>'),
    });
  });

  test('a phrase never means an earlier context or a protected memory, and an id no protected one', async () => {
    const earlier = checkpoint(3, 'old', [], { content: "see memory: 'green cocoa'" });
    const core = memory(4, { memory_type: 'identity_core', content: 'green cocoa' });
    const description = `memory: 'green cocoa' memory_id: ${core.id}`;
    const { result } = await call('save_context', { name: 'tea', description }, world([earlier, core, tea]));
    expect(result).toMatchObject({
      references_extracted: 2,
      unresolved_references: ["memory: 'green cocoa'", `memory_id: ${core.id}`],
    });
  });

  test('a memory that is too new for the index is found among the newest', async () => {
    const { answer } = world([tea, milk]);
    const blind: World['answer'] = (request) =>
      request.path === '/api/v2/search/hybrid'
        ? { items: [], search_metadata: { truncated: false } }
        : answer!(request);
    const args = { name: 'tea', description: "memory: 'milk is in'" };
    const { result } = await call('save_context', args, { memories: [tea, milk], answer: blind });
    expect(result).toMatchObject({ memories_included: 1, references_resolved: 1 });
  });

  test('without references nothing is linked; without a description the name is the text', async () => {
    const { result, requests } = await call('save_context', { name: 'empty' }, world([]));
    expect(result).toMatchObject({ success: true, memories_included: 0, references_extracted: 0 });
    expect(result).not.toHaveProperty('unresolved_references');
    expect(result).not.toHaveProperty('hint');
    expect(requests).toHaveLength(1);
    expect(requests[0]!.body).toMatchObject({
      content: 'empty',
      metadata: { name: 'empty', memory_ids: [] },
    });
  });

  const failingAt = (path: string, error: AppError): World => {
    const { answer, ...rest } = world([tea]);
    const failing: World['answer'] = (request) => {
      if (request.path === path && request.method === 'post') throw error;
      return answer!(request);
    };
    return { ...rest, answer: failing };
  };

  test('a taken name is DUPLICATE_NAME', async () => {
    const taken = failingAt('/api/v2/memories', alreadyExists('checkpoint', 'tea'));
    const { result } = await call('save_context', { name: 'tea' }, taken);
    expect(result).toMatchObject({ success: false, error_code: 'DUPLICATE_NAME', operation: 'save_context' });
  });

  test('a context whose links fail is saved all the same, and says so', async () => {
    const down = failingAt('/api/v2/relationships/bulk', new AppError('SYS_SERVICE_UNAVAILABLE', 'Down.'));
    const { result } = await call('save_context', { name: 'tea', description: `memory_id: ${tea.id}` }, down);
    expect(result).toMatchObject({ success: true, memories_included: 1, hint: expect.any(String) });
  });

  test('at most 20 phrases are searched for', async () => {
    const description = Array.from({ length: 50 }, (_, n) => `memory: 'no ${n}'`).join(' ');
    const { result, requests } = await call('save_context', { name: 'tea', description }, world([tea]));
    expect(result).toMatchObject({ references_extracted: 50, references_resolved: 0 });
    expect(requests.filter(({ path }) => path === '/api/v2/search/hybrid')).toHaveLength(20);
  });
});

describe('restore_context', () => {
  const notes = Array.from({ length: 30 }, (_, n) => memory(n + 1));
  const ids = notes.map((note) => note.id);

  test('the memories in their order, as many as asked for, those that are gone left out', async () => {
    const saved = checkpoint(200, 'tea', [id(99), ...ids]);
    const { result } = await call('restore_context', { name: 'tea', limit: 3 }, world([...notes, saved]));
    expect(result).toEqual({
      success: true,
      name: 'tea',
      description: null,
      context_id: id(200),
      memories: notes.slice(0, 3),
      count: 3,
    });
    const byDefault = await call('restore_context', { name: 'tea' }, world([...notes, saved]));
    expect(byDefault.result).toMatchObject({ count: 20 });
  });

  test('a relationship attaches as well, from the context outward', async () => {
    const edge = (from_id: string, to_id: string, relationship_type: 'references' | 'supports') => ({
      ...{ id: id(500), from_id, to_id, relationship_type, direction_type: 'DIRECTED' as const },
      ...{ strength: 0.5, confidence: 0.8, created_at: '2026-01-01T00:00:00.000Z' },
    });
    const relationships = [
      edge(id(200), id(1), 'references'),
      edge(id(200), id(2), 'references'),
      edge(id(3), id(200), 'references'),
      edge(id(200), id(4), 'supports'),
    ];
    const saved = checkpoint(200, 'tea', [id(2)], { relationships });
    const { result } = await call('restore_context', { name: 'tea' }, world([...notes, saved]));
    expect(result).toMatchObject({ count: 2, memories: [{ id: id(2) }, { id: id(1) }] });
  });

  test('the very name, on whatever page it is', async () => {
    const many = Array.from({ length: 250 }, (_, n) => checkpoint(1_000 + n, `context ${n}`));
    const { result } = await call('restore_context', { name: 'context 0' }, world(many));
    expect(result).toMatchObject({ success: true, context_id: id(1_000) });
    const other = await call('restore_context', { name: 'Context 0' }, world(many));
    expect(other.result).toMatchObject({ success: false, error_code: 'NOT_FOUND' });
  });

  test('awakening gives the briefing, with or without a context of that name', async () => {
    const { result } = await call('restore_context', { name: 'awakening' }, world([]));
    expect(result).toMatchObject({
      success: true,
      context_id: null,
      memories: [],
      count: 0,
      briefing: 'Hello.',
    });
    const own = checkpoint(200, 'awakening', [id(1)]);
    const both = await call('restore_context', { name: 'awakening' }, world([...notes, own]));
    expect(both.result).toMatchObject({ context_id: id(200), count: 1, briefing: 'Hello.' });
  });

  test('whatever metadata somebody wrote', async () => {
    const odd = checkpoint(200, 'tea', [], { metadata: { name: 'tea', memory_ids: [7, null, 'x', id(1)] } });
    const { result } = await call('restore_context', { name: 'tea' }, world([...notes, odd]));
    expect(result).toMatchObject({ success: true, count: 1 });
    const odder = checkpoint(201, 'milk', [], { metadata: { name: 'milk', memory_ids: 'x' } });
    const other = await call('restore_context', { name: 'milk' }, world([odder]));
    expect(other.result).toMatchObject({ success: true, count: 0 });
  });
});

describe('contexts of maximum size', () => {
  const many = Array.from({ length: 250 }, (_, n) =>
    checkpoint(n + 1, `context ${n}`, [id(1_000)], { content: '\u0001'.repeat(10_000) }),
  );
  const large = Array.from({ length: 100 }, (_, n) =>
    memory(1_000 + n, { content: '\u0001'.repeat(10_000) }),
  );
  const newest = many.toReversed();
  /** A memory service whose responses end after 30 memories. */
  const truncating: World = {
    memories: [...large, ...many],
    answer: ({ query = {} }: ServiceRequest) => {
      const size = Number(query['per_page']);
      const start = Number(query['cursor'] ?? (Number(query['page']) - 1) * size);
      const items = newest.slice(start, start + Math.min(size, 30));
      const next = start + items.length;
      const next_cursor = next < newest.length ? String(next) : null;
      return { items, pagination: { total: newest.length, next_cursor } };
    },
  };

  test.each([
    [0, 100],
    [95, 20],
    [240, 20],
  ])('list_contexts returns a window from %d of %d across truncated responses', async (offset, limit) => {
    const { result } = await call('list_contexts', { offset, limit }, truncating);
    const names = (result as unknown as { contexts: { name: string }[] }).contexts.map(({ name }) => name);
    expect(names).toEqual(newest.slice(offset, offset + limit).map(({ metadata }) => metadata['name']));
  });

  test('restore_context finds the oldest context across truncated responses', async () => {
    const { result } = await call('restore_context', { name: 'context 0' }, truncating);
    expect(result).toMatchObject({ success: true, context_id: many[0]!.id });
  });

  test('list_contexts with descriptions continues at the next offset after the size limit', async () => {
    const names: string[] = [];
    for (let more = true; more;) {
      const args = { offset: names.length, limit: 100, include_descriptions: true };
      const { result } = await call('list_contexts', args, truncating);
      expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(MAX_LIST_BYTES + 4_096);
      const { contexts, has_more } = result as unknown as { contexts: { name: string }[]; has_more: boolean };
      names.push(...contexts.map(({ name }) => name));
      more = has_more;
    }
    expect(names).toEqual(newest.map(({ metadata }) => metadata['name']));
  });

  test('restore_context names the memories that the size limit left out', async () => {
    const ids = large.map((entry) => entry.id);
    const { result } = await call(
      'restore_context',
      { name: 'all', limit: 100 },
      world([...large, checkpoint(200, 'all', ids)]),
    );
    const {
      memories,
      count,
      truncated,
      omitted_memory_ids: omitted,
    } = result as unknown as {
      memories: { id: string }[];
      count: number;
      truncated: boolean;
      omitted_memory_ids: string[];
    };
    expect([truncated, count]).toEqual([true, memories.length]);
    expect([...memories.map((entry) => entry.id), ...omitted]).toEqual(ids);
    expect(Buffer.byteLength(JSON.stringify(memories))).toBeLessThan(MAX_LIST_BYTES);
  });
});

describe('list_contexts', () => {
  const many = Array.from({ length: 250 }, (_, n) =>
    checkpoint(n + 1, n % 100 === 7 ? `Tea ${n}` : `context ${n}`),
  );
  const namesOf = (result: object) =>
    (result as { contexts: { name: string }[] }).contexts.map((context) => context.name);

  test('newest first, 20 of them, without descriptions', async () => {
    const { result } = await call('list_contexts', {}, world(many));
    expect(result).toMatchObject({ success: true, total: 250, limit: 20, offset: 0, has_more: true });
    expect(namesOf(result)).toEqual(
      many
        .slice(-20)
        .reverse()
        .map((entry) => entry.content),
    );
    const [first] = (result as unknown as { contexts: object[] }).contexts;
    expect(first).toEqual({
      id: id(250),
      name: 'context 249',
      memory_count: 0,
      created: many[249]!.created_at,
    });
  });

  test.each([
    [0, 100],
    [95, 20],
    [199, 2],
    [240, 20],
    [250, 20],
    [1_000_000, 5],
  ])('a window from %d of %d, wherever pages end', async (offset, limit) => {
    const { result } = await call('list_contexts', { offset, limit }, world(many));
    const newest = many.toReversed().map((entry) => entry.content);
    expect(namesOf(result)).toEqual(newest.slice(offset, offset + limit));
    expect(result).toMatchObject({ total: 250, has_more: offset + limit < 250 });
  });

  test('a part of a name is looked for on all pages, and the total is that of the matches', async () => {
    const { result } = await call('list_contexts', { name_pattern: 'tEa', limit: 2 }, world(many));
    expect(namesOf(result)).toEqual(['Tea 207', 'Tea 107']);
    expect(result).toMatchObject({ total: 3, has_more: true });
    const rest = await call('list_contexts', { name_pattern: 'tea', limit: 2, offset: 2 }, world(many));
    expect(namesOf(rest.result)).toEqual(['Tea 7']);
    expect(rest.result).toMatchObject({ total: 3, has_more: false });
    const none = await call('list_contexts', { name_pattern: '.*' }, world(many));
    expect(none.result).toMatchObject({ total: 0, contexts: [], has_more: false });
  });

  test('descriptions where asked for, and memories that are still there', async () => {
    const contexts = [
      checkpoint(10, 'bare', [id(1), id(2)]),
      checkpoint(11, 'told', [id(1), id(99)], { content: 'A description.' }),
    ];
    const { result } = await call(
      'list_contexts',
      { include_descriptions: true },
      world([memory(1), memory(2), ...contexts]),
    );
    expect(result).toMatchObject({
      contexts: [
        { name: 'told', description: 'A description.', memory_count: 1 },
        { name: 'bare', description: null, memory_count: 2 },
      ],
    });
  });
});
