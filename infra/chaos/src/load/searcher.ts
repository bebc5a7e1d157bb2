import { setTimeout as delay } from 'node:timers/promises';
import type { Outage } from '../faults/apply-fault.ts';
import type { EngineTarget } from '../faults/fault.ts';
import type { Tenant } from './create-tenant.ts';
import type { Json } from './send.ts';

export interface SearchLog {
  responded: number;
  /** Number of degraded responses by the names of their degraded retrievers, such as `bm25+vector`. */
  degraded: Map<string, number>;
  /** Number of 503 responses and of requests without a response. */
  refused: number;
  /** Responses that no outage explains. */
  unexpectedResponses: string[];
}

export const createSearchLog = (): SearchLog => ({
  responded: 0,
  degraded: new Map(),
  refused: 0,
  unexpectedResponses: [],
});

const PAUSE_MS = 200;
const LIMIT = 20;
/** Name of the retriever in the API, by the engine that it needs. */
const RETRIEVER_OF: Partial<Record<EngineTarget, string>> = {
  elasticsearch: 'bm25',
  qdrant: 'vector',
  neo4j: 'graph',
};

/** Searches repeatedly until `stopping` is aborted, and checks every response. */
export async function runSearcher(options: {
  tenant: Tenant;
  outages: readonly Outage[];
  log: SearchLog;
  stopping: AbortSignal;
}): Promise<void> {
  const { tenant, outages, log, stopping } = options;
  while (!stopping.aborted) {
    const startedAt = performance.now();
    const body = { query: 'kept by a writer of the harbor', limit: LIMIT, graph_max_depth: 2 };
    const call = { method: 'POST', path: '/api/v2/search/hybrid', token: tenant.token, body } as const;
    const response = await tenant.send(call).catch(() => null);
    const endedAt = performance.now();
    if (response === null || response.status === 503) log.refused++;
    else if (response.status !== 200) {
      log.unexpectedResponses.push(
        `a search returned ${response.status}: ${JSON.stringify(response.body).slice(0, 300)}`,
      );
    } else {
      log.responded++;
      const { items, search_metadata: metadata } = response.body.data;
      const degraded = metadata.degraded.join('+');
      if (degraded !== '') log.degraded.set(degraded, (log.degraded.get(degraded) ?? 0) + 1);
      log.unexpectedResponses.push(...findForeignItems(items, tenant));
      for (const retriever of retrieversDown(outages, startedAt, endedAt)) {
        if (items.length > 0 && !metadata.degraded.includes(retriever)) {
          log.unexpectedResponses.push(
            `a search without ${retriever} does not report it as degraded: ${metadata.degraded.join()}`,
          );
        }
      }
    }
    await delay(PAUSE_MS);
  }
}

const findForeignItems = (items: readonly Json[], { mark }: Tenant): string[] =>
  items
    .filter(({ content }) => !content.startsWith(`${mark} `) && !content.includes(` ${mark} `))
    .map(({ id, content }) => `a search of ${mark} found the foreign item ${id}: ${content.slice(0, 80)}`);

/** Returns the retrievers whose engine was down during the whole search. */
const retrieversDown = (outages: readonly Outage[], from: number, to: number): string[] =>
  outages.flatMap(({ fault, downFrom, downUntil }) => {
    const retriever = RETRIEVER_OF[fault.target as EngineTarget];
    return retriever !== undefined && downFrom <= from && (downUntil ?? Infinity) >= to ? [retriever] : [];
  });
