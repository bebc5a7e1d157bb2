import { setTimeout as delay } from 'node:timers/promises';
import { compareStores } from './agreement/compare-stores.ts';
import type { KafkaLooks } from './agreement/kafka.ts';
import { lossesOf } from './agreement/losses.ts';
import { readTruth } from './agreement/truth.ts';
import { waitUntilDrained } from './agreement/wait-until-drained.ts';
import { applyFault } from './faults/apply-fault.ts';
import type { Outage } from './faults/apply-fault.ts';
import type { Fault } from './faults/fault.ts';
import { planFaults } from './faults/plan-faults.ts';
import { createTenant } from './load/create-tenant.ts';
import type { Tenant } from './load/create-tenant.ts';
import { unexcused } from './load/excuses.ts';
import { expectNothing } from './load/expected.ts';
import type { Expected } from './load/expected.ts';
import { fileLosses } from './load/file-losses.ts';
import { createSearchLog, runSearcher } from './load/searcher.ts';
import { createWriteLog } from './load/write-log.ts';
import { runWriter } from './load/writer.ts';
import type { ChaosPlatform } from './platform/open-chaos-platform.ts';
import { createRandom } from './random.ts';

/** What a round found. */
export interface RoundReport {
  seed: number;
  faults: Fault[];
  acknowledged: number;
  refused: number;
  searches: number;
  /** By the arms that were named as missing. */
  degradedSearches: ReadonlyMap<string, number>;
  refusedSearches: number;
  /** From the last answer, when all was healed, until nothing waited any more. */
  convergedMs: number | null;
  /** Empty when all is well. */
  problems: string[];
}

export interface RoundOptions {
  platform: ChaosPlatform;
  kafka: KafkaLooks;
  seed: number;
  /** Tenants of the rounds before, and of this one when it ends. */
  tenantIds: Set<string>;
}

const TENANTS = 3;
const WRITERS = 16;
const LOAD_MS = 10_000;
const DRAINED_WITHIN_MS = 180_000;

/**
 * Three new tenants, sixteen writers, three searchers and the faults of this seed for about ten seconds; then all is
 * healed, and it is looked whether everything agrees without a reconciler's help.
 */
export async function runRound({ platform, kafka, seed, tenantIds }: RoundOptions): Promise<RoundReport> {
  const faults = planFaults(seed);
  const random = createRandom(seed ^ 0x5eed);
  const run = Math.floor(performance.now());
  const tenants: Tenant[] = [];
  for (let number = 0; number < TENANTS; number++) {
    tenants.push(await createTenant(platform.services, `r${seed}t${number}n${run}`));
  }
  for (const { tenantId } of tenants) tenantIds.add(tenantId);
  const expected = new Map(tenants.map((tenant) => [tenant, expectNothing()]));

  const stopping = { writers: new AbortController(), searchers: new AbortController() };
  const outages: Outage[] = [];
  const writes = createWriteLog();
  const searches = createSearchLog();
  const callers = [
    ...Array.from({ length: WRITERS }, (_, number) => {
      const tenant = tenants[number % TENANTS]!;
      return runWriter({
        ...{ tenant, number, log: writes, stopping: stopping.writers.signal },
        expected: expected.get(tenant)!,
        random: createRandom(Math.floor(random() * 2 ** 32)),
      });
    }),
    ...tenants.map((tenant) =>
      runSearcher({ tenant, outages, log: searches, stopping: stopping.searchers.signal }),
    ),
  ];
  const report: RoundReport = {
    ...{ seed, faults, acknowledged: 0, refused: 0 },
    ...{ searches: 0, degradedSearches: new Map(), refusedSearches: 0, convergedMs: null, problems: [] },
  };
  try {
    const writing = delay(LOAD_MS).then(() => stopping.writers.abort());
    await Promise.all([writing, ...faults.map((fault) => applyFault(platform, fault, outages))]);
    await platform.untilReady();
  } catch (error) {
    report.problems.push(`not everything came back: ${String(error)}`);
    await platform.heal();
  } finally {
    for (const each of Object.values(stopping)) each.abort();
    await Promise.all(callers);
  }
  const loadEndedAt = performance.now();
  const problems = [
    ...writes.wrongAnswers,
    ...unexcused(writes.refusals, outages, writes.acknowledged),
    ...searches.wrongAnswers,
  ];
  try {
    await waitUntilDrained(kafka, platform.truth, DRAINED_WITHIN_MS);
    report.convergedMs = performance.now() - loadEndedAt;
  } catch (error) {
    problems.push((error as Error).message);
  }
  problems.push(...(await compare(platform, kafka, expected, tenantIds)));
  return {
    ...report,
    acknowledged: writes.acknowledged,
    refused: writes.refusals.length,
    searches: searches.answered,
    degradedSearches: searches.degraded,
    refusedSearches: searches.refused,
    problems,
  };
}

async function compare(
  platform: ChaosPlatform,
  kafka: KafkaLooks,
  expected: ReadonlyMap<Tenant, Expected>,
  tenantIds: ReadonlySet<string>,
): Promise<string[]> {
  const problems: string[] = [];
  for (const [tenant, ofTenant] of expected) {
    const truth = await readTruth(platform.truth, tenant.tenantId);
    const losses = [...lossesOf(ofTenant, truth), ...(await fileLosses(tenant, ofTenant))];
    problems.push(...losses.map((loss) => `tenant ${tenant.tenantId}: ${loss}`));
  }
  const ids = [...expected.keys()].map(({ tenantId }) => tenantId);
  problems.push(...(await compareStores(platform, ids, tenantIds)));
  const { deadLetters } = await kafka.look();
  if (Object.keys(deadLetters).length > 0) problems.push(`dead letters: ${JSON.stringify(deadLetters)}`);
  return problems;
}
