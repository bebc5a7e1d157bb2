import { describe, expect, test } from '@jest/globals';
import { AppError, alreadyExists } from '@loci/core';
import type { MemoryResource, ServiceRequest } from '@loci/contracts';
import { runTool, id, memory } from './tool-context.fixture.ts';
import type { FakeServices } from './tool-context.fixture.ts';

const SAVE = '/internal/memory/checkpoints/save';
const RESTORE = '/internal/memory/checkpoints/restore';
const LIST = '/internal/memory/checkpoints/list';
const SEARCH = '/api/v2/search/hybrid';
const BULK = '/api/v2/relationships/bulk';

/** Fake services that return the given data for each path, or throw it if it is an error. */
const servicesWith = (responses: Record<string, unknown>): FakeServices => ({
  respond: ({ path }: ServiceRequest) => {
    const response = responses[path];
    if (response instanceof AppError) throw response;
    return response ?? {};
  },
});

describe('the tool save_context', () => {
  const saved = (changes: object = {}) => ({
    id: id(900),
    memory_ids: [],
    references_extracted: 0,
    unresolved_references: [],
    ...changes,
  });
  const hits = (...memories: MemoryResource[]) => ({
    items: memories,
    search_metadata: { truncated: false, pending_writes: 0 },
  });

  test('sends the name, the description and the hits of each phrase to the memory service', async () => {
    const description = `memory: 'green tea', memory_id: ${id(2)}`;
    const { requests } = await runTool(
      'save_context',
      { name: 'tea', description },
      servicesWith({ [SEARCH]: hits(memory(1), memory(3)), [SAVE]: saved() }),
    );
    expect(requests.find(({ path }) => path === SAVE)?.body).toEqual({
      name: 'tea',
      description,
      phrase_hits: [{ phrase: 'green tea', memory_ids: [id(1), id(3)] }],
    });
  });

  test('searches neither checkpoints, nor protected memories, nor documents for a phrase', async () => {
    const { requests } = await runTool(
      'save_context',
      { name: 'tea', description: "memory: 'green tea'" },
      servicesWith({ [SEARCH]: hits(), [SAVE]: saved() }),
    );
    const search = requests.find(({ path }) => path === SEARCH)?.body as Record<string, unknown>;
    expect(search).toMatchObject({ query: 'green tea', limit: 10 });
    expect(search['memory_types']).toEqual(
      expect.not.arrayContaining(['checkpoint', 'identity_core', 'personality_trait']),
    );
    expect(search['source_types']).toEqual(expect.not.arrayContaining(['document_upload']));
  });

  test('searches at most 20 phrases', async () => {
    const description = Array.from({ length: 50 }, (_, n) => `memory: 'no ${n}'`).join(' ');
    const { requests } = await runTool(
      'save_context',
      { name: 'tea', description },
      servicesWith({ [SEARCH]: hits(), [SAVE]: saved() }),
    );
    expect(requests.filter(({ path }) => path === SEARCH)).toHaveLength(20);
  });

  test('sends only one request if the description has no references', async () => {
    const { requests } = await runTool('save_context', { name: 'empty' }, servicesWith({ [SAVE]: saved() }));
    expect(requests.map(({ path }) => path)).toEqual([SAVE]);
  });

  test('creates a relationship of type references to each attached memory', async () => {
    const attached = saved({ memory_ids: [id(1), id(2)], references_extracted: 2 });
    const { requests } = await runTool(
      'save_context',
      { name: 'tea', description: `memory_id: ${id(1)} memory_id: ${id(2)}` },
      servicesWith({ [SAVE]: attached }),
    );
    expect(requests.at(-1)).toEqual({
      method: 'post',
      path: BULK,
      body: [id(1), id(2)].map((to_id) => ({ from_id: id(900), to_id, relationship_type: 'references' })),
    });
  });

  test('returns the numbers of attached memories and references', async () => {
    const { result } = await runTool(
      'save_context',
      { name: 'tea' },
      servicesWith({ [SAVE]: saved({ memory_ids: [id(1), id(2)], references_extracted: 2 }) }),
    );
    expect(result).toEqual({
      success: true,
      message: 'Saved the context tea with 2 memories.',
      context_id: id(900),
      name: 'tea',
      memories_included: 2,
      references_extracted: 2,
      references_resolved: 2,
    });
  });

  test('returns unresolved references with a hint about the syntax of references', async () => {
    const unresolved_references = ["memory: 'cocoa'", 'memory_id: 12'];
    const { result } = await runTool(
      'save_context',
      { name: 'tea' },
      servicesWith({ [SAVE]: saved({ references_extracted: 3, unresolved_references }) }),
    );
    expect(result).toMatchObject({
      references_resolved: 1,
      unresolved_references,
      hint: expect.stringContaining('memory_id: <uuid>'),
    });
  });

  test('fails with DUPLICATE_NAME if another context has the name', async () => {
    const taken = servicesWith({ [SAVE]: alreadyExists('checkpoint', 'tea') });
    const { result } = await runTool('save_context', { name: 'tea' }, taken);
    expect(result).toMatchObject({ success: false, error_code: 'DUPLICATE_NAME', operation: 'save_context' });
  });

  test('returns an error with the argument name for an invalid context name', async () => {
    const message = 'Must be at most 200 characters.';
    const error = new AppError('VAL_FIELD_TOO_LONG', message, {
      fieldErrors: { 'metadata.name': [message] },
    });
    const { result } = await runTool(
      'save_context',
      { name: 'x'.repeat(201) },
      servicesWith({ [SAVE]: error }),
    );
    expect(result).toMatchObject({ error_code: 'VALIDATION_ERROR', error: `name: ${message}` });
  });

  test('rejects the reserved name awakening in any case', async () => {
    const { result, requests } = await runTool('save_context', { name: ' Awakening ' });
    expect(result).toMatchObject({ success: false, error_code: 'VALIDATION_ERROR' });
    expect(requests).toEqual([]);
  });

  test('saves the context, with a hint in the result, if the relationships cannot be created', async () => {
    const { result } = await runTool(
      'save_context',
      { name: 'tea' },
      servicesWith({
        [SAVE]: saved({ memory_ids: [id(1)], references_extracted: 1 }),
        [BULK]: new AppError('SYS_SERVICE_UNAVAILABLE', 'Down.'),
      }),
    );
    expect(result).toMatchObject({ success: true, memories_included: 1, hint: expect.any(String) });
  });
});

