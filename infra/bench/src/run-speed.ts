import { readFile } from 'node:fs/promises';
import { systemClock } from './load/clock.ts';
import { createCorpus } from './load/corpus.ts';
import type { Corpus } from './load/corpus.ts';
import type { SpeedOptions } from './options/options.ts';
import type { MeasuredPlatform } from './platform/open-platform.ts';
import { connectTenants } from './platform/tenants.ts';
import type { Figure } from './report/figure.ts';
import { chooseScenarios } from './scenarios/index.ts';
import type { SpeedContext } from './scenarios/scenario.ts';
import { createFileTextSource } from './texts/file-texts.ts';
import { createTextSource } from './texts/memory-texts.ts';

const SEED = 1;

/**
 * Runs the selected scenarios sequentially. Reports a scenario that throws as a failed figure and continues.
 */
export async function runSpeed(
  options: Pick<SpeedOptions, 'only' | 'scale' | 'data'>,
  platform: MeasuredPlatform,
  log: (message: string) => void,
  clock = systemClock,
): Promise<Figure[]> {
  const chosen = chooseScenarios(options.only);
  const texts =
    options.data === undefined
      ? createTextSource(SEED)
      : createFileTextSource(await readFile(options.data, 'utf8'), SEED);
  const tenants = connectTenants(platform.address);
  let corpus: Promise<Corpus> | undefined;
  const context: SpeedContext = {
    scale: options.scale,
    clock,
    texts,
    tenant: tenants.create,
    corpus: () => (corpus ??= tenants.create('large').then((tenant) => createCorpus(tenant, texts, clock))),
    eventLoopDelayP99Ms: platform.eventLoopDelayP99Ms,
    consumerLag: platform.consumerLag,
    platform: platform.own,
    firstStartMs: platform.firstStartMs,
  };
  const figures: Figure[] = [];
  try {
    for (const scenario of chosen) {
      log(`${scenario.name}...`);
      try {
        figures.push(...(await scenario.run(context)));
      } catch (error) {
        figures.push({
          scenario: scenario.name,
          name: 'aborted',
          unit: 'ms',
          count: 0,
          failures: 1,
          note: String(error),
        });
      }
    }
  } finally {
    await tenants.close();
  }
  return figures;
}
