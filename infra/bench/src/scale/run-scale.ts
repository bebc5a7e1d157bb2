import { baselineFigures } from '../baseline/baselines.ts';
import type { BaselineSample, Baselines } from '../baseline/baselines.ts';
import { systemClock } from '../load/clock.ts';
import { createCorpus, prepareSearches } from '../load/corpus.ts';
import type { Corpus } from '../load/corpus.ts';
import { runClosedLoop } from '../load/closed-loop.ts';
import { runOpenLoop } from '../load/open-loop.ts';
import { measureCpu } from '../platform/cpu-times.ts';
import { readMetric } from '../platform/prometheus.ts';
import { connectTenants, MANY_CALLERS } from '../platform/tenants.ts';
import type { Tenant } from '../platform/tenants.ts';
import { percentilesOf } from '../report/figure.ts';
import type { Figure } from '../report/figure.ts';
import { combineRounds } from '../rounds/combine-rounds.ts';
import type { Round } from '../rounds/combine-rounds.ts';
import { measureCallers } from '../scenarios/measure-callers.ts';
import { sizeLabel } from '../scenarios/scenario.ts';
import { summarize } from '../statistics/summary.ts';
import { createTextSource } from '../texts/memory-texts.ts';
import { fillIndexes } from './fill-indexes.ts';
import { openScalePlatform } from './open-scale-platform.ts';
import type { ScalePlatform } from './open-scale-platform.ts';
import { componentCpuReader } from './process-times.ts';

export interface RunScaleOptions {
  /** Numbers of memories at which searches are measured, in increasing order. */
  sizes: readonly number[];
}

const ROUNDS = 5;
const STORES_PER_SECOND = 100;
const STORES = 600;
const WARM_UP_STORES = 100;
const LAG_TARGET_MS = 10_000;
const LAG_TIMEOUT_MS = 120_000;
/** Searches before the first measurement. V8 has compiled most of the code of the services after about 1,000 searches. */
const FIRST_WARM_UP = 1_000;
const WARM_UP = 40;
const SEARCHES = 50;
const MANY_CALLERS_MS = 4_000;
const SEED = 1;

export interface ScaleDependencies {
  /** Environment variables, including the addresses of the engines. */
  environment: Record<string, string | undefined>;
  baselines: Pick<Baselines, 'sample'>;
  log(message: string): void;
}

/**
 * Measures the distributed platform on one machine. Measures stores, and then hybrid search on a tenant that
 * grows to each size. Measures the baselines before every round.
 */
export async function runScale(
  { sizes }: RunScaleOptions,
  { environment, baselines, log }: ScaleDependencies,
): Promise<Figure[]> {
  log('Starting the services...');
  const platform = await openScalePlatform(environment, log);
  const { baseUrl: gatewayUrl, authUrl, adminToken } = platform.services;
  const tenants = connectTenants({ gatewayUrl, authUrl, adminToken });
  const figures: Figure[] = [];
  const samples: BaselineSample[] = [];
  const inRounds = async (rounds: number, measure: () => Promise<Figure[]>): Promise<void> => {
    const measured: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      const baseline = await baselines.sample();
      samples.push(baseline);
      measured.push({ baseline, figures: await measure() });
    }
    figures.push(...combineRounds(measured));
  };
  try {
    log(`Storing ${STORES} memories at ${STORES_PER_SECOND}/s in each of ${ROUNDS} rounds...`);
    const storing = createCorpus(await tenants.create('stores'), createTextSource(SEED), systemClock);
    await inRounds(ROUNDS, () => measureStores(platform, storing));
    await platform.stopReconcilers();
    const tenant = await tenants.create('searches');
    const texts = createTextSource(SEED);
    let filled = 0;
    for (const size of sizes) {
      log(`Measuring searches with ${size} memories...`);
      await fillIndexes(platform.indexes, tenant.tenantId, texts, { from: filled, to: size });
      filled = size;
      const bodies = prepareSearches(texts, SEARCHES * ROUNDS);
      if (size === sizes[0]) await warmUp(tenant, bodies);
      await inRounds(ROUNDS, () => measureSearches(platform, tenant, bodies, size));
    }
    return [
      ...combineRounds(samples.map((baseline) => ({ baseline, figures: baselineFigures(baseline) }))),
      ...figures,
    ];
  } finally {
    await tenants.close();
    await platform.close();
  }
}

