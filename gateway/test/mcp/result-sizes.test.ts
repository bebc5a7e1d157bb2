import { describe, expect, test } from '@jest/globals';
import type { ServiceRequest } from '@loci/contracts';
import { estimateTokens } from '@loci/core';
import { formatResult } from '../../src/mcp/format-result.ts';
import { findTool } from '../../src/mcp/tools.ts';
import { id, memory, runTool } from './tool-context.fixture.ts';
import type { FakeServices } from './tool-context.fixture.ts';

const FACTS = [
  'Ada prefers green tea to coffee at work.',
  'The billing service is written in Go.',
  'Releases wait until the first of August.',
  'Reports are stored in PostgreSQL since May.',
  'The deploy script needs the REGION variable.',
  'Ben reviews pull requests on Tuesdays.',
];
const fact = (n: number): string => FACTS[n % FACTS.length]!;
const TIME = '2026-11-24T03:41:46.644Z';
const times = { created_at: TIME, occurred_at: TIME, updated_at: TIME };

/** Calls a tool and returns its text and its structured result, with the tokens of both at four characters per token. */
async function measure(name: string, args: Record<string, unknown>, services: FakeServices) {
  const sizeOf = (json: string): number => Math.ceil(json.length / 4);
  const { result } = await runTool(name, args, { ...services, structured: false });
  const { result: structured } = await runTool(name, args, services);
  const text = formatResult(findTool(name)!, result);
  return {
    text: JSON.parse(text) as Record<string, unknown>,
    tokens: sizeOf(text),
    structuredTokens: sizeOf(JSON.stringify(structured)),
  };
}

/** Memories of six nodes with a start: three neighbors, and two memories two relationships away. */
const PAIRS = [
  [1, 2],
  [1, 3],
  [1, 4],
  [2, 5],
  [3, 6],
] as const;

const explored = (): FakeServices => ({
  memories: [1, 2, 3, 4, 5, 6].map((n) => memory(n, { content: fact(n), tags: ['work'], ...times })),
  edges: PAIRS.map(([from, to], index) => ({
    id: id(101 + index),
    from_id: id(from),
    to_id: id(to),
    type: 'supports' as const,
    strength: 0.5,
  })),
  respond: () => ({
    paths: [
      { nodes: [id(1), id(2)], relationships: [id(101)] },
      { nodes: [id(1), id(3)], relationships: [id(102)] },
      { nodes: [id(1), id(4)], relationships: [id(103)] },
      { nodes: [id(1), id(2), id(5)], relationships: [id(101), id(104)] },
      { nodes: [id(1), id(3), id(6)], relationships: [id(102), id(105)] },
    ].map((path) => ({
      ...path,
      total_score: 0.4,
      path_metadata: { depth: path.relationships.length, start_node: id(1), direction: 'ANY' },
    })),
    total_paths_found: 5,
    max_depth_reached: 2,
    truncated: false,
  }),
});

const reflection = (contentOf: (n: number) => string): FakeServices => ({
  respond: () => ({
    time_window: 'recent',
    memories: Array.from({ length: 50 }, (_, n) => ({
      id: id(n + 1),
      content: contentOf(n),
      memory_type: 'fact',
      importance: 0.6,
      access_count: 0,
      created_at: TIME,
      occurred_at: TIME,
      age_hours: 0.25,
      score: 0.52,
    })),
    active_topics: Array.from({ length: 10 }, (_, n) => `topic number ${n}`),
    memory_clusters: Array.from({ length: 10 }, (_, n) => ({
      name: `deploy script, variable region, cluster ${n}`,
      memory_count: 6,
      description: `6 memories about deploy script, variable region and cluster ${n}, mostly of type fact. For example: "${fact(n)}"`,
    })),
    emerging_patterns: [
      { pattern: 'tea', memory_count: 9, description: '"tea" is more frequent than before: 9 of these 50' },
    ],
    relationship_insights: [
      { type: 'supports', count: 5, description: '5 relationships: a memory supports another' },
    ],
    statistics: {
      total_memories_analyzed: 50,
      memories_returned: 50,
      average_age_hours: 0.25,
      average_importance: 0.6,
      total_access_count: 0,
      unique_topics: 10,
    },
  }),
});

const hits: FakeServices = {
  respond: () => ({
    items: Array.from({ length: 10 }, (_, n) => ({
      id: id(n + 1),
      content: fact(n),
      snippet: fact(n),
      score: 1 / (n + 1),
      metadata: { memory_type: 'fact' },
      source_type: 'direct_input',
      tags: [],
      ...times,
      chunk_index: null,
      document_id: null,
      document: null,
    })),
    search_metadata: { truncated: false, pending_writes: 0 },
  }),
};

const LONG_FACT =
  "Ada prefers tea to coffee, and drinks two cups of green tea each morning before the stand-up at nine o'clock.";
const FETCHED = memory(1, { content: LONG_FACT, tags: ['ada', 'team'], ...times });

