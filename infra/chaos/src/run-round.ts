import { setTimeout as delay } from 'node:timers/promises';
import { compareStores } from './consistency/compare-stores.ts';
import type { KafkaMonitor } from './consistency/kafka-monitor.ts';
import { findLosses } from './consistency/find-losses.ts';
import { readStoredState } from './consistency/stored-state.ts';
import { waitUntilDrained } from './consistency/wait-until-drained.ts';
import { applyFault } from './faults/apply-fault.ts';
import type { Outage } from './faults/apply-fault.ts';
import type { Fault } from './faults/fault.ts';
import { planFaults } from './faults/plan-faults.ts';
import { createTenant } from './load/create-tenant.ts';
import type { Tenant } from './load/create-tenant.ts';
import { findUnexplainedRefusals } from './load/explain-refusals.ts';
import { createExpectedState } from './load/expected-state.ts';
import type { ExpectedState } from './load/expected-state.ts';
import { findFileLosses } from './load/find-file-losses.ts';
import { createSearchLog, runSearcher } from './load/searcher.ts';
import { createWriteLog } from './load/write-log.ts';
import { runWriter } from './load/writer.ts';
import type { ChaosPlatform } from './platform/open-chaos-platform.ts';
import { findMessageProblems } from './webhooks/find-message-problems.ts';
import { waitUntilDelivered } from './webhooks/wait-until-delivered.ts';
import type { WebhookMessage } from './webhooks/webhook-receiver.ts';
import { createRandom } from './random.ts';

/** Result of a round. */
export interface RoundReport {
  seed: number;
  faults: Fault[];
  acknowledged: number;
  refused: number;
  searches: number;
  /** Number of degraded searches by the names of their degraded retrievers, such as `bm25+vector`. */
  degradedSearches: ReadonlyMap<string, number>;
  refusedSearches: number;
  /** Number of webhook messages that arrived. */
  messages: number;
  /** Number of webhook messages that had already arrived before. */
  repeatedMessages: number;
  /** Number of attempts to deliver a webhook message that the receiver rejected. */
  rejectedMessages: number;
  /** Milliseconds from the end of the load until all events were processed and all webhook messages delivered, or null on timeout. */
  convergedMs: number | null;
  /** Problems that the round found. Empty if the round passed. */
  problems: string[];
}

export interface RoundOptions {
  platform: ChaosPlatform;
  kafka: KafkaMonitor;
  seed: number;
  /** Ids of the tenants of all rounds. The round adds the ids of its tenants. */
  tenantIds: Set<string>;
}

const TENANTS = 3;
const WRITERS = 16;
const LOAD_MS = 10_000;
const DRAIN_TIMEOUT_MS = 180_000;
/** Time for the pending webhook messages after all events were processed. Exceeds the first two retries of several messages. */
const DELIVERY_TIMEOUT_MS = 90_000;

/**
 * Runs sixteen writers and three searchers on three new tenants for about ten seconds, and injects the faults
 * of the seed. Then waits until all events are processed, and compares all stores.
 */
export async function runRound({ platform, kafka, seed, tenantIds }: RoundOptions): Promise<RoundReport> {
  const faults = planFaults(seed);
  const random = createRandom(seed ^ 0x5eed);
  const run = Math.floor(performance.now());
  const tenants: Tenant[] = [];
  for (let number = 0; number < TENANTS; number++) {
    tenants.push(await createTenant(platform.services, `r${seed}t${number}n${run}`, platform.receiver.urlOf));
  }
  for (const { tenantId } of tenants) tenantIds.add(tenantId);
  const expected = new Map(tenants.map((tenant) => [tenant, createExpectedState()]));

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
    ...{
      searches: 0,
      degradedSearches: new Map(),
      refusedSearches: 0,
      ...{ messages: 0, repeatedMessages: 0, rejectedMessages: 0 },
      convergedMs: null,
      problems: [],
    },
  };
  try {
    const writing = delay(LOAD_MS).then(() => stopping.writers.abort());
    await Promise.all([writing, ...faults.map((fault) => applyFault(platform, fault, outages))]);
    await platform.untilReady();
  } catch (error) {
    report.problems.push(`Recovery failed: ${String(error)}`);
    await platform.heal();
  } finally {
    for (const each of Object.values(stopping)) each.abort();
    await Promise.all(callers);
  }
  const loadEndedAt = performance.now();
  const problems = [
    ...writes.unexpectedResponses,
    ...findUnexplainedRefusals(writes.refusals, outages, writes.acknowledged),
    ...searches.unexpectedResponses,
  ];
  try {
    await waitUntilDrained(kafka, platform.database, DRAIN_TIMEOUT_MS);
    const tenantIdsOfRound = tenants.map(({ tenantId }) => tenantId);
    await waitUntilDelivered(platform.database, tenantIdsOfRound, DELIVERY_TIMEOUT_MS);
    report.convergedMs = performance.now() - loadEndedAt;
  } catch (error) {
    problems.push((error as Error).message);
  }
  problems.push(...(await compare(platform, kafka, expected, tenantIds)));
  return {
    ...report,
    acknowledged: writes.acknowledged,
    refused: writes.refusals.length,
    searches: searches.responded,
    degradedSearches: searches.degraded,
    refusedSearches: searches.refused,
    ...countMessages(tenants.map(({ tenantId }) => platform.receiver.messagesOf(tenantId))),
    rejectedMessages: tenants.reduce(
      (sum, { tenantId }) => sum + platform.receiver.countRejected(tenantId),
      0,
    ),
    problems,
  };
}

function countMessages(
  ofTenants: readonly (readonly WebhookMessage[])[],
): Pick<RoundReport, 'messages' | 'repeatedMessages'> {
  const messages = ofTenants.flat();
  const distinct = new Set(messages.map(({ type, id, revision }) => `${type} ${id} ${revision}`));
  return { messages: messages.length, repeatedMessages: messages.length - distinct.size };
}

async function compare(
  platform: ChaosPlatform,
  kafka: KafkaMonitor,
  expected: ReadonlyMap<Tenant, ExpectedState>,
  tenantIds: ReadonlySet<string>,
): Promise<string[]> {
  const problems: string[] = [];
  for (const [tenant, ofTenant] of expected) {
    const stored = await readStoredState(platform.database, tenant.tenantId);
    const losses = [
      ...findLosses(ofTenant, stored),
      ...(await findFileLosses(tenant, ofTenant)),
      ...findMessageProblems(platform.receiver.messagesOf(tenant.tenantId), ofTenant, stored),
    ];
    const forged = platform.receiver.countForged(tenant.tenantId, tenant.webhookSecret);
    if (forged > 0) losses.push(`${forged} webhook messages have an invalid signature`);
    problems.push(...losses.map((loss) => `tenant ${tenant.tenantId}: ${loss}`));
  }
  const ids = [...expected.keys()].map(({ tenantId }) => tenantId);
  problems.push(...(await compareStores(platform, ids, tenantIds)));
  const { deadLetters } = await kafka.readState();
  if (Object.keys(deadLetters).length > 0) problems.push(`Dead letters: ${JSON.stringify(deadLetters)}`);
  return problems;
}
