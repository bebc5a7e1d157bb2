import { describe, expect, test } from '@jest/globals';
import { AppError, ERROR_CODES, alreadyExists, invalidField, notFound } from '@loci/core';
import { SOURCE_TYPES } from '@loci/contracts';
import type { ResultItem } from '@loci/contracts';
import { TOOL_ERROR_CODES } from '../../src/mcp/tool-error.ts';
import { call, id, memory } from './tool-context.fixture.ts';
import type { World } from './tool-context.fixture.ts';

const A = id(1);
const B = id(2);
const DATA = { some: 'data' };
const FOUND = { items: [], search_metadata: { truncated: false } };

/** Tools that are one operation under other names: arguments, request, result. */
const MAPPINGS: [string, Record<string, unknown>, object, unknown, object][] = [
  [
    'awaken',
    {},
    { method: 'get', path: '/api/v2/personality/awakening' },
    { briefing: 'b' },
    { briefing: 'b' },
  ],
  [
    'store',
    { content: 'Ada likes tea.', tags: ['Tea'], importance: 0.3 },
    {
      method: 'post',
      path: '/api/v2/memories',
      body: { content: 'Ada likes tea.', memory_type: 'fact', importance: 0.3, tags: ['Tea'] },
    },
    DATA,
    { memory: DATA },
  ],
  [
    'store',
    { content: 'TODO: urgent, buy tea', tags: null },
    {
      method: 'post',
      path: '/api/v2/memories',
      body: { content: 'TODO: urgent, buy tea', memory_type: 'task', importance: 0.95 },
    },
    DATA,
    { memory: DATA },
  ],
  [
    'update_memory',
    { memory_id: A.toUpperCase(), importance: 1, tags: [] },
    { method: 'put', path: `/api/v2/memories/${A}`, body: { importance: 1, tags: [] } },
    DATA,
    { memory: DATA },
  ],
  [
    'connect',
    { from_memory: A, to_memory: B, relationship_type: 'supports' },
    {
      method: 'post',
      path: '/api/v2/relationships',
      body: { from_id: A, to_id: B, relationship_type: 'supports', strength: 0.5 },
    },
    DATA,
    { relationship: DATA },
  ],
  [
    'disconnect',
    { from_memory: A, to_memory: B },
    { method: 'delete', path: '/api/v2/relationships/between', query: { from_id: A, to_id: B } },
    { from_id: A, to_id: B, deleted: 2, deleted_ids: [] },
    { deleted: 2 },
  ],
  [
    'recall',
    { query: 'tea' },
    {
      method: 'post',
      path: '/api/v2/search/hybrid',
      body: { query: 'tea', limit: 10, rrf_k: 10, include_neighbors: 0 },
    },
    FOUND,
    { results: [], count: 0 },
  ],
  [
    'recall',
    {
      query: 'tea',
      limit: 100,
      source_type: 'document',
      tags: ['a', 'b,c'],
      start_date: '2026-01-01',
      end_date: '2026-02-01',
    },
    {
      method: 'post',
      path: '/api/v2/search/hybrid',
      body: {
        query: 'tea',
        limit: 100,
        rrf_k: 10,
        include_neighbors: 0,
        source_types: ['document_upload'],
        tags: 'a,bc',
        start_date: '2026-01-01',
        end_date: '2026-02-01',
      },
    },
    FOUND,
    { results: [], count: 0 },
  ],
  [
    'search',
    { query: 'tea' },
    {
      method: 'post',
      path: '/api/v2/search/hybrid',
      body: {
        query: 'tea',
        limit: 10,
        bm25_weight: 0.3,
        vector_weight: 0.5,
        graph_weight: 0.2,
        include_neighbors: 0,
      },
    },
    FOUND,
    { results: [] },
  ],
  [
    'reflect',
    { start_date: '2026-01-01' },
    {
      method: 'post',
      path: '/api/v2/analysis/reflect',
      body: { time_window: 'recent', include_documents: false, start_date: '2026-01-01' },
    },
    DATA,
    DATA,
  ],
  [
    'save_artifact',
    { path: '/a.md', content: '' },
    { method: 'post', path: '/api/v2/artifacts', body: { path: '/a.md', content: '' } },
    DATA,
    DATA,
  ],
  [
    'retrieve_artifact',
    { path: '/a.md' },
    { method: 'get', path: '/api/v2/artifacts', query: { path: '/a.md' } },
    DATA,
    DATA,
  ],
  [
    'list_artifacts',
    {},
    { method: 'get', path: '/api/v2/artifacts/list', query: { prefix: '/' } },
    DATA,
    DATA,
  ],
  [
    'list_artifacts',
    { path_prefix: '/notes', name_pattern: 'Tea' },
    { method: 'get', path: '/api/v2/artifacts/list', query: { prefix: '/notes', name_pattern: 'Tea' } },
    DATA,
    DATA,
  ],
  [
    'delete_artifact',
    { path: '/a.md' },
    { method: 'delete', path: '/api/v2/artifacts', query: { path: '/a.md' } },
    DATA,
    DATA,
  ],
];