describe('the text of a result', () => {
  test.each<[string, string, Record<string, unknown>, FakeServices, number]>([
    ['recall of ten memories', 'recall', { query: 'tea' }, hits, 336],
    ['explore of six memories', 'explore', { start_memory: id(1) }, explored(), 486],
    ['reflect on 50 short memories', 'reflect', {}, reflection(fact), 2_007],
    ['reflect on 50 long memories', 'reflect', {}, reflection(() => 'tea '.repeat(2_500)), 2_007],
    ['fetch of a memory of 28 tokens', 'fetch', { id: id(1) }, { respond: () => FETCHED }, 177],
  ])('of %s has at most the tokens of its budget', async (_, name, args, services, budget) => {
    const { tokens, structuredTokens } = await measure(name, args, services);
    expect(tokens).toBeLessThanOrEqual(budget);
    expect(tokens).toBeLessThan(structuredTokens);
  });

  test('of recall has the id, the content and the date of each memory, best first', async () => {
    const { text } = await measure('recall', { query: 'tea' }, hits);
    expect(text['results']).toEqual(
      Array.from({ length: 10 }, (_, n) => ({ id: id(n + 1), content: fact(n), created_at: '2026-11-24' })),
    );
  });

  test('of explore has each memory once, and refers to it by its number', async () => {
    const { text } = await measure('explore', { start_memory: id(1) }, explored());
    expect(text).toEqual({
      success: true,
      nodes: [1, 2, 3, 4, 5, 6].map((n) => ({
        n,
        id: id(n),
        content: fact(n),
        tags: ['work'],
        created_at: '2026-11-24',
      })),
      edges: PAIRS.map(([from, to]) => ({ from, relationship_type: 'supports', to, strength: 0.5 })),
      paths: [
        [1, 2],
        [1, 3],
        [1, 4],
        [1, 2, 5],
        [1, 3, 6],
      ],
    });
  });

  test('of explore has paths over parallel relationships once, and the id of a memory without a number', async () => {
    const services = explored();
    const paths = [101, 102].map((n) => ({ nodes: [id(1), id(7)], relationships: [id(n)] }));
    const respond = () => ({ paths, total_paths_found: 2, max_depth_reached: 1, truncated: true });
    const { text } = await measure('explore', { start_memory: id(1) }, { ...services, respond });
    expect(text).toMatchObject({ paths: [[1, id(7)]], truncated: true });
  });

  test('of reflect has the first memories and the number of the others', async () => {
    const { text } = await measure('reflect', {}, reflection(fact));
    const memories = text['memories'] as Record<string, unknown>[];
    expect(memories.length).toBeGreaterThan(20);
    expect(text['omitted_memories']).toBe(50 - memories.length);
    expect(memories[0]).toEqual({ id: id(1), content: fact(0), importance: 0.6, created_at: '2026-11-24' });
    expect(text).toMatchObject({
      emerging_patterns: [expect.stringContaining('9 of these 50')],
      relationship_insights: [{ type: 'supports', count: 5 }],
      statistics: { total_memories_analyzed: 50 },
    });
  });

  test('of reflect cuts long contents and marks them', async () => {
    const { text } = await measure(
      'reflect',
      {},
      reflection(() => 'tea '.repeat(2_500)),
    );
    const [first] = text['memories'] as Record<string, unknown>[];
    expect(first).toMatchObject({ content: 'tea '.repeat(75), content_truncated: true });
  });

  test('of reflect has at most 10 documents and the number of the others', async () => {
    const documents = Array.from({ length: 12 }, (_, n) => ({ id: id(n), filename: `${n}.pdf` }));
    const { respond } = reflection(fact);
    const withDocuments = {
      respond: (request: ServiceRequest) => ({ ...(respond!(request) as object), documents }),
    };
    const { text, tokens } = await measure('reflect', { include_documents: true }, withDocuments);
    expect(text).toMatchObject({ documents: documents.slice(0, 10), omitted_documents: 2 });
    expect(tokens).toBeLessThanOrEqual(2_007);
  });

  test('of fetch has the citation, the metadata and the state of the memory', async () => {
    const { text } = await measure('fetch', { id: id(1) }, { respond: () => FETCHED });
    expect(text).toEqual({
      success: true,
      id: id(1),
      title: 'Ada prefers tea to coffee, and drinks two cups of green tea each morning before…',
      url: `https://portal.example/memories/${id(1)}`,
      text: LONG_FACT,
      metadata: {
        memory_type: 'fact',
        importance: 0.5,
        confidence: 0.8,
        tags: ['ada', 'team'],
        created_at: TIME,
      },
      memory: { pinned: false, lifecycle_state: 'active', version: 1, is_active: true, validity: 'current' },
    });
  });

  test.each([1_000, 4_000, 25_000])(
    'of explore has at most the %i tokens of max_tokens, and more memories than the structured result',
    async (max_tokens) => {
      const count = 900;
      const neighbors = Array.from({ length: count }, (_, n) => n + 1_000);
      const services: FakeServices = {
        memories: [memory(1), ...neighbors.map((n) => memory(n, { content: LONG_FACT }))],
        edges: neighbors.map((n) => ({
          id: id(n + 5_000),
          from_id: id(1),
          to_id: id(n),
          type: 'causes' as const,
          strength: 0.5,
        })),
        respond: () => ({
          paths: neighbors.map((n) => ({ nodes: [id(1), id(n)], relationships: [id(n + 5_000)] })),
          total_paths_found: count,
          max_depth_reached: 1,
          truncated: false,
        }),
      };
      const args = { start_memory: id(1), max_tokens };
      const { text } = await measure('explore', args, services);
      const { result } = await runTool('explore', args, services);
      expect(estimateTokens(JSON.stringify(text))).toBeLessThanOrEqual(max_tokens);
      expect(text['truncated']).toBe(true);
      expect((text['nodes'] as unknown[]).length).toBeGreaterThan(
        (result as unknown as { nodes: unknown[] }).nodes.length,
      );
    },
  );
});