async function measureStores(platform: ScalePlatform, corpus: Corpus): Promise<Figure[]> {
  const clock = systemClock;
  if (corpus.size() === 0) await corpus.growTo(WARM_UP_STORES);
  const stores = corpus.prepareStores(STORES);
  const { result: measured, cpu } = await measureCpu(componentCpuReader(platform.parts), async () => {
    const result = await runOpenLoop({
      ratePerSecond: STORES_PER_SECOND,
      operations: STORES,
      maxInFlight: 1_000,
      clock,
      operation: stores.store,
    });
    const ended = clock.now();
    while ((await waitingEvents(platform)) > 0 && clock.now() - ended < LAG_TIMEOUT_MS) await clock.wait(50);
    return { result, lagMs: clock.now() - ended };
  });
  const { result, lagMs } = measured;
  const count = result.latenciesMs.length;
  const used = cpu(count);
  return [
    {
      scenario: 'stores',
      name: `acknowledged, scheduled at ${STORES_PER_SECOND}/s`,
      unit: '1/s',
      count,
      value: count / (result.elapsedMs / 1000),
      failures: result.failures + result.givenUp,
      targets: [{ of: 'value', atLeast: STORES_PER_SECOND * 0.99 }],
      ...(used === undefined ? {} : { cpu: used }),
    },
    {
      scenario: 'stores',
      name: 'from the scheduled time until acknowledged',
      unit: 'ms',
      ...percentilesOf(summarize(result.latenciesMs)),
    },
    {
      scenario: 'stores',
      name: 'from the last response until all events are processed',
      unit: 'ms',
      count: 1,
      value: lagMs,
      targets: [{ of: 'value', atMost: LAG_TARGET_MS }],
    },
  ];
}

/**
 * Returns the number of unpublished and unprocessed events, from the metrics of all processes. Returns infinity if a metric
 * is missing on all pages, because the events could not be counted in time.
 */
async function waitingEvents({ services }: ScalePlatform): Promise<number> {
  const pages = await Promise.all(
    Object.values(services.adminPorts).map(async (port) => {
      const page = await fetch(`http://127.0.0.1:${port}/metrics`);
      return page.text();
    }),
  );
  const sum = (name: string): number => {
    const values = pages.flatMap((page) => readMetric(page, name));
    return values.length === 0 ? Infinity : values.reduce((total, value) => total + value, 0);
  };
  return sum('loci_outbox_pending_events') + sum('loci_consumer_lag_events');
}

async function warmUp(tenant: Tenant, bodies: readonly string[]): Promise<void> {
  await runClosedLoop({
    callers: MANY_CALLERS,
    durationMs: Infinity,
    maxOperations: FIRST_WARM_UP,
    clock: systemClock,
    operation: (index) => search(tenant, bodies, index),
  });
}

const search = (tenant: Tenant, bodies: readonly string[], index: number): Promise<void> =>
  tenant.searches.send('POST', '/api/v2/search/hybrid', bodies[index % bodies.length], 200);

async function measureSearches(
  platform: ScalePlatform,
  tenant: Tenant,
  bodies: readonly string[],
  size: number,
): Promise<Figure[]> {
  const scenario = `search-${sizeLabel(size)}`;
  const operation = (index: number): Promise<void> => search(tenant, bodies, index);
  for (let i = 0; i < WARM_UP; i++) await operation(i);
  const context = { clock: systemClock, readCpu: componentCpuReader(platform.parts) };
  return [
    ...(await measureCallers(context, {
      scenario,
      name: 'hybrid search, 1 caller',
      callers: 1,
      durationMs: Infinity,
      maxOperations: SEARCHES,
      operation,
      p50AtMostMs: size === 100_000 ? 30 : undefined,
    })),
    ...(await measureCallers(context, {
      scenario,
      name: `hybrid search, ${MANY_CALLERS} callers`,
      callers: MANY_CALLERS,
      durationMs: MANY_CALLERS_MS,
      maxOperations: Infinity,
      operation,
    })),
  ];
}
