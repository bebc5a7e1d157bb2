import { describe, expect, test } from '@jest/globals';
import {
  AppError,
  ERROR_CODES,
  alreadyExists,
  estimateTokens,
  invalidField,
  notFound,
  unavailable,
} from '@loci/core';
import { SOURCE_TYPES } from '@loci/contracts';
import type { MemoryResource, ResultItem, ServiceRequest } from '@loci/contracts';
import { TOOL_ERROR_CODES } from '../../src/mcp/tool-error.ts';
import { id, memory, runTool } from './tool-context.fixture.ts';
import type { FakeServices } from './tool-context.fixture.ts';

const A = id(1);
const B = id(2);
const DATA = { some: 'data' };
const FOUND = { items: [], search_metadata: { truncated: false, pending_writes: 0 } };

/** Tools that make one request: tool, arguments, request, data of the response, result. */
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
    { content: 'Ada likes tea.', tags: ['Tea'], importance: 0.3, occurred_at: '2020-05-01' },
    {
      method: 'post',
      path: '/internal/memory/create-classified',
      body: { content: 'Ada likes tea.', importance: 0.3, tags: ['Tea'], occurred_at: '2020-05-01' },
    },
    DATA,
    { memory: DATA },
  ],
  [
    'store',
    { content: 'TODO: urgent, buy tea', tags: null },
    {
      method: 'post',
      path: '/internal/memory/create-classified',
      body: { content: 'TODO: urgent, buy tea' },
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
    'evolve_memory',
    { memory_id: A, new_content: 'Ada likes coffee.', evolution_type: 'update', reason: 'new' },
    {
      method: 'post',
      path: `/api/v2/memories/${A}/evolve`,
      body: { new_content: 'Ada likes coffee.', evolution_type: 'update', reason: 'new' },
    },
    DATA,
    { evolution: DATA },
  ],
  [
    'forget',
    { memory_id: A },
    { method: 'delete', path: `/api/v2/memories/${A}` },
    { id: A, deleted: true },
    { id: A, deleted: true },
  ],
  [
    'resolve_contradiction',
    { contradiction_id: A, resolution: 'keep_both' },
    {
      method: 'post',
      path: `/api/v2/memories/contradictions/${A}/resolve`,
      body: { resolution: 'keep_both' },
    },
    DATA,
    { contradiction: DATA },
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
    'connect',
    {
      from_memory: A,
      to_memory: B,
      relationship_type: 'supports',
      valid_from: '2026-01-01',
      valid_until: '2026-02-01T12:00:00Z',
    },
    {
      method: 'post',
      path: '/api/v2/relationships',
      body: {
        from_id: A,
        to_id: B,
        relationship_type: 'supports',
        strength: 0.5,
        valid_from: '2026-01-01',
        valid_until: '2026-02-01T12:00:00Z',
      },
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
      body: { query: 'tea', limit: 10, rrf_k: 10, ranking: 'auto', min_relevance: 0.005, diversity: 0.3 },
    },
    FOUND,
    { results: [], count: 0 },
  ],
  [
    'recall',
    {
      query: 'tea',
      limit: 100,
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
        ranking: 'auto',
        min_relevance: 0.005,
        diversity: 0.3,
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
    'list_artifacts',
    { cursor: 'after this' },
    { method: 'get', path: '/api/v2/artifacts/list', query: { prefix: '/', cursor: 'after this' } },
    DATA,
    DATA,
  ],
  [
    'list_artifacts',
    { cursor: null },
    { method: 'get', path: '/api/v2/artifacts/list', query: { prefix: '/' } },
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

test.each(MAPPINGS)(
  'the tool %s returns the data of one request for the arguments %j',
  async (name, args, request, data, result) => {
    const outcome = await runTool(name, { ...args, unknown: 'ignored' }, { respond: () => data });
    expect(outcome.requests).toEqual([request]);
    const warnings = ['The argument unknown is unknown and was ignored.'];
    expect(outcome.result).toEqual({ success: true, ...result, warnings });
  },
);

test('the tool store marks a memory that existed before', async () => {
  const args = { content: 'Ada likes tea.' };
  const { result } = await runTool('store', args, {
    respond: () => ({ ...DATA, existing: true, similar: [] }),
  });
  expect(result).toEqual({ success: true, existing: true, memory: DATA, similar: [] });
});

describe('awaken with a query or a budget', () => {
  test.each([
    [{ query: 'tea' }, { query: 'tea' }],
    [
      { query: 'tea', max_tokens: 500 },
      { query: 'tea', max_tokens: 500 },
    ],
    [{ max_tokens: 500 }, { max_tokens: 500 }],
  ])('returns the briefing and the context of %j', async (args, body) => {
    const { result, requests } = await runTool('awaken', args, {
      respond: ({ path }) => (path === '/api/v2/context' ? { text: 'context' } : { briefing: 'b' }),
    });
    expect(result).toEqual({ success: true, briefing: 'b', context: 'context' });
    expect(requests.find(({ path }) => path === '/api/v2/context')).toEqual({
      method: 'post',
      path: '/api/v2/context',
      body: { ...body, sections: ['pinned', 'contradictions', 'memories'] },
    });
  });
});

describe('the tool recall', () => {
  const bodyFor = async (args: object) => {
    const { requests } = await runTool('recall', { query: 'tea', ...args }, { respond: () => FOUND });
    return requests[0]!.body;
  };

  test('filters by all source types except uploads for the source_type "memory"', async () => {
    const sources = SOURCE_TYPES.filter((type) => type !== 'document_upload');
    expect(await bodyFor({ source_type: 'memory' })).toMatchObject({ source_types: sources });
  });

  test('does not filter by source for the source_type null', async () => {
    expect(await bodyFor({ source_type: null })).not.toHaveProperty('source_types', expect.anything());
  });

  test('keeps the filter for a tag that contains no valid character', async () => {
    expect(await bodyFor({ tags: [','] })).toMatchObject({ tags: ',' });
  });

  test('omits irrelevant results, unless min_relevance is 0', async () => {
    expect(await bodyFor({})).toMatchObject({ min_relevance: 0.005 });
    expect(await bodyFor({ min_relevance: 0 })).toMatchObject({ min_relevance: 0 });
  });

  test('returns the relevance of each result', async () => {
    const found = { ...FOUND, items: [hit(1, { relevance: 0.4 }), hit(2, { relevance: null })] };
    const { result } = await runTool('recall', { query: 'tea' }, { respond: () => found });
    expect(result).toMatchObject({ results: [{ relevance: 0.4 }, { relevance: null }] });
  });

  test('returns the reason why the results do not contain the memory of why_not', async () => {
    const answer = { found: false, rank: null, reason: 'filtered', evidence: {}, degraded: [] };
    const respond = ({ path }: { path: string }) =>
      path === '/api/v2/search/why-not' ? { ...answer, pending_writes: 0 } : FOUND;
    const args = { query: 'tea', limit: 3, why_not: A };
    const { result, requests } = await runTool('recall', args, { respond });
    expect(result).toMatchObject({ success: true, why_not: answer });
    const whyNot = requests.find(({ path }) => path === '/api/v2/search/why-not')!;
    const search = requests.find(({ path }) => path === '/api/v2/search/hybrid')!;
    expect(whyNot.body).toEqual({ memory_id: A, search: search.body });
  });

  test('passes as_of and known_at to the search, and returns whether the texts were changed later', async () => {
    const times = { as_of: '2026-01-01', known_at: '2026-02-01' };
    const found = { ...FOUND, items: [hit(1, { text_changed_since: true }), hit(2)] };
    for (const tool of ['recall', 'search']) {
      const { result, requests } = await runTool(tool, { query: 'tea', ...times }, { respond: () => found });
      expect(requests[0]!.body).toMatchObject(times);
      const { results } = result as unknown as { results: object[] };
      expect(results[0]).toMatchObject({ text_changed_since: true });
      expect(results[1]).not.toHaveProperty('text_changed_since');
    }
  });

  test('passes recency_half_life_days and explain to the search, and returns the explanations', async () => {
    const explanation = { fusion: { final_score: 1 } };
    const found = { ...FOUND, items: [hit(1, { explanation }), hit(2)] };
    const args = { query: 'tea', recency_half_life_days: 30, explain: true };
    const { result, requests } = await runTool('recall', args, { respond: () => found });
    expect(requests[0]!.body).toMatchObject({ recency_half_life_days: 30, explain: true });
    expect(result).toMatchObject({ results: [{ explanation }, { id: id(2) }] });
    expect((result as unknown as { results: object[] }).results[1]).not.toHaveProperty('explanation');
  });

  test.each(['recall', 'search'])('filters like %s of the REST API', async (tool) => {
    const filters = {
      memory_types: ['task'],
      min_importance: 0.4,
      start_date: '2026-01-01',
      end_date: '2026-02-01',
    };
    const args = {
      query: 'tea',
      ...filters,
      tags: ['a', 'b'],
      source_type: 'document',
      include: ['expired'],
    };
    const { requests } = await runTool(tool, args, { respond: () => FOUND });
    expect(requests[0]!.body).toMatchObject({
      ...filters,
      tags: 'a,b',
      source_types: ['document_upload'],
      include: ['expired'],
    });
  });

  test('does not filter by an empty list of tags', async () => {
    expect(await bodyFor({ tags: [] })).not.toHaveProperty('tags', expect.anything());
  });
});

const CITATION = {
  id: B,
  filename: 'log.pdf',
  title: 'The log of the lighthouse',
  page: 7,
  section: 'Autumn',
  chunk_index: 3,
  chunk_count: 9,
};

const hit = (n: number, changes: object = {}) => ({
  id: id(n),
  content: `Memory ${n}`,
  snippet: 'a snippet',
  relevance: null,
  score: 1 / n,
  metadata: { memory_type: 'fact' },
  source_type: 'direct_input',
  tags: ['tea'],
  created_at: '2026-01-01T00:00:00.000Z',
  chunk_index: null,
  document_id: null,
  document: null,
  ...changes,
});

test.each(['recall', 'search'])(
  'the tool %s returns the truncated flag and the number of pending changes of the search response',
  async (name) => {
    const respond = () => ({ items: [], search_metadata: { truncated: true, pending_writes: 3 } });
    const { result } = await runTool(name, { query: 'tea' }, { respond });
    expect(result).toMatchObject({ success: true, truncated: true, pending_writes: 3 });
  },
);

test('the tool store ignores a metadata argument', async () => {
  const args = { content: 'Tea.', metadata: { text: 'x'.repeat(66_560) } };
  const { requests } = await runTool('store', args, { respond: () => memory(1) });
  expect(requests.map(({ body }) => body)).toEqual([
    expect.not.objectContaining({ metadata: expect.anything() }),
  ]);
});

describe('for a memory and a document chunk with long content', () => {
  const chunk = {
    content: `# A long one\n${'x'.repeat(2_000)}`,
    document_id: B,
    document: CITATION,
    chunk_index: 3,
    source_type: 'document_upload',
    metadata: { memory_type: null },
  };
  const respond = () => ({
    items: [hit(1), hit(2, chunk)],
    search_metadata: { truncated: false, pending_writes: 0 },
  });

  test('the tool recall returns the memory and then the chunk, with the citation of its document', async () => {
    const { result } = await runTool('recall', { query: 'tea' }, { respond });
    expect(result).toMatchObject({
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
        { id: B, source_type: 'document_upload', memory_type: null, document_id: B, document: CITATION },
      ],
    });
  });

  test('the tool search returns a citation of each, with the snippet as the text of the chunk', async () => {
    const { result } = await runTool('search', { query: 'tea' }, { respond });
    expect(result).toEqual({
      success: true,
      results: [
        { id: A, title: 'Memory 1', url: `https://portal.example/memories/${A}`, text: 'Memory 1' },
        {
          id: B,
          title: 'The log of the lighthouse, page 7',
          url: `https://portal.example/memories/${B}`,
          text: 'a snippet',
          document: CITATION,
        },
      ],
    });
  });
});

describe('the tool fetch', () => {
  const absent = () => {
    throw notFound('memory', A);
  };
  const item = (changes: Partial<ResultItem>): ResultItem => ({
    ...memory(1),
    validity: undefined,
    kind: 'chunk',
    snippet: '',
    highlight: null,
    query_coverage: null,
    memory_type: null,
    importance: null,
    confidence: null,
    source_type: 'document_upload',
    document_id: B,
    document: CITATION,
    content_with_context: null,
    chunk_index: 3,
    total_chunks: 9,
    ...changes,
  });

  test('returns a memory as a citation with its metadata', async () => {
    const { result, requests } = await runTool('fetch', { id: A }, { respond: () => memory(1) });
    expect(requests).toEqual([{ method: 'get', path: `/api/v2/memories/${A}` }]);
    expect(result).toMatchObject({
      success: true,
      id: A,
      title: 'Memory 1',
      text: 'Memory 1',
      url: `https://portal.example/memories/${A}`,
      metadata: { memory_type: 'fact', created_at: memory(1).created_at },
      memory: expect.objectContaining({ is_active: true, version: 1, pinned: false }),
    });
  });

  test('returns a document chunk with the citation of its document', async () => {
    const { result } = await runTool('fetch', { id: A }, { respond: absent, items: [item({})] });
    expect(result).toMatchObject({
      success: true,
      title: 'The log of the lighthouse, page 7',
      text: 'Memory 1',
      memory: null,
      metadata: { document_id: B, chunk_index: 3, total_chunks: 9, document: CITATION },
    });
  });

  test('returns the memory as it was at as_of and known_at', async () => {
    const times = { as_of: '2026-01-01', known_at: '2026-02-01' };
    const { requests } = await runTool('fetch', { id: A, ...times }, { respond: () => memory(1) });
    expect(requests).toEqual([{ method: 'get', path: `/api/v2/memories/${A}`, query: times }]);
  });

  test('returns a document chunk only if it was stored at known_at', async () => {
    const items = [item({ created_at: '2026-01-01T12:00:00.000Z' })];
    const fetchAt = async (known_at: string) =>
      (await runTool('fetch', { id: A, known_at }, { respond: absent, items })).result;
    expect(await fetchAt('2026-01-01T12:00:00')).toMatchObject({ success: true, text: 'Memory 1' });
    expect(await fetchAt('2026-01-01')).toMatchObject({ success: false, error_code: 'NOT_FOUND' });
  });

  test('rejects a malformed known_at for every object', async () => {
    const { result } = await runTool('fetch', { id: A, cursor: 'c', known_at: 'soon' });
    expect(result).toMatchObject({ success: false, error_code: 'VALIDATION_ERROR' });
  });

  test('fails with NOT_FOUND for a deleted memory that is still in the search index', async () => {
    const items = [item({ kind: 'memory', document_id: null })];
    const { result } = await runTool('fetch', { id: A }, { respond: absent, items });
    expect(result).toMatchObject({ success: false, error_code: 'NOT_FOUND', operation: 'fetch' });
  });

  describe('for a document', () => {
    const page = {
      id: A,
      filename: 'log.pdf',
      title: 'The log',
      authors: ['Ada'],
      content_type: 'application/pdf',
      chunk_count: 90,
      created_at: '2026-01-01T00:00:00.000Z',
      text: 'The text of the page.',
      first_chunk_index: 50,
      last_chunk_index: 89,
      first_page: 7,
      last_page: 12,
      section: 'Autumn',
    };
    const respond = ({ path }: { path: string }) =>
      path.startsWith('/api/v2/documents/') ? { ...page, next_cursor: 'next' } : absent();

    test('returns the first page of the text with a cursor', async () => {
      const { result, requests } = await runTool('fetch', { id: A }, { respond });
      expect(requests.at(-1)).toEqual({ method: 'get', path: `/api/v2/documents/${A}/text` });
      const { text, ...metadata } = page;
      const { id: document_id, ...rest } = metadata;
      expect(result).toEqual({
        success: true,
        id: A,
        title: 'The log',
        url: `https://portal.example/memories/${A}`,
        text,
        metadata: { document_id, ...rest, source_type: 'document_upload' },
        memory: null,
        next_cursor: 'next',
      });
    });

    test('continues at the cursor without searching for a memory', async () => {
      const { result, requests } = await runTool('fetch', { id: A, cursor: 'c' }, { respond });
      expect(requests).toEqual([
        { method: 'get', path: `/api/v2/documents/${A}/text`, query: { cursor: 'c' } },
      ]);
      expect(result).toMatchObject({ success: true, text: page.text, next_cursor: 'next' });
    });
  });

  test('returns an error of the memory service other than 404 without searching for a chunk', async () => {
    const respond = () => {
      throw new AppError('AUTH_FORBIDDEN', 'This needs the read permission.');
    };
    const { result } = await runTool('fetch', { id: A }, { respond, items: [item({})] });
    expect(result).toMatchObject({ success: false, error_code: 'FORBIDDEN' });
  });
});

describe('the tool explore', () => {
  const [E, F] = [id(11), id(12)];
  const respond: FakeServices['respond'] = ({ path }) =>
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

  test('returns the memories on the paths with their depth, and only the relationships on the paths', async () => {
    const edge = (edgeId: string) => ({
      id: edgeId,
      from_id: A,
      to_id: B,
      type: 'causes' as const,
      strength: 0.5,
    });
    const { result, requests } = await runTool(
      'explore',
      { start_memory: A, relationship_types: ['causes', 'tests'] },
      { respond, memories: [memory(1), memory(2), memory(3)], edges: [edge(E), edge(id(99))] },
    );
    expect(requests[0]!.body).toEqual({
      start_memory_id: A,
      max_depth: 3,
      relationship_types: ['causes', 'tests'],
      include_inactive: false,
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

  describe('with known_at or as_of', () => {
    const pastRespond: FakeServices['respond'] = (request) => {
      if (request.path === `/api/v2/memories/${B}`) return { ...memory(2), content: 'Memory 2 then' };
      if (request.path.startsWith('/api/v2/memories/')) return memory(request.path.endsWith(A) ? 1 : 3);
      if (request.path.startsWith('/api/v2/relationships/0')) {
        const strength = 'query' in request ? 0.25 : 1;
        return { id: request.path.slice(-36), from_id: A, to_id: B, relationship_type: 'causes', strength };
      }
      const traversal = respond(request) as object;
      return { ...traversal, nodes: [A, B, id(3)].map((each) => ({ id: each, validity: 'superseded' })) };
    };
    const times = { known_at: '2026-01-02', as_of: '2026-01-01' };
    const services = { respond: pastRespond, memories: [memory(1), memory(2), memory(3)] };

    test('returns the memories and relationships as they were stored at known_at', async () => {
      const { result, requests } = await runTool('explore', { start_memory: A, ...times }, services);
      expect(requests[0]!.body).toMatchObject(times);
      const reads = requests.slice(1).map((each) => [each.path, 'query' in each && each.query]);
      expect(reads).toHaveLength(5);
      for (const [, query] of reads) expect(query).toEqual({ known_at: times.known_at });
      expect(result).toMatchObject({
        total_paths_found: 2,
        nodes: [{ id: A }, { id: B, content: 'Memory 2 then', validity: 'superseded' }, { id: id(3) }],
        edges: [
          { id: E, strength: 0.25 },
          { id: F, strength: 0.25 },
        ],
      });
    });

    test('returns the current texts with the validity at as_of if known_at is absent', async () => {
      const { result } = await runTool('explore', { start_memory: A, as_of: times.as_of }, services);
      expect(result).toMatchObject({
        nodes: [{ id: A }, { id: B, content: 'Memory 2', validity: 'superseded' }, { id: id(3) }],
        edges: [{ id: E, strength: 1 }, {}],
      });
    });
  });

  describe('with a memory that is not true now', () => {
    const exploreWith = async (part: object, args: object = {}) => {
      const edges = [E, F].map((edgeId) => ({
        id: edgeId,
        from_id: A,
        to_id: B,
        type: 'causes' as const,
        strength: 1,
      }));
      const memories = [memory(1), memory(2, part), memory(3)];
      const { result } = await runTool('explore', { start_memory: A, ...args }, { respond, memories, edges });
      return result;
    };

    test.each(['expired', 'future', 'superseded'] as const)(
      'omits the paths through a memory whose validity is %s, and does not count them as omitted',
      async (validity) => {
        expect(await exploreWith({ validity })).toEqual({
          success: true,
          paths: [],
          nodes: [expect.objectContaining({ id: A })],
          edges: [],
          total_paths_found: 0,
          max_depth_reached: 0,
          truncated: false,
        });
      },
    );

    test('returns the paths and the validity of the memory if the request includes its validity', async () => {
      const found = {
        nodes: [{ id: A, validity: 'current' }, { id: B, validity: 'expired' }, { id: id(3) }],
      };
      expect(await exploreWith({ validity: 'expired' }, { include: ['expired'] })).toMatchObject(found);
      const superseded = await exploreWith({ validity: 'superseded' }, { include_inactive: true });
      expect(superseded).toMatchObject({ total_paths_found: 2, nodes: [{}, { validity: 'superseded' }, {}] });
    });

    test('returns the paths from a start memory that is not true now', async () => {
      const edges = [E, F].map((edgeId) => ({
        id: edgeId,
        from_id: A,
        to_id: B,
        type: 'causes' as const,
        strength: 1,
      }));
      const memories = [memory(1, { validity: 'expired' }), memory(2), memory(3)];
      const { result } = await runTool('explore', { start_memory: A }, { respond, memories, edges });
      expect(result).toMatchObject({ total_paths_found: 2, nodes: [{ id: A, validity: 'expired' }, {}, {}] });
    });
  });

  test('includes relationships that are not valid now in the traversal and in the read of the relationships', async () => {
    const edges = [E, F].map((edgeId) => ({
      id: edgeId,
      from_id: A,
      to_id: B,
      type: 'causes' as const,
      strength: 1,
    }));
    const { requests, edgeRequests } = await runTool(
      'explore',
      { start_memory: A, include: ['expired', 'future', 'expired'] },
      { respond, memories: [memory(1), memory(2), memory(3)], edges },
    );
    expect(requests[0]!.body).toMatchObject({ include: ['expired', 'future', 'expired'] });
    expect(edgeRequests).toMatchObject([{ include: ['expired', 'future'], include_inactive: false }]);
  });

  describe('with more paths than fit into a result', () => {
    const count = 900;
    const paths = Array.from({ length: count }, (_, index) => ({
      nodes: [A, id(1_000 + index)],
      relationships: [id(5_000 + index)],
      total_score: 0.5,
    }));
    const exploreAll = async (args: { max_tokens?: number } = {}) => {
      const { result } = await runTool(
        'explore',
        { start_memory: A, ...args },
        {
          respond: () => ({ paths, max_depth_reached: 1, total_paths_found: count, truncated: false }),
          memories: [
            memory(1),
            ...paths.map((_, index) => memory(1_000 + index, { content: 'tea '.repeat(1_250) })),
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
      return result as unknown as {
        paths: unknown[];
        nodes: { content: string; content_truncated?: boolean }[];
        edges: unknown[];
        omitted_paths: number;
        omitted_memories: number;
        omitted_memory_ids: string[];
      };
    };

    test('returns the first paths with truncated = true', async () => {
      const result = await exploreAll();
      expect(result).toMatchObject({
        success: true,
        truncated: true,
        total_paths_found: result.paths.length,
      });
      expect(result.paths.length).toBeGreaterThan(5);
      expect(result.paths).toEqual(paths.slice(0, result.paths.length));
    });

    test('returns only the memories and relationships on the returned paths', async () => {
      const result = await exploreAll();
      expect(result.nodes).toHaveLength(result.paths.length + 1);
      expect(result.edges).toHaveLength(result.paths.length);
    });

    test.each([1_000, 4_000, 25_000])('returns at most %i tokens', async (max_tokens) => {
      const result = await exploreAll({ max_tokens });
      const tokens = estimateTokens(JSON.stringify(result));
      expect(tokens).toBeLessThanOrEqual(max_tokens);
      expect(tokens).toBeGreaterThan(max_tokens - 900);
    });

    test('returns at most 4,000 tokens if max_tokens is not given', async () => {
      expect(await exploreAll()).toEqual(await exploreAll({ max_tokens: 4_000 }));
    });

    test('returns the numbers of omitted paths and memories, and the ids of the nearest omitted memories', async () => {
      const result = await exploreAll();
      const included = result.paths.length;
      expect(result).toMatchObject({ omitted_paths: count - included, omitted_memories: count - included });
      expect(result.omitted_memory_ids).toEqual(
        Array.from({ length: 10 }, (_, index) => id(1_000 + included + index)),
      );
    });

    test('sets content_truncated for content that is truncated to 1,000 characters', async () => {
      const { nodes } = await exploreAll();
      expect(nodes[0]).not.toHaveProperty('content_truncated');
      expect(nodes[1]).toMatchObject({ content: 'tea '.repeat(250), content_truncated: true });
    });
  });

  test('returns only the start memory if the start memory has no relationships', async () => {
    const empty = () => ({ paths: [], max_depth_reached: 0, total_paths_found: 0, truncated: false });
    const { result } = await runTool(
      'explore',
      { start_memory: A },
      { respond: empty, memories: [memory(1)] },
    );
    expect(result).toMatchObject({ paths: [], nodes: [{ id: A, depth: 0 }], edges: [] });
  });
});

describe('idempotency_key', () => {
  const KEYED: [string, Record<string, unknown>][] = [
    ['store', { content: 'Ada.' }],
    ['update_memory', { memory_id: A, importance: 1 }],
    ['connect', { from_memory: A, to_memory: B, relationship_type: 'supports' }],
    ['disconnect', { from_memory: A, to_memory: B }],
    ['save_artifact', { path: '/a.md', content: 'a' }],
    ['delete_artifact', { path: '/a.md' }],
  ];

  test.each(KEYED)('is sent with the write of %s and a fingerprint of the arguments', async (name, args) => {
    const keyOf = async (changes: object) =>
      (await runTool(name, { ...args, ...changes, idempotency_key: 'k' })).keys;
    const [first] = await keyOf({});
    expect(first).toEqual({ key: 'k', fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await keyOf({ unused: null })).toEqual([first]);
    expect(await keyOf({ unused: 1 })).not.toEqual([first]);
    expect((await runTool(name, args)).keys).toEqual([undefined]);
  });

  test('is sent with both writes of save_context and not with its searches', async () => {
    const { requests, keys } = await runTool(
      'save_context',
      { name: 'n', description: "memory: 'tea'", idempotency_key: 'k' },
      {
        respond: ({ path }) =>
          path.startsWith('/api/v2/search')
            ? FOUND
            : { id: A, memory_ids: [B], references_extracted: 1, unresolved_references: [] },
      },
    );
    expect(requests.map(({ path }, i) => [path, keys[i]?.key])).toEqual([
      ['/api/v2/search/hybrid', undefined],
      ['/internal/memory/checkpoints/save', 'k'],
      ['/api/v2/relationships/bulk', 'k'],
    ]);
  });

  test.each(['', 'a b', 'é', 'x'.repeat(256)])(
    'is rejected with VALIDATION_ERROR if it is %j',
    async (key) => {
      const { result, requests } = await runTool('store', { content: 'Ada.', idempotency_key: key });
      expect(result).toMatchObject({ success: false, error_code: 'VALIDATION_ERROR' });
      expect(requests).toEqual([]);
    },
  );
});

describe('tool failures', () => {
  const failing = (error: unknown) => ({
    respond: () => {
      throw error;
    },
  });

  test.each(ERROR_CODES.map((code) => [code]))(
    'returns a tool error code for the REST error code %s',
    async (code) => {
      const { result } = await runTool('awaken', {}, failing(new AppError(code, 'Text.')));
      expect(result).toMatchObject({ success: false, operation: 'awaken', error: expect.any(String) });
      expect(TOOL_ERROR_CODES).toContain((result as { error_code: string }).error_code);
    },
  );

  test('logs an unexpected error instead of returning its message', async () => {
    const { result, errors } = await runTool(
      'awaken',
      {},
      failing(new Error('connect ECONNREFUSED 10.0.0.7')),
    );
    expect(result).toMatchObject({ success: false, error_code: 'INTERNAL_ERROR' });
    expect(JSON.stringify(result)).not.toContain('10.0.0.7');
    expect(JSON.stringify(result)).toContain('test-request');
    expect(errors).toHaveLength(1);
  });

  test('uses the argument names of the tool in error messages of the REST API', async () => {
    const error = invalidField(
      'to_id',
      'A memory cannot have a relationship to itself.',
      'VAL_VALIDATION_FAILED',
    );
    const args = { from_memory: A, to_memory: A, relationship_type: 'supports' };
    const { result } = await runTool('connect', args, failing(error));
    expect(result).toMatchObject({
      error: 'to_memory: A memory cannot have a relationship to itself.',
      error_code: 'VALIDATION_ERROR',
    });
  });

  test('returns an error message that names every invalid argument', async () => {
    const { result, requests } = await runTool('recall', { query: '', limit: 101 });
    expect(result).toMatchObject({ error_code: 'VALIDATION_ERROR' });
    expect((result as { error: string }).error).toMatch(/query: .*limit: /);
    expect(requests).toEqual([]);
  });

  test.each([
    ['store', 'without content', {}],
    ['store', 'with empty content', { content: '' }],
    ['store', 'with content of 10,001 characters', { content: 'x'.repeat(10_001) }],
    ['store', 'with a NUL character', { content: 'a\u0000b' }],
    ['store', 'with a lone surrogate', { content: '\ud800' }],
    ['store', 'with an importance above 1', { content: 'x', importance: 1.1 }],
    ['store', 'with an infinite importance', { content: 'x', importance: Infinity }],
    ['recall', 'with a query of 4,001 characters', { query: 'x'.repeat(4_001) }],
    ['recall', 'with a limit of 0', { query: 'x', limit: 0 }],
    ['recall', 'with an unknown source type', { query: 'x', source_type: 'artifact' }],
    ['search', 'with a limit of 101', { query: 'x', limit: 101 }],
    ['fetch', 'with a malformed id', { id: 'x' }],
    [
      'connect',
      'with an unknown relationship type',
      { from_memory: A, to_memory: B, relationship_type: 'loves' },
    ],
    ['explore', 'with a depth of 11', { start_memory: A, max_depth: 11 }],
    ['explore', 'with a budget of 999 tokens', { start_memory: A, max_tokens: 999 }],
    ['explore', 'with an unknown relationship type', { start_memory: A, relationship_types: ['loves'] }],
    ['reflect', 'with an unknown time window', { time_window: 'month' }],
    [
      'save_context',
      'with a description of 10,001 characters',
      { name: 'x', description: 'x'.repeat(10_001) },
    ],
    ['save_context', 'with a reserved name', { name: ' AWAKENING ' }],
    ['restore_context', 'with an empty name', { name: '' }],
    ['list_contexts', 'with a limit of 101', { limit: 101 }],
    ['list_contexts', 'with a negative offset', { offset: -1 }],
    ['save_artifact', 'without a path', { content: 'x' }],
  ])('rejects a call of %s %s before a request is sent', async (name, _, args) => {
    const { result, requests } = await runTool(name, args);
    expect(result).toMatchObject({ success: false, error_code: 'VALIDATION_ERROR', operation: name });
    expect(requests).toEqual([]);
  });

  describe.each(['save_artifact', 'retrieve_artifact', 'delete_artifact'])('of the tool %s', (name) => {
    test('returns INVALID_PATH for a path that breaks a path rule', async () => {
      const error = invalidField('path', 'Must start with a slash.');
      const { result } = await runTool(name, { path: 'a', content: 'x' }, failing(error));
      expect(result).toMatchObject({ error_code: 'INVALID_PATH', error: 'path: Must start with a slash.' });
    });

    test.each([
      ['with a NUL character', '/a\u0000'],
      ['that is a number', 7],
    ])('returns INVALID_PATH for a path %s', async (_, path) => {
      const { result } = await runTool(name, { path, content: 'x' });
      expect(result).toMatchObject({ error_code: 'INVALID_PATH' });
    });
  });

  test.each([
    ['ALREADY_EXISTS', 'a path that is in use', alreadyExists('artifact', '/a')],
    ['VALIDATION_ERROR', 'content that is too large', new AppError('VAL_FIELD_TOO_LONG', 'Too long.')],
  ])('the tool save_artifact returns %s for %s', async (code, _, error) => {
    const { result } = await runTool('save_artifact', { path: '/a', content: 'x' }, failing(error));
    expect(result).toMatchObject({ error_code: code });
  });
});

describe('the tool retrieve_artifact', () => {
  const respond = (encoding: string) => () => ({
    success: true,
    content: 'dGVh',
    encoding,
    path: '/a.png',
    content_type: 'image/png',
    size: 3,
  });

  test('returns a text file without its encoding', async () => {
    const { result } = await runTool('retrieve_artifact', { path: '/a.png' }, { respond: respond('utf-8') });
    expect(result).toEqual({
      success: true,
      content: 'dGVh',
      path: '/a.png',
      content_type: 'image/png',
      size: 3,
    });
  });

  test('rejects a file that is not text with VALIDATION_ERROR', async () => {
    const { result } = await runTool('retrieve_artifact', { path: '/a.png' }, { respond: respond('base64') });
    expect(result).toMatchObject({
      success: false,
      error_code: 'VALIDATION_ERROR',
      error: '/a.png is not text. Its type is image/png.',
    });
  });
});

describe('the changes of the user', () => {
  test.each([
    ['recall', { query: 'tea' }, ['search', 'graph']],
    ['search', { query: 'tea' }, ['search', 'graph']],
    ['explore', { start_memory: A }, ['graph']],
    ['fetch', { id: A }, ['search', 'memory']],
    ['store', { content: 'Ada likes tea.' }, []],
  ])('are waited for by %s in the read models of its result', async (name, args, reads) => {
    const respond = () => ({ ...FOUND, ...memory(1), paths: [], total_paths_found: 0, max_depth_reached: 0 });
    const { result, awaited } = await runTool(name, args, { respond });
    expect([result.success, awaited]).toEqual([true, reads]);
    expect(result).not.toHaveProperty('fresh');
  });

  test('cause fresh: false in the result if the read models may lack them', async () => {
    const { result } = await runTool('recall', { query: 'tea' }, { respond: () => FOUND, isFresh: false });
    expect(result).toMatchObject({ success: true, results: [], fresh: false });
  });

  describe('that the read models lack', () => {
    const pending = [
      memory(1, { content: 'New', embedding_status: 'pending', tags: ['tea'] }),
      memory(2, { content: 'Changed', embedding_status: 'pending' }),
      memory(3, { content: 'Indexed' }),
    ];
    const respond =
      (items: object[] = pending) =>
      (request: ServiceRequest): unknown =>
        request.method === 'get' ? { items } : { ...FOUND, items: [hit(2), hit(4)] };
    const hit = (n: number) => ({
      id: id(n),
      content: `Memory ${n}`,
      snippet: '',
      score: 1,
      tags: ['old'],
      metadata: { memory_type: 'fact' },
      document_id: null,
      document: null,
    });

    test('are added by recall with the filters of the search, instead of results with an earlier content', async () => {
      const args = {
        query: 'tea',
        tags: ['tea', 'green'],
        start_date: '2026-01-01',
        memory_types: ['fact', 'task'],
        min_importance: 0.2,
      };
      const { result, requests } = await runTool('recall', args, {
        respond: respond(),
        memories: [memory(2), memory(4, { tags: ['tea'] })],
        isFresh: false,
      });
      expect(result).toMatchObject({
        fresh: false,
        count: 1,
        results: [{ id: id(4) }],
        not_yet_indexed: [
          { id: id(1), content: 'New', tags: ['tea'] },
          { id: id(2), content: 'Changed' },
        ],
      });
      expect(requests.at(-1)).toMatchObject({
        path: '/api/v2/memories',
        query: {
          sort: '-updated_at',
          tags: 'tea,green',
          date_from: '2026-01-01',
          memory_types: 'fact,task',
          min_importance: '0.2',
        },
      });
    });

    test('are added by search as citations', async () => {
      const services = { respond: respond(), memories: [memory(2), memory(4)], isFresh: false };
      const { result } = await runTool('search', { query: 'tea' }, services);
      expect(result).toMatchObject({
        results: [{ id: id(4) }],
        not_yet_indexed: [
          { id: id(1), title: 'New', text: 'New', url: `https://portal.example/memories/${id(1)}` },
          { id: id(2), text: 'Changed' },
        ],
      });
    });

    test('are the 20 newest ones', async () => {
      const items = Array.from({ length: 30 }, (_, n) => memory(n + 10, { embedding_status: 'pending' }));
      const { result } = await runTool(
        'recall',
        { query: 'tea' },
        { respond: respond(items), isFresh: false },
      );
      const { not_yet_indexed: added } = result as unknown as { not_yet_indexed: { id: string }[] };
      expect(added.map((element) => element.id)).toEqual(items.slice(0, 20).map((item) => item.id));
    });

    test.each([
      [20, false],
      [21, true],
    ])('of which there are %i cause not_yet_indexed_truncated: %s', async (count, isTruncated) => {
      const items = Array.from({ length: count }, (_, n) => memory(n + 10, { embedding_status: 'pending' }));
      const services = { respond: respond(items), isFresh: false };
      const { result } = await runTool('recall', { query: 'tea' }, services);
      expect('not_yet_indexed_truncated' in result).toBe(isTruncated);
    });

    test('and that are not among the 100 latest memories cause not_yet_indexed_truncated', async () => {
      const items = Array.from({ length: 100 }, (_, n) =>
        memory(n + 10, { embedding_status: n === 99 ? 'pending' : 'completed' }),
      );
      const services = { respond: respond(items), isFresh: false };
      const { result } = await runTool('recall', { query: 'tea' }, services);
      expect(result).toMatchObject({ not_yet_indexed_truncated: true });
    });

    test('are read with the validities that the call includes', async () => {
      const services = { respond: respond(), isFresh: false };
      for (const name of ['recall', 'search']) {
        const { requests } = await runTool(name, { query: 'tea', include: ['expired', 'future'] }, services);
        expect(requests.at(-1)).toMatchObject({ query: { include: 'expired,future' } });
      }
    });

    test.each<[string, object, MemoryResource[], number[]]>([
      ['were deleted', {}, [memory(4)], [4]],
      ['are no longer valid', {}, [memory(2, { validity: 'expired' }), memory(4)], [4]],
      ['are included', { include: ['expired'] }, [memory(2, { validity: 'expired' }), memory(4)], [2, 4]],
      [
        'no longer have the type',
        { memory_types: ['task'] },
        [memory(2, { memory_type: 'task' }), memory(4)],
        [2],
      ],
      [
        'no longer have the importance',
        { min_importance: 0.6 },
        [memory(2, { importance: 0.6 }), memory(4)],
        [2],
      ],
      [
        'no longer have the tag',
        { tags: ['tea'] },
        [memory(2, { tags: ['tea'] }), memory(4, { tags: ['x'] })],
        [2],
      ],
    ])('decide about results with memories that %s', async (_state, args, memories, expected) => {
      const services = { respond: respond([]), memories, isFresh: false };
      const { result } = await runTool('recall', { query: 'tea', ...args }, services);
      const { results, count } = result as unknown as { results: { id: string }[]; count: number };
      expect([results.map((item) => item.id), count]).toEqual([expected.map(id), expected.length]);
    });

    test('replace the tags of results', async () => {
      const services = { respond: respond([]), memories: [memory(4, { tags: ['new'] })], isFresh: false };
      const { result } = await runTool('recall', { query: 'tea' }, services);
      expect(result).toMatchObject({ results: [{ id: id(4), tags: ['new'] }] });
    });

    describe('while the read models are unavailable', () => {
      const failing =
        (items: object[]) =>
        (request: ServiceRequest): unknown => {
          if (request.method === 'get') return { items };
          throw unavailable('Search');
        };

      test.each(['recall', 'search'])('are the result of %s', async (name) => {
        const services = { respond: failing(pending), isFresh: false };
        const { result } = await runTool(name, { query: 'tea' }, services);
        expect(result).toMatchObject({
          success: true,
          fresh: false,
          unavailable: true,
          results: [],
          not_yet_indexed: [{ id: id(1) }, { id: id(2) }],
        });
      });

      test('are the result of explore', async () => {
        const edge = { id: id(20), from_id: A, to_id: id(9), relationship_type: 'supports', strength: 0.5 };
        const services = { respond: failing([edge]), isFresh: false };
        const { result } = await runTool('explore', { start_memory: A }, services);
        expect(result).toMatchObject({
          success: true,
          unavailable: true,
          paths: [],
          not_yet_indexed: [edge],
        });
      });

      test.each([
        ['there are none', failing([])],
        [
          'they cannot be read',
          () => {
            throw unavailable('Memory');
          },
        ],
      ])('do not prevent the failure if %s', async (_when, respondTo) => {
        const services = { respond: respondTo, isFresh: false };
        const { result } = await runTool('recall', { query: 'tea' }, services);
        expect(result).toMatchObject({ success: false, error_code: 'INTERNAL_ERROR' });
      });

      test('do not replace the failure of an invalid call', async () => {
        const respondTo = (request: ServiceRequest): unknown => {
          if (request.method === 'get') return { items: pending };
          throw invalidField('query', 'The query is too long.');
        };
        const { result } = await runTool('recall', { query: 'tea' }, { respond: respondTo, isFresh: false });
        expect(result).toMatchObject({ success: false, error_code: 'VALIDATION_ERROR' });
      });
    });

    test.each([
      ['recall', { query: 'tea' }, true],
      ['recall', { query: 'tea', known_at: '2026-01-01' }, false],
      ['recall', { query: 'tea', source_type: 'document' }, false],
      ['search', { query: 'tea', as_of: '2026-01-01' }, false],
    ])('are not read by %s for %j with fresh: %j', async (name, args, isFresh) => {
      const { result, requests } = await runTool(name, args, { respond: respond(), isFresh });
      expect(result).toMatchObject({ success: true, results: [{ id: id(2) }, { id: id(4) }] });
      expect(result).not.toHaveProperty('not_yet_indexed');
      expect(requests.map(({ method }) => method)).toEqual(['post']);
    });

    test('do not fail the tool if they cannot be read', async () => {
      const fail = (request: ServiceRequest): unknown => {
        if (request.method === 'get') throw unavailable('memory');
        return respond()(request);
      };
      const { result } = await runTool('recall', { query: 'tea' }, { respond: fail, isFresh: false });
      expect(result).toMatchObject({ success: true, fresh: false, results: [{ id: id(2) }, { id: id(4) }] });
    });

    test('are added by explore if they are relationships of the start memory of a requested type', async () => {
      const relationship = (n: number, type: string) => ({
        id: id(n),
        from_id: A,
        to_id: id(9),
        relationship_type: type,
        strength: 0.5,
        evidence: {},
      });
      const others = Array.from({ length: 30 }, (_, n) => relationship(50 + n, 'causes'));
      const listed = [...others, relationship(20, 'supports')];
      const { result, requests } = await runTool(
        'explore',
        { start_memory: A, relationship_types: ['supports'] },
        {
          isFresh: false,
          memories: [memory(1)],
          respond: ({ method }) =>
            method === 'get'
              ? { items: listed }
              : { paths: [], nodes: [], total_paths_found: 0, max_depth_reached: 0, truncated: false },
        },
      );
      const { evidence: _evidence, ...expected } = listed.at(-1)!;
      expect(result).toMatchObject({ success: true, fresh: false, not_yet_indexed: [expected] });
      const query = { memory_id: A, per_page: '100' };
      expect(requests.at(-1)).toMatchObject({ path: '/api/v2/relationships', query });
    });
  });

  test.each([
    ['after a success', () => DATA],
    [
      'after a failure',
      () => {
        throw notFound('memory', A);
      },
    ],
  ])('are recorded %s of a tool', async (_when, respond) => {
    const positions = { memory: { txid: '7', seq: '1' } };
    const { recorded } = await runTool('store', { content: 'Ada likes tea.' }, { respond, positions });
    expect(recorded).toEqual([positions]);
  });
});