test.each(MAPPINGS)('%s %j', async (name, args, request, data, result) => {
  const asked = await call(name, { ...args, unknown: 'ignored' }, { answer: () => data });
  expect(asked.requests).toEqual([request]);
  expect(asked.result).toEqual({ success: true, ...result });
});

describe('recall', () => {
  test('memories are all sources but uploads, null is no filter, tags without a letter still filter', async () => {
    const bodyFor = async (args: object) => {
      const { requests } = await call('recall', { query: 'tea', ...args }, { answer: () => FOUND });
      return requests[0]!.body;
    };
    const sources = SOURCE_TYPES.filter((type) => type !== 'document_upload');
    expect(await bodyFor({ source_type: 'memory' })).toMatchObject({ source_types: sources });
    expect(await bodyFor({ source_type: null })).not.toHaveProperty('source_types', expect.anything());
    expect(await bodyFor({ tags: [','] })).toMatchObject({ tags: ',' });
    expect(await bodyFor({ tags: [] })).not.toHaveProperty('tags', expect.anything());
  });
});

const hit = (n: number, changes: object = {}) => ({
  id: id(n),
  content: `Memory ${n}`,
  snippet: 'a passage',
  score: 1 / n,
  metadata: { memory_type: 'fact' },
  source_type: 'direct_input',
  tags: ['tea'],
  created_at: '2026-01-01T00:00:00.000Z',
  chunk_index: null,
  document_id: null,
  ...changes,
});

test.each(['recall', 'search'])('%s reports results that the size limit left out', async (name) => {
  const answer = () => ({ items: [], search_metadata: { truncated: true } });
  const { result } = await call(name, { query: 'tea' }, { answer });
  expect(result).toMatchObject({ success: true, truncated: true });
});

test('store sends no metadata, whatever the arguments hold', async () => {
  const args = { content: 'Tea.', metadata: { text: 'x'.repeat(66_560) } };
  const { requests } = await call('store', args, { answer: () => memory(1) });
  expect(requests.map(({ body }) => body)).toEqual([
    expect.not.objectContaining({ metadata: expect.anything() }),
  ]);
});

test('recall and search show hits in their order, chunks with their place', async () => {
  const chunk = {
    document_id: B,
    chunk_index: 3,
    source_type: 'document_upload',
    metadata: { memory_type: null },
  };
  const long = `# A long one\n${'x'.repeat(2_000)}`;
  const items = [hit(1), hit(2, { ...chunk, content: long })];
  const answer = () => ({ items, search_metadata: { truncated: false } });
  const recalled = await call('recall', { query: 'tea' }, { answer });
  expect(recalled.result).toMatchObject({
    count: 2,
    results: [
      {
        id: A,
        content: 'Memory 1',
        score: 1,
        source_type: 'direct_input',
        memory_type: 'fact',
        tags: ['tea'],
      },
      { id: B, source_type: 'document_upload', memory_type: null, document_id: B, chunk_index: 3 },
    ],
  });
  const searched = await call('search', { query: 'tea' }, { answer });
  expect(searched.result).toEqual({
    success: true,
    results: [
      { id: A, title: 'Memory 1', url: `https://portal.example/memories/${A}`, text: 'Memory 1' },
      { id: B, title: 'A long one', url: `https://portal.example/memories/${B}`, text: 'a passage' },
    ],
  });
});

