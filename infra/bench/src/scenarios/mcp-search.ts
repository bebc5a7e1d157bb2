import type { ApiClient } from '../platform/api-client.ts';
import { percentilesOf } from '../report/figure.ts';
import type { Figure } from '../report/figure.ts';
import { summarize } from '../statistics/summary.ts';
import { scaled } from './scenario.ts';
import type { Scenario } from './scenario.ts';

const MEMORIES = 6_000;
const WARM_UP_QUESTIONS = 50;
const QUESTIONS = 300;
const MAX_ABOVE_REST_MS = 3;
const LIMIT = 10;
/** Hybrid search parameters that the MCP tool `search` uses. */
const SEARCH = { limit: LIMIT, bm25_weight: 0.3, vector_weight: 0.5, graph_weight: 0.2 };

const NEWEST = '2026-07-28';
const ACCEPT = { accept: 'application/json, text/event-stream' };
const META = {
  'io.modelcontextprotocol/protocolVersion': NEWEST,
  'io.modelcontextprotocol/clientInfo': { name: 'benchmark', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

interface Variant {
  name: string;
  path: string;
  headers: Record<string, string>;
  body(question: string): object;
}

const toolCall = (question: string, more: object): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search', arguments: { query: question, limit: LIMIT }, ...more },
});

/**
 * REST search, and MCP tool calls in both protocol versions. The requests are built without an SDK, because
 * an SDK would add its own time.
 */
const VARIANTS: readonly Variant[] = [
  {
    name: 'REST',
    path: '/api/v2/search/hybrid',
    headers: {},
    body: (query) => ({ query, ...SEARCH }),
  },
  {
    name: `tools/call search, ${NEWEST}`,
    path: '/mcp',
    headers: {
      ...ACCEPT,
      'mcp-protocol-version': NEWEST,
      'mcp-method': 'tools/call',
      'mcp-name': 'search',
    },
    body: (question) => toolCall(question, { _meta: META }),
  },
  {
    name: 'tools/call search, 2025-11-25',
    path: '/mcp',
    headers: { ...ACCEPT, 'mcp-protocol-version': '2025-11-25' },
    body: (question) => toolCall(question, {}),
  },
];

/**
 * Measures the overhead of MCP. One caller sends each search over REST and in both protocol versions of MCP.
 */
export const mcpSearch: Scenario = {
  name: 'mcp-search',
  run: async (context) => {
    const { texts, clock } = context;
    const corpus = await context.corpus('mcp search');
    await corpus.growTo(scaled(context, MEMORIES));
    const warmUp = scaled(context, WARM_UP_QUESTIONS);
    const questions = warmUp + scaled(context, QUESTIONS);
    const bodies = VARIANTS.map((variant) =>
      Array.from({ length: questions }, (_, index) => JSON.stringify(variant.body(texts.question(index)))),
    );
    const latenciesMs: number[][] = VARIANTS.map(() => []);
    for (let index = 0; index < questions; index++) {
      for (let turn = 0; turn < VARIANTS.length; turn++) {
        // Rotates the order, so that no variant always benefits from caches that another one has filled.
        const number = (index + turn) % VARIANTS.length;
        const startedAt = clock.now();
        await search(corpus.tenant.searches, VARIANTS[number]!, bodies[number]![index]!);
        if (index >= warmUp) latenciesMs[number]!.push(clock.now() - startedAt);
      }
    }
    return figuresOf(latenciesMs, `one caller, ${corpus.size()} memories`);
  },
};

/** Runs one search. @throws Error if the MCP tool returns an error, which also has status 200 */
async function search(client: ApiClient, variant: Variant, body: string): Promise<void> {
  const response = await client.read('POST', variant.path, body, 200, variant.headers);
  if (variant.path === '/mcp' && !response.includes(String.raw`\"success\":true`)) {
    throw new Error(`The MCP tool \`search\` failed: ${response.slice(0, 300)}`);
  }
}

function figuresOf(latenciesMs: number[][], note: string): Figure[] {
  const summaries = latenciesMs.map((samples) => summarize(samples));
  const [rest] = summaries;
  return VARIANTS.flatMap(({ name }, index): Figure[] => {
    const summary = summaries[index];
    const line: Figure = { scenario: 'mcp-search', name, unit: 'ms', ...percentilesOf(summary), note };
    if (index === 0 || rest === undefined || summary === undefined) return [line];
    return [
      line,
      {
        scenario: 'mcp-search',
        name: `p50 above REST of ${name}`,
        unit: 'ms',
        count: summary.count,
        value: summary.p50 - rest.p50,
        targets: [{ of: 'value', atMost: MAX_ABOVE_REST_MS }],
      },
    ];
  });
}
