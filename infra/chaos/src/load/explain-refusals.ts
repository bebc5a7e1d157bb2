import type { Outage } from '../faults/apply-fault.ts';
import type { Target } from '../faults/fault.ts';
import type { Refusal, WriteArea } from './write-log.ts';

const ALWAYS: readonly Target[] = ['gateway', 'postgres'];

/** Targets that a write needs. An outage of any other target must not cause a refusal, because events wait in the outbox. */
const DEPENDENCIES: Readonly<Record<WriteArea, readonly Target[]>> = {
  memory: [...ALWAYS, 'memory'],
  // The graph service queries the memory service for memories whose events it has not processed yet.
  relationship: [...ALWAYS, 'graph', 'memory'],
  document: [...ALWAYS, 'document', 's3'],
  artifact: [...ALWAYS, 'artifact', 's3'],
};

/** Time after an outage for requests in progress and for reconnecting. */
const RECOVERY_MS = 5_000;

/** A refusal that took longer is a timeout, which a busy machine can also cause. */
const SLOW_MS = 3_000;
/** Tolerated share of timeouts among all writes. */
const TOLERATED_SLOW = 0.05;

/** Finds refused writes that no outage of their dependencies explains. A few timeouts are tolerated. */
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
