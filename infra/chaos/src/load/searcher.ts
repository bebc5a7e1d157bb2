import { setTimeout as delay } from 'node:timers/promises';
import type { Outage } from '../faults/apply-fault.ts';
import type { EngineTarget } from '../faults/fault.ts';
import type { Tenant } from './create-tenant.ts';
import type { Json } from './send.ts';

export interface SearchLog {
  answered: number;
  /** Answered with less than all arms, by what was named. */
  degraded: Map<string, number>;
  /** 503, or no answer while the gateway was down. */
  refused: number;
  /** Answers that no fault excuses. */
  wrongAnswers: string[];
}

export const createSearchLog = (): SearchLog => ({
  answered: 0,
  degraded: new Map(),
  refused: 0,
  wrongAnswers: [],
});

const PAUSE_MS = 200;
const LIMIT = 20;
/** The arm that cannot answer without an engine. */
const ARM_OF: Partial<Record<EngineTarget, string>> = {
  elasticsearch: 'bm25',
  qdrant: 'vector',
  neo4j: 'graph',
};

/** One caller that searches until it is told to stop, and looks whether every answer is one that may be given. */
export async function runSearcher(options: {
  tenant: Tenant;
  outages: readonly Outage[];
  log: SearchLog;
  stopping: AbortSignal;
}): Promise<void> {
  const { tenant, outages, log, stopping } = options;
  while (!stopping.aborted) {
    const startedAt = performance.now();
    const body = { query: 'kept by a writer of the harbour', limit: LIMIT, graph_max_depth: 2 };
    const call = { method: 'POST', path: '/api/v2/search/hybrid', token: tenant.token, body } as const;
    const answer = await tenant.send(call).catch(() => null);
    const endedAt = performance.now();
    if (answer === null || answer.status === 503) log.refused++;
    else if (answer.status !== 200) {
      log.wrongAnswers.push(
        `a search answers ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`,
      );
    } else {
      log.answered++;
      const { items, search_metadata: metadata } = answer.body.data;
      const named = metadata.degraded.join('+');
      if (named !== '') log.degraded.set(named, (log.degraded.get(named) ?? 0) + 1);
      log.wrongAnswers.push(...foreignOf(items, tenant));
      for (const arm of armsDown(outages, startedAt, endedAt)) {
        if (items.length > 0 && !metadata.degraded.includes(arm)) {
          log.wrongAnswers.push(
            `a search without its arm ${arm} does not say so: ${metadata.degraded.join()}`,
          );
        }
      }
    }
    await delay(PAUSE_MS);
  }
}

const foreignOf = (items: readonly Json[], { mark }: Tenant): string[] =>
  items
    .filter(({ content }) => !content.startsWith(`${mark} `) && !content.includes(` ${mark} `))
    .map(({ id, content }) => `a search of ${mark} finds ${id}: ${content.slice(0, 80)}`);

/** The arms whose engine was down during the whole of a search. */
const armsDown = (outages: readonly Outage[], from: number, to: number): string[] =>
  outages.flatMap(({ fault, downFrom, downUntil }) => {
    const arm = ARM_OF[fault.target as EngineTarget];
    return arm !== undefined && downFrom <= from && (downUntil ?? Infinity) >= to ? [arm] : [];
  });