describe('fetch', () => {
  const absent = () => {
    throw notFound('memory', A);
  };
  const item = (changes: Partial<ResultItem>): ResultItem => ({
    ...memory(1),
    kind: 'chunk',
    snippet: '',
    highlight: null,
    memory_type: null,
    importance: null,
    confidence: null,
    source_type: 'document_upload',
    document_id: B,
    content_with_context: null,
    chunk_index: 3,
    total_chunks: 9,
    ...changes,
  });

  test('a memory', async () => {
    const { result, requests } = await call('fetch', { id: A }, { answer: () => memory(1) });
    expect(requests).toEqual([{ method: 'get', path: `/api/v2/memories/${A}` }]);
    expect(result).toMatchObject({
      success: true,
      id: A,
      title: 'Memory 1',
      text: 'Memory 1',
      url: `https://portal.example/memories/${A}`,
      metadata: { memory_type: 'fact', created_at: memory(1).created_at },
      memory: memory(1),
    });
  });

  test('a passage of a document', async () => {
    const { result } = await call('fetch', { id: A }, { answer: absent, items: [item({})] });
    expect(result).toMatchObject({
      success: true,
      text: 'Memory 1',
      memory: null,
      metadata: { document_id: B, chunk_index: 3, total_chunks: 9 },
    });
  });

  test('what is gone from the memories but not yet from the index is gone', async () => {
    const items = [item({ kind: 'memory', document_id: null })];
    const { result } = await call('fetch', { id: A }, { answer: absent, items });
    expect(result).toMatchObject({ success: false, error_code: 'NOT_FOUND', operation: 'fetch' });
  });

  test('any other error is not taken for an absent memory', async () => {
    const answer = () => {
      throw new AppError('AUTH_FORBIDDEN', 'This needs the read permission.');
    };
    const { result } = await call('fetch', { id: A }, { answer, items: [item({})] });
    expect(result).toMatchObject({ success: false, error_code: 'FORBIDDEN' });
  });
});

describe('explore', () => {
  const [E, F] = [id(11), id(12)];
  const answer: World['answer'] = ({ path }) =>
    path === `/api/v2/relationships/${F}`
      ? { id: F, from_id: id(3), to_id: B, relationship_type: 'tests', strength: 1, evidence: {} }
      : {
          paths: [
            { nodes: [A, B], relationships: [E], total_score: 0.4 },
            { nodes: [A, B, id(3)], relationships: [E, F], total_score: 0.2 },
          ],
          visited_chunks: [A, B, id(3)],
          max_depth_reached: 2,
          total_paths_found: 2,
          truncated: false,
        };

  test('memories on the paths with their distance, and every relationship of the paths, no others', async () => {
    const edge = (edgeId: string) => ({
      id: edgeId,
      from_id: A,
      to_id: B,
      type: 'causes' as const,
      strength: 0.5,
    });
    const { result, requests } = await call(
      'explore',
      { start_memory: A, relationship_types: ['causes', 'tests'] },
      { answer, memories: [memory(1), memory(2), memory(3)], edges: [edge(E), edge(id(99))] },
    );
    expect(requests[0]!.body).toEqual({
      start_memory_id: A,
      max_depth: 3,
      relationship_types: ['causes', 'tests'],
    });
    expect(result).toMatchObject({
      success: true,
      paths: [{ nodes: [A, B] }, { nodes: [A, B, id(3)] }],
      nodes: [
        { id: A, content: 'Memory 1', depth: 0 },
        { id: B, content: 'Memory 2', depth: 1 },
        { id: id(3), content: 'Memory 3', depth: 2 },
      ],
      edges: [
        { id: E, from_id: A, to_id: B, relationship_type: 'causes', strength: 0.5 },
        { id: F, from_id: id(3), to_id: B, relationship_type: 'tests', strength: 1 },
      ],
    });
  });

  test('a large neighbourhood is cut to what hosts take, shortest paths first, and says so', async () => {
    const count = 900;
    const paths = Array.from({ length: count }, (_, index) => ({
      nodes: [A, id(1_000 + index)],
      relationships: [id(5_000 + index)],
      total_score: 0.5,
    }));
    const { result } = await call(
      'explore',
      { start_memory: A },
      {
        answer: () => ({ paths, max_depth_reached: 1, total_paths_found: count, truncated: false }),
        memories: [
          memory(1),
          ...paths.map((_, index) => memory(1_000 + index, { content: '\u0001'.repeat(5_000) })),
        ],
        edges: paths.map((path, index) => ({
          id: id(5_000 + index),
          from_id: A,
          to_id: path.nodes[1]!,
          type: 'causes' as const,
          strength: 0.5,
        })),
      },
    );
    const shown = result as unknown as {
      paths: unknown[];
      nodes: { content: string; content_truncated?: boolean }[];
      edges: unknown[];
    };
    expect(JSON.stringify(result).length).toBeLessThanOrEqual(51_000);
    expect(result).toMatchObject({ success: true, truncated: true, total_paths_found: shown.paths.length });
    expect(shown.paths.length).toBeGreaterThan(5);
    expect(shown.paths).toEqual(paths.slice(0, shown.paths.length));
    expect(shown.nodes).toHaveLength(shown.paths.length + 1);
    expect(shown.edges).toHaveLength(shown.paths.length);
    expect(shown.nodes[0]).not.toHaveProperty('content_truncated');
    expect(shown.nodes[1]).toMatchObject({ content: '\u0001'.repeat(1_000), content_truncated: true });
  });

  test('a memory without relationships is alone', async () => {
    const empty = () => ({ paths: [], max_depth_reached: 0, total_paths_found: 0, truncated: false });
    const { result } = await call('explore', { start_memory: A }, { answer: empty, memories: [memory(1)] });
    expect(result).toMatchObject({ paths: [], nodes: [{ id: A, depth: 0 }], edges: [] });
  });
});