describe('the tool restore_context', () => {
  const restored = (changes: object = {}) => ({
    checkpoint: { id: id(200), description: null, memories: [memory(1)], omitted_memory_ids: [], ...changes },
  });
  const briefing = { '/api/v2/personality/awakening': { briefing: 'Hello.' } };

  test('requests the exact name with a default limit of 20', async () => {
    const { requests } = await runTool(
      'restore_context',
      { name: 'tea' },
      servicesWith({ [RESTORE]: restored() }),
    );
    expect(requests).toEqual([{ method: 'post', path: RESTORE, body: { name: 'tea', limit: 20 } }]);
  });

  test('returns the context and its memories', async () => {
    const { result } = await runTool(
      'restore_context',
      { name: 'tea' },
      servicesWith({ [RESTORE]: restored() }),
    );
    expect(result).toEqual({
      success: true,
      name: 'tea',
      description: null,
      context_id: id(200),
      memories: [memory(1)],
      count: 1,
    });
  });

  test('fails with NOT_FOUND if no context has the name', async () => {
    const { result } = await runTool(
      'restore_context',
      { name: 'Tea' },
      servicesWith({ [RESTORE]: { checkpoint: null } }),
    );
    expect(result).toMatchObject({ success: false, error_code: 'NOT_FOUND' });
  });

  test('returns only the ids of memories that exceed the size limit', async () => {
    const response = restored({ omitted_memory_ids: [id(2)] });
    const { result } = await runTool(
      'restore_context',
      { name: 'tea' },
      servicesWith({ [RESTORE]: response }),
    );
    expect(result).toMatchObject({ count: 1, truncated: true, omitted_memory_ids: [id(2)] });
  });

  test('returns the briefing for awakening if no context has this name', async () => {
    const { result } = await runTool(
      'restore_context',
      { name: 'awakening' },
      servicesWith({ ...briefing, [RESTORE]: { checkpoint: null } }),
    );
    expect(result).toMatchObject({
      success: true,
      context_id: null,
      memories: [],
      count: 0,
      briefing: 'Hello.',
    });
  });

  test('returns the briefing and the context for awakening if a context has this name', async () => {
    const { result } = await runTool(
      'restore_context',
      { name: 'awakening' },
      servicesWith({ ...briefing, [RESTORE]: restored() }),
    );
    expect(result).toMatchObject({ context_id: id(200), count: 1, briefing: 'Hello.' });
  });
});

