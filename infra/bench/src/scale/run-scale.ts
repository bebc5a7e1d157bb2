import { systemClock } from '../load/clock.ts';
import { runClosedLoop } from '../load/closed-loop.ts';
import { createCorpus, prepareSearches } from '../load/corpus.ts';
import { runOpenLoop } from '../load/open-loop.ts';
import { readMetric } from '../platform/prometheus.ts';
import { connectTenants } from '../platform/tenants.ts';
import type { Tenant } from '../platform/tenants.ts';
import { percentilesOf } from '../report/figure.ts';
import type { Figure } from '../report/figure.ts';
import { summarize } from '../statistics/summary.ts';
import { createTextSource } from '../texts/memory-texts.ts';
import { fillIndexes } from './fill-indexes.ts';
import { openScalePlatform } from './open-scale-platform.ts';
import type { ScalePlatform } from './open-scale-platform.ts';
import { processorSeconds } from './process-times.ts';

export interface RunScaleOptions {
  /** Numbers of memories at which searches are measured, in increasing order. */
  sizes: readonly number[];
}

const STORES_PER_SECOND = 100;
const STORES = 3_000;
const LAG_TARGET_MS = 10_000;
const LAG_TIMEOUT_MS = 120_000;
const WARM_UP = 40;
const SEARCHES = 200;
const MANY_CALLERS = 16;
const MANY_CALLERS_MS = 15_000;
const SEED = 1;

/**
 * Measures the distributed platform on one machine: stores, and the cost of a search as a tenant grows.
 *
 * @param environment addresses of the engines
 */
export async function runScale(
  { sizes }: RunScaleOptions,
  environment: Record<string, string | undefined>,
  log: (message: string) => void,
): Promise<Figure[]> {
  log('Starting the services...');
  const platform = await openScalePlatform(environment, log);
  const { baseUrl: gatewayUrl, authUrl, adminToken } = platform.services;
  const tenants = connectTenants({ gatewayUrl, authUrl, adminToken });
  const figures: Figure[] = [];
  try {
    log(`Storing ${STORES} memories at ${STORES_PER_SECOND}/s...`);
    figures.push(...(await measureStores(platform, await tenants.create('stores'))));
    await platform.stopReconcilers();
    const tenant = await tenants.create('searches');
    const texts = createTextSource(SEED);
    let filled = 0;
    for (const size of sizes) {
      log(`Measuring with ${size} memories...`);
      await fillIndexes(platform.indexes, tenant.tenantId, texts, { from: filled, to: size });
      filled = size;
      figures.push(...(await measureSearches(platform, tenant, prepareSearches(texts, SEARCHES), size)));
    }
    return figures;
  } finally {
    await tenants.close();
    await platform.close();
  }
}

async function measureStores(platform: ScalePlatform, tenant: Tenant): Promise<Figure[]> {
  const clock = systemClock;
  const corpus = createCorpus(tenant, createTextSource(SEED), clock);
  await corpus.growTo(100);
  const stores = corpus.prepareStores(STORES);
  const spent = await sharesDuring(platform, async () => {
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
  const { result, lagMs } = spent.outcome;
  const rate = result.latenciesMs.length / (result.elapsedMs / 1000);
  return [
    {
      scenario: 'stores',
      name: `acknowledged, scheduled at ${STORES_PER_SECOND}/s`,
      unit: '1/s',
      count: STORES,
      value: rate,
      failures: result.failures + result.givenUp,
      targets: [{ of: 'value', atLeast: STORES_PER_SECOND * 0.99 }],
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
    ...spent.figures('stores'),
  ];
}

/** Number of unpublished and unprocessed events, from the metrics of all processes. */
async function waitingEvents({ services }: ScalePlatform): Promise<number> {
  const pages = await Promise.all(
    Object.values(services.adminPorts).map(async (port) => {
      const page = await fetch(`http://127.0.0.1:${port}/metrics`);
      return page.text();
    }),
  );
  const sum = (name: string): number =>
    pages.flatMap((page) => readMetric(page, name)).reduce((total, value) => total + value, 0);
  return sum('loci_outbox_pending_events') + sum('loci_consumer_lag_events');
}

async function measureSearches(
  platform: ScalePlatform,
  tenant: Tenant,
  bodies: readonly string[],
  size: number,
): Promise<Figure[]> {
  const scenario = `search-${size / 1_000}k`;
  const search = (index: number): Promise<void> =>
    tenant.searches.send('POST', '/api/v2/search/hybrid', bodies[index % bodies.length], 200);
  for (let i = 0; i < WARM_UP; i++) await search(i);
  const alone = await sharesDuring(platform, () =>
    runClosedLoop({
      callers: 1,
      durationMs: Infinity,
      maxOperations: SEARCHES,
      clock: systemClock,
      operation: search,
    }),
  );
  const many = await sharesDuring(platform, () =>
    runClosedLoop({
      callers: MANY_CALLERS,
      durationMs: MANY_CALLERS_MS,
      maxOperations: Infinity,
      clock: systemClock,
      operation: search,
    }),
  );
  const { latenciesMs, elapsedMs, failures } = many.outcome;
  return [
    {
      scenario,
      name: 'hybrid search, 1 caller',
      unit: 'ms',
      ...percentilesOf(summarize(alone.outcome.latenciesMs)),
      failures: alone.outcome.failures,
      ...(size === 100_000 ? { targets: [{ of: 'p50' as const, atMost: 30 }] } : {}),
    },
    ...alone.figures(scenario, alone.outcome.latenciesMs.length),
    {
      scenario,
      name: `hybrid searches, ${MANY_CALLERS} callers`,
      unit: '1/s',
      count: latenciesMs.length,
      value: latenciesMs.length / (elapsedMs / 1000),
      failures,
    },
    {
      scenario,
      name: `hybrid search, ${MANY_CALLERS} callers`,
      unit: 'ms',
      ...percentilesOf(summarize(latenciesMs)),
    },
    ...many.figures(`${scenario}, ${MANY_CALLERS} callers`, latenciesMs.length),
  ];
}

interface Shares<T> {
  outcome: T;
  /** CPU time of each component, divided by `operations` if given. */
  figures(scenario: string, operations?: number): Figure[];
}

/** Minimum CPU seconds of a component in the report. */
const MIN_SECONDS = 0.05;

async function sharesDuring<T>({ parts }: ScalePlatform, work: () => Promise<T>): Promise<Shares<T>> {
  const read = (): Promise<[string, number][]> =>
    Promise.all(Object.entries(parts).map(async ([name, pid]) => [name, await processorSeconds(pid)]));
  const before = new Map(await read());
  const outcome = await work();
  const used = (await read())
    .map(([name, seconds]) => ({ name, seconds: seconds - before.get(name)! }))
    .filter(({ seconds }) => seconds >= MIN_SECONDS)
    .sort((a, b) => b.seconds - a.seconds);
  return {
    outcome,
    figures: (scenario, operations) =>
      used.map(({ name, seconds }) => ({
        scenario,
        name: operations ? `CPU time of ${name} per operation` : `CPU time of ${name}`,
        unit: 'ms',
        count: operations ?? 1,
        value: (seconds * 1000) / (operations ?? 1),
      })),
  };
}
