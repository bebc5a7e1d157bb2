import type { Tenant } from '../platform/tenants.ts';
import { measureMemory } from '../platform/processes.ts';
import { searchBody } from '../load/store-bodies.ts';
import type { Figure } from '../report/figure.ts';
import { memoryFigures } from './memory-figures.ts';
import { LARGE, scaled, sizeLabel } from './scenario.ts';
import type { Scenario, SpeedContext } from './scenario.ts';

const MAX_STOP_MS = 10_000;
const MAX_READY_MS = 2_000;
const MAX_FIRST_SEARCH_MS = 150;
const SEARCHES_BEFORE_MEMORY = 50;

/**
 * Measures restarts after SIGTERM and SIGKILL, and the memory use, with `memories` memories of one tenant.
 */
export function restartAt(memories: number): Scenario {
  const scenario = `restart-${sizeLabel(memories)}`;
  return {
    name: scenario,
    data: sizeLabel(memories),
    run: async (context) => {
      const { platform } = context;
      if (platform === undefined) return [];
      const corpus = await context.corpus(LARGE);
      await corpus.growTo(scaled(context, memories));
      const { tenant } = corpus;
      const note = `${corpus.size()} memories`;

      const stopMs = await platform.stop();
      const startMs = await platform.start();
      const firstSearchMs = await timeSearch(context, tenant, 0);
      for (let index = 1; index < SEARCHES_BEFORE_MEMORY; index++) await timeSearch(context, tenant, index);
      const memory = await measureMemory(platform.pid(), platform.dataDir);
      return [
        single(scenario, 'from SIGTERM until the process is gone', stopMs, MAX_STOP_MS, note),
        single(scenario, 'from the start until ready', startMs, MAX_READY_MS, note),
        single(scenario, 'first search after the start', firstSearchMs, MAX_FIRST_SEARCH_MS, note),
        ...memoryFigures(scenario, 'after the restart and searches', memory, memories),
        ...(await restartAfterKill(context, scenario, tenant, note)),
      ];
    },
  };
}

/** Measures the start and the first search after SIGKILL. Returns no figures for a running platform. */
export async function restartAfterKill(
  context: SpeedContext,
  scenario: string,
  tenant: Tenant,
  note: string,
): Promise<Figure[]> {
  const { platform } = context;
  if (platform === undefined) return [];
  await platform.kill();
  const readyMs = await platform.start();
  const firstSearchMs = await timeSearch(context, tenant, 0);
  return [
    single(scenario, 'from the start after kill -9 until ready', readyMs, MAX_READY_MS, note),
    single(scenario, 'first search after kill -9 and restart', firstSearchMs, MAX_FIRST_SEARCH_MS, note),
  ];
}

async function timeSearch({ texts, clock }: SpeedContext, tenant: Tenant, index: number): Promise<number> {
  const body = searchBody(texts, index);
  const sentAt = clock.now();
  await tenant.searches.send('POST', '/api/v2/search/hybrid', body, 200);
  return clock.now() - sentAt;
}

function single(scenario: string, name: string, value: number, atMost: number, note: string): Figure {
  return { scenario, name, unit: 'ms', count: 1, value, note, targets: [{ of: 'value', atMost }] };
}