describe('the tool list_contexts', () => {
  const item = (n: number, changes: object = {}) => ({
    id: id(n),
    name: `context ${n}`,
    memory_count: 2,
    created_at: '2026-01-01T00:00:00.000Z',
    ...changes,
  });

  const page = (items: object[], changes: object = {}) => ({
    total: items.length,
    offset: 0,
    next_cursor: null,
    items,
    ...changes,
  });

  test('requests 20 contexts without descriptions by default', async () => {
    const { requests } = await runTool('list_contexts', {}, servicesWith({ [LIST]: page([]) }));
    expect(requests).toEqual([
      { method: 'post', path: LIST, body: { offset: 0, limit: 20, include_descriptions: false } },
    ]);
  });

  test('passes offset, limit, name_pattern and include_descriptions to the memory service', async () => {
    const args = { offset: 95, limit: 5, name_pattern: 'tEa', include_descriptions: true };
    const { requests } = await runTool('list_contexts', args, servicesWith({ [LIST]: page([]) }));
    expect(requests[0]?.body).toEqual(args);
  });

  test('returns contexts with id, name, memory_count and created', async () => {
    const { result } = await runTool('list_contexts', {}, servicesWith({ [LIST]: page([item(1)]) }));
    expect(result).toEqual({
      success: true,
      total: 1,
      limit: 20,
      offset: 0,
      has_more: false,
      next_cursor: null,
      contexts: [{ id: id(1), name: 'context 1', memory_count: 2, created: '2026-01-01T00:00:00.000Z' }],
    });
  });

  test('returns descriptions, with null for a context without a description', async () => {
    const items = [item(1, { description: 'About tea.' }), item(2, { description: null })];
    const { result } = await runTool(
      'list_contexts',
      { include_descriptions: true },
      servicesWith({ [LIST]: page(items) }),
    );
    expect(result).toMatchObject({ contexts: [{ description: 'About tea.' }, { description: null }] });
  });

  test('passes the cursor to the memory service', async () => {
    const { requests } = await runTool(
      'list_contexts',
      { cursor: 'after this' },
      servicesWith({ [LIST]: page([]) }),
    );
    expect(requests[0]?.body).toMatchObject({ cursor: 'after this' });
  });

  test('starts at the first context if the cursor is null', async () => {
    const { requests } = await runTool('list_contexts', { cursor: null }, servicesWith({ [LIST]: page([]) }));
    expect(requests[0]?.body).not.toHaveProperty('cursor');
  });

  test('returns has_more = true, the cursor and the offset if more contexts follow', async () => {
    const response = page([item(1)], { total: 14, offset: 12, next_cursor: 'after this' });
    const { result } = await runTool('list_contexts', { limit: 1 }, servicesWith({ [LIST]: response }));
    expect(result).toMatchObject({ has_more: true, next_cursor: 'after this', offset: 12 });
  });

  test('returns an error for the cursor of another list', async () => {
    const message = 'Must be a next_cursor.';
    const error = new AppError('VAL_FIELD_INVALID', message, { fieldErrors: { cursor: [message] } });
    const { result } = await runTool('list_contexts', { cursor: 'x' }, servicesWith({ [LIST]: error }));
    expect(result).toMatchObject({ error_code: 'VALIDATION_ERROR', error: `cursor: ${message}` });
  });
});
