import { createCorpus } from '../load/corpus.ts';
import type { ApiClient } from '../platform/api-client.ts';
import { percentilesOf } from '../report/figure.ts';
import type { Figure } from '../report/figure.ts';
import { summarise } from '../statistics/summary.ts';
import { scaled } from './scenario.ts';
import type { Scenario } from './scenario.ts';

const MEMORIES = 6_000;
const WARM_UP_QUESTIONS = 200;
const QUESTIONS = 1_000;
const MAX_ABOVE_REST_MS = 3;
const LIMIT = 10;
/** What the tool asks of hybrid search, so that both do the same work. */
const SEARCH = {
  limit: LIMIT,
  bm25_weight: 0.3,
  vector_weight: 0.5,
  graph_weight: 0.2,
  include_neighbors: 0,
};

const NEWEST = '2026-07-28';
const ACCEPT = { accept: 'application/json, text/event-stream' };
const META = {
  'io.modelcontextprotocol/protocolVersion': NEWEST,
  'io.modelcontextprotocol/clientInfo': { name: 'benchmark', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

interface Way {
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

/** Raw messages, as clients of either protocol send them: an SDK would be measured with them. */
const WAYS: readonly Way[] = [
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

/** What the MCP adapter costs: the same search as a tool and over REST, in turn, for one caller that waits. */
export const mcpSearch: Scenario = {
  name: 'mcp-search',
  run: async (context) => {
    const { texts, clock } = context;
    const corpus = createCorpus(await context.tenant('mcp search'), texts, clock);
    await corpus.growTo(scaled(context, MEMORIES));
    const warmUp = scaled(context, WARM_UP_QUESTIONS);
    const questions = warmUp + scaled(context, QUESTIONS);
    const bodies = WAYS.map((way) =>
      Array.from({ length: questions }, (_, index) => JSON.stringify(way.body(texts.question(index)))),
    );
    const latenciesMs: number[][] = WAYS.map(() => []);
    for (let index = 0; index < questions; index++) {
      for (let turn = 0; turn < WAYS.length; turn++) {
        // Each way comes first as often as last: what an earlier one left warm favours none.
        const number = (index + turn) % WAYS.length;
        const startedAt = clock.now();
        await search(corpus.tenant.searches, WAYS[number]!, bodies[number]![index]!);
        if (index >= warmUp) latenciesMs[number]!.push(clock.now() - startedAt);
      }
    }
    return figuresOf(latenciesMs, `one caller, ${corpus.size()} memories`);
  },
};

/** @throws Error when the answer is a failure, which a tool also answers with 200 */
async function search(client: ApiClient, way: Way, body: string): Promise<void> {
  const answer = await client.read('POST', way.path, body, 200, way.headers);
  if (way.path === '/mcp' && !answer.includes('"success":true')) {
    throw new Error(`The tool answered ${answer.slice(0, 300)}`);
  }
}

function figuresOf(latenciesMs: number[][], note: string): Figure[] {
  const summaries = latenciesMs.map((samples) => summarise(samples));
  const [rest] = summaries;
  return WAYS.flatMap(({ name }, index): Figure[] => {
    const summary = summaries[index];
    const line: Figure = { scenario: 'mcp-search', name, unit: 'ms', ...percentilesOf(summary), note };
    if (index === 0 || rest === undefined || summary === undefined) return [line];
    return [
      line,
      {
        scenario: 'mcp-search',
        name: 'its p50 above REST',
        unit: 'ms',
        count: summary.count,
        value: summary.p50 - rest.p50,
        targets: [{ of: 'value', atMost: MAX_ABOVE_REST_MS }],
      },
    ];
  });
}
