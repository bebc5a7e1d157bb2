import { measureMemory } from '../platform/processes.ts';
import { prepareSearches } from '../load/corpus.ts';
import type { Corpus } from '../load/corpus.ts';
import type { Figure } from '../report/figure.ts';
import { measureCallers } from './measure-callers.ts';
import { memoryFigures } from './memory-figures.ts';
import { restartAfterKill } from './restart.ts';
import { scaled, waitForConsumers } from './scenario.ts';
import type { Scenario, SpeedContext } from './scenario.ts';

const MEMORIES_EACH = 100;
/** Number of tenants whose first search is measured in each round. */
const USED = 100;

/**
 * Measures a platform with many small tenants: the rate at which their memories are created, the memory use
 * before the tenants exist, before they are used and afterwards, their first searches, and a restart after
 * SIGKILL.
 */
export function smallTenants(tenants: number): Scenario {
  const scenario = `tenants-${tenants}`;
  return {
    name: scenario,
    data: scenario,
    run: async (context) => {
      const { platform, round, clock } = context;
      const count = scaled(context, tenants);
      const memoriesEach = scaled(context, MEMORIES_EACH);
      const note = `${count} tenants of ${memoriesEach} memories`;
      const figures: Figure[] = [];
      if (round === 0) {
        figures.push(...(await memoryAfterRestart(context, scenario, 'before the tenants exist')));
        const startedAt = clock.now();
        for (let index = 0; index < count; index++) {
          await (await corpusOf(context, index)).growTo(memoriesEach);
        }
        figures.push({
          scenario,
          name: 'memories created and searchable, one tenant after the other',
          unit: '1/s',
          count: count * memoriesEach,
          value: (count * memoriesEach * 1000) / (clock.now() - startedAt),
          note,
        });
        await waitForConsumers(context);
      }
      const corpora = await Promise.all(
        Array.from({ length: Math.min(count, USED) }, (_, index) => corpusOf(context, index)),
      );
      figures.push(...(await memoryAfterRestart(context, scenario, 'before the tenants are used')));
      const [body] = prepareSearches(context.texts, 1);
      figures.push(
        ...(await measureCallers(context, {
          scenario,
          name: 'first search of a tenant',
          callers: 1,
          durationMs: Infinity,
          maxOperations: corpora.length,
          operation: (index) =>
            corpora[index]!.tenant.searches.send('POST', '/api/v2/search/hybrid', body!, 200),
          note,
        })),
      );
      if (platform !== undefined) {
        const memory = await measureMemory(platform.pid(), platform.dataDir);
        figures.push(
          ...memoryFigures(
            scenario,
            `after searches of ${corpora.length} tenants`,
            memory,
            count * memoriesEach,
          ),
        );
      }
      return [...figures, ...(await restartAfterKill(context, scenario, corpora[0]!.tenant, note))];
    },
  };
}

function corpusOf(context: SpeedContext, index: number): Promise<Corpus> {
  return context.corpus(`small ${index}`);
}

async function memoryAfterRestart(
  { platform }: SpeedContext,
  scenario: string,
  when: string,
): Promise<Figure[]> {
  if (platform === undefined) return [];
  await platform.stop();
  await platform.start();
  const memory = await measureMemory(platform.pid(), platform.dataDir);
  return memoryFigures(scenario, `after a restart, ${when}`, memory, 0);
}
