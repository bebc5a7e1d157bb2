import type { Outage } from '../faults/apply-fault.ts';
import type { Target } from '../faults/fault.ts';
import type { Refusal, WriteArea } from './write-log.ts';

const ALWAYS: readonly Target[] = ['gateway', 'postgres'];

/**
 * Targets that the writes of an area need. An outage of any other target must not cause a refusal, because
 * the events of a write stay in the outbox until they can be published.
 */
const DEPENDENCIES: Readonly<Record<WriteArea, readonly Target[]>> = {
  memory: [...ALWAYS, 'memory'],
  // The graph service queries the memory service for memories whose events it has not processed yet.
  relationship: [...ALWAYS, 'graph', 'memory'],
  document: [...ALWAYS, 'document', 's3'],
  artifact: [...ALWAYS, 'artifact', 's3'],
};

/**
 * Milliseconds after the end of an outage in which the outage still explains a refusal, because clients may
 * not have reconnected yet.
 */
const RECOVERY_MS = 5_000;

/**
 * A refusal that took more than this number of milliseconds counts as a timeout. A busy machine can also
 * cause timeouts.
 */
const SLOW_MS = 3_000;
/** Maximum number of tolerated timeouts, as a share of the number of acknowledged writes. */
const TOLERATED_SLOW = 0.05;

/** Returns a message for each refused write that no outage explains. Tolerates a small share of timeouts. */
export function findUnexplainedRefusals(
  refusals: readonly Refusal[],
  outages: readonly Outage[],
  acknowledged: number,
): string[] {
  const found = refusals.filter((refusal) => !outages.some((outage) => explainedByOutage(outage, refusal)));
  const [slow, quick] = [found.filter(isSlow), found.filter((refusal) => !isSlow(refusal))];
  const isTolerated = slow.length <= TOLERATED_SLOW * acknowledged;
  return [...quick, ...(isTolerated ? [] : slow)].map(
    ({ what, status, code, startedAt, endedAt }) =>
      `${what} was refused although all its dependencies were up: ` +
      `${status ?? 'no response'} ${code} after ${Math.round(endedAt - startedAt)} ms`,
  );
}

const isSlow = ({ startedAt, endedAt }: Refusal): boolean => endedAt - startedAt > SLOW_MS;

const explainedByOutage = (outage: Outage, refusal: Refusal): boolean =>
  DEPENDENCIES[refusal.area].includes(outage.fault.target) &&
  refusal.endedAt >= outage.startedAt &&
  refusal.startedAt <= (outage.readyAt ?? Infinity) + RECOVERY_MS;
