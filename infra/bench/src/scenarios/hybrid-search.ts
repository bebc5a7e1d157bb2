import { prepareSearches } from '../load/corpus.ts';
import { MANY_CALLERS } from '../platform/tenants.ts';
import type { Figure } from '../report/figure.ts';
import { measureCallers } from './measure-callers.ts';
import type { CallerLoad } from './measure-callers.ts';
import { LARGE, scaled, sizeLabel } from './scenario.ts';
import type { Scenario } from './scenario.ts';

const WARM_UP = 50;
const SEARCHES = 300;
const MANY_CALLERS_MS = 3_000;
const MAX_LIMIT = 100;

interface Targets {
  p50Ms?: number;
  /** CPU milliseconds per search with one caller. */
  cpuMs?: number;
  p50MsAtMaxLimit?: number;
  perSecond?: number;
}

const TARGETS: Readonly<Record<number, Targets>> = {
  6_000: { p50Ms: 2, cpuMs: 1.8, perSecond: 700 },
  100_000: { p50Ms: 6, p50MsAtMaxLimit: 10, perSecond: 300 },
  1_000_000: { p50Ms: 40 },
};

/** Measures hybrid search on one tenant of `memories` memories without other load. */
export function hybridSearchAt(memories: number): Scenario {
  const scenario = `hybrid-${sizeLabel(memories)}`;
  const targets = TARGETS[memories] ?? {};
  return {
    name: scenario,
    data: sizeLabel(memories),
    run: async (context) => {
      const corpus = await context.corpus(LARGE);
      await corpus.growTo(scaled(context, memories));
      const warmUp = scaled(context, WARM_UP);
      const searches = scaled(context, SEARCHES);
      const measure = async (
        name: string,
        parameters: object,
        load: { callers: number; durationMs: number; maxOperations: number },
        goals: Pick<CallerLoad, 'atLeastPerSecond' | 'p50AtMostMs' | 'cpuAtMostMs'>,
      ): Promise<Figure[]> => {
        const bodies = prepareSearches(context.texts, warmUp + searches, parameters);
        const search = (body: string) =>
          corpus.tenant.searches.send('POST', '/api/v2/search/hybrid', body, 200);
        for (let index = 0; index < warmUp; index++) await search(bodies[index]!);
        return measureCallers(context, {
          ...load,
          ...goals,
          scenario,
          name,
          operation: (index) => search(bodies[warmUp + (index % searches)]!),
          note: `${corpus.size()} memories`,
        });
      };
      const one = { callers: 1, durationMs: Infinity, maxOperations: searches };
      const many = {
        callers: MANY_CALLERS,
        durationMs: MANY_CALLERS_MS * context.scale,
        maxOperations: searches * 20,
      };
      return [
        ...(await measure('1 caller', {}, one, { p50AtMostMs: targets.p50Ms, cpuAtMostMs: targets.cpuMs })),
        ...(await measure(`1 caller, limit ${MAX_LIMIT}`, { limit: MAX_LIMIT }, one, {
          p50AtMostMs: targets.p50MsAtMaxLimit,
        })),
        ...(await measure(`${MANY_CALLERS} callers`, {}, many, { atLeastPerSecond: targets.perSecond })),
      ];
    },
  };
}