describe('failures', () => {
  const failing = (error: unknown) => ({
    answer: () => {
      throw error;
    },
  });

  test.each(ERROR_CODES.map((code) => [code]))('%s has a code of the tools', async (code) => {
    const { result } = await call('awaken', {}, failing(new AppError(code, 'Text.')));
    expect(result).toMatchObject({ success: false, operation: 'awaken', error: expect.any(String) });
    expect(TOOL_ERROR_CODES).toContain((result as { error_code: string }).error_code);
  });

  test('what went wrong on our side is masked and logged', async () => {
    const { result, errors } = await call('awaken', {}, failing(new Error('connect ECONNREFUSED 10.0.0.7')));
    expect(result).toMatchObject({ success: false, error_code: 'INTERNAL_ERROR' });
    expect(JSON.stringify(result)).not.toContain('10.0.0.7');
    expect(JSON.stringify(result)).toContain('test-request');
    expect(errors).toHaveLength(1);
  });

  test('fields are named as the tool names them', async () => {
    const error = invalidField(
      'to_id',
      'A memory cannot have a relationship to itself.',
      'VAL_VALIDATION_FAILED',
    );
    const args = { from_memory: A, to_memory: A, relationship_type: 'supports' };
    const { result } = await call('connect', args, failing(error));
    expect(result).toMatchObject({
      error: 'to_memory: A memory cannot have a relationship to itself.',
      error_code: 'VALIDATION_ERROR',
    });
  });

  test('every bad argument is named', async () => {
    const { result, requests } = await call('recall', { query: '', limit: 101 });
    expect(result).toMatchObject({ error_code: 'VALIDATION_ERROR' });
    expect((result as { error: string }).error).toMatch(/query: .*limit: /);
    expect(requests).toEqual([]);
  });

  test.each([
    ['store', { content: '' }],
    ['store', { content: 'x'.repeat(10_001) }],
    ['store', { content: 'a\u0000b' }],
    ['store', { content: '\ud800' }],
    ['store', { content: 'x', importance: 1.1 }],
    ['store', { content: 'x', importance: Infinity }],
    ['store', {}],
    ['recall', { query: 'x'.repeat(4_001) }],
    ['recall', { query: 'x', limit: 0 }],
    ['recall', { query: 'x', source_type: 'artifact' }],
    ['search', { query: 'x', limit: 101 }],
    ['fetch', { id: 'x' }],
    ['connect', { from_memory: A, to_memory: B, relationship_type: 'loves' }],
    ['explore', { start_memory: A, max_depth: 11 }],
    ['explore', { start_memory: A, relationship_types: ['loves'] }],
    ['reflect', { time_window: 'month' }],
    ['save_context', { name: 'x', description: 'x'.repeat(10_001) }],
    ['save_context', { name: ' AWAKENING ' }],
    ['restore_context', { name: '' }],
    ['list_contexts', { limit: 101 }],
    ['list_contexts', { offset: -1 }],
    ['save_artifact', { content: 'x' }],
  ])('%s %.60j is refused before anything is asked', async (name, args) => {
    const { result, requests } = await call(name, args);
    expect(result).toMatchObject({ success: false, error_code: 'VALIDATION_ERROR', operation: name });
    expect(requests).toEqual([]);
  });

  test.each(['save_artifact', 'retrieve_artifact', 'delete_artifact'])(
    '%s: a path that is there but bad',
    async (name) => {
      const refused = invalidField('path', 'Must start with a slash.');
      const { result } = await call(name, { path: 'a', content: 'x' }, failing(refused));
      expect(result).toMatchObject({ error_code: 'INVALID_PATH', error: 'path: Must start with a slash.' });
      for (const path of ['/a\u0000', 7]) {
        const { result: odd } = await call(name, { path, content: 'x' });
        expect(odd).toMatchObject({ error_code: 'INVALID_PATH' });
      }
    },
  );

  test('a taken path, and content that is too large', async () => {
    const args = { path: '/a', content: 'x' };
    const taken = await call('save_artifact', args, failing(alreadyExists('artifact', '/a')));
    expect(taken.result).toMatchObject({ error_code: 'ALREADY_EXISTS' });
    const large = await call('save_artifact', args, failing(new AppError('VAL_FIELD_TOO_LONG', 'Too long.')));
    expect(large.result).toMatchObject({ error_code: 'VALIDATION_ERROR' });
  });
});
