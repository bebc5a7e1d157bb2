import { readFile } from 'node:fs/promises';
import { baselineFigures } from './baseline/baselines.ts';
import type { BaselineSample, Baselines } from './baseline/baselines.ts';
import { systemClock } from './load/clock.ts';
import type { Clock } from './load/clock.ts';
import { createCorpus } from './load/corpus.ts';
import type { Corpus } from './load/corpus.ts';
import type { SpeedOptions } from './options/options.ts';
import { platformCpuReader } from './platform/cpu-times.ts';
import type { MeasuredPlatform } from './platform/open-platform.ts';
import { connectTenants } from './platform/tenants.ts';
import type { Figure } from './report/figure.ts';
import { combineRounds } from './rounds/combine-rounds.ts';
import type { Round } from './rounds/combine-rounds.ts';
import { chooseScenarios } from './scenarios/index.ts';
import type { SpeedContext } from './scenarios/scenario.ts';
import { createFileTextSource } from './texts/file-texts.ts';
import { createTextSource } from './texts/memory-texts.ts';
import type { TextSource } from './texts/memory-texts.ts';

const SEED = 1;

/**
 * Opens the source of memory texts and questions.
 *
 * @param file path of a file with one text per line; if undefined, texts are generated
 */
export async function openTexts(file: string | undefined): Promise<TextSource> {
  return file === undefined
    ? createTextSource(SEED)
    : createFileTextSource(await readFile(file, 'utf8'), SEED);
}

export interface SpeedDependencies {
  platform: MeasuredPlatform;
  baselines: Pick<Baselines, 'sample'>;
  texts: TextSource;
  log(message: string): void;
  /** Clock of the load generators. Defaults to the system clock. */
  clock?: Clock;
}

/** Data of scenarios that do not name it. */
const SHARED_DATA = 'small';

/**
 * Runs the selected scenarios sequentially, each in several rounds. Starts the platform with an empty DATA_DIR before the
 * first scenario of each data, unless the platform was already running. Measures the baselines before every round. If a scenario fails, adds a figure with a failure and continues with the next scenario.
 */
export async function runSpeed(
  options: Pick<SpeedOptions, 'only' | 'sizes' | 'tenants' | 'rounds' | 'scale'>,
  { platform, baselines, texts, log, clock = systemClock }: SpeedDependencies,
): Promise<Figure[]> {
  const chosen = chooseScenarios(options);
  const tenants = connectTenants(platform.address);
  const corpora = new Map<string, Promise<Corpus>>();
  const corpus = (name: string): Promise<Corpus> => {
    const known = corpora.get(name);
    if (known !== undefined) return known;
    const created = tenants.create(name).then((tenant) => createCorpus(tenant, texts, clock));
    corpora.set(name, created);
    return created;
  };
  const { own } = platform;
  const context: Omit<SpeedContext, 'round' | 'rounds'> = {
    scale: options.scale,
    clock,
    texts,
    corpus,
    readCpu: own === undefined ? async () => undefined : platformCpuReader(() => own.pid(), own.dataDir),
    eventLoopDelayP99Ms: platform.eventLoopDelayP99Ms,
    consumerLag: platform.consumerLag,
    platform: own,
    measureFirstStart: platform.measureFirstStart,
  };
  let data = chosen[0]?.data ?? SHARED_DATA;
  const changeData = async (next: string): Promise<void> => {
    if (next === data) return;
    data = next;
    corpora.clear();
    await own?.startEmpty();
  };
  const samples: BaselineSample[] = [];
  const figures: Figure[] = [];
  try {
    for (const scenario of chosen) {
      const rounds = scenario.once ? 1 : options.rounds;
      const measured: Round[] = [];
      try {
        await changeData(scenario.data ?? SHARED_DATA);
        for (let round = 0; round < rounds; round++) {
          log(`Running ${scenario.name}, round ${round + 1} of ${rounds}...`);
          const baseline = await baselines.sample();
          samples.push(baseline);
          measured.push({ baseline, figures: await scenario.run({ ...context, round, rounds }) });
        }
        figures.push(...combineRounds(measured));
      } catch (error) {
        figures.push(...combineRounds(measured), {
          scenario: scenario.name,
          name: 'failed',
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
  return [
    ...combineRounds(samples.map((baseline) => ({ baseline, figures: baselineFigures(baseline) }))),
    ...figures,
  ];
}
