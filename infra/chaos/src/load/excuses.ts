import type { Outage } from '../faults/apply-fault.ts';
import type { Target } from '../faults/fault.ts';
import type { Refusal, WriteArea } from './write-log.ts';

const ALWAYS: readonly Target[] = ['gateway', 'postgres'];

/** Without which a write cannot be taken. Nothing else may refuse one: it waits in an outbox. */
const NEEDS: Readonly<Record<WriteArea, readonly Target[]>> = {
  memory: [...ALWAYS, 'memory'],
  // A memory that the graph service has not heard of is asked for.
  relationship: [...ALWAYS, 'graph', 'memory'],
  document: [...ALWAYS, 'document', 's3'],
  artifact: [...ALWAYS, 'artifact', 's3'],
};

/** For what was under way, and until every process has connected anew. */
const RECOVERY_MS = 5_000;

/** Where a time limit ran out rather than somebody refused: a busy machine does that as well. */
const SLOW_MS = 3_000;
/** Of all writes. */
const TOLERATED_SLOW = 0.05;

/** Refused writes that no outage of what they need explains; a few that were slow are left out. */
export function unexcused(
  refusals: readonly Refusal[],
  outages: readonly Outage[],
  acknowledged: number,
): string[] {
  const found = refusals.filter((refusal) => !outages.some((outage) => excuses(outage, refusal)));
  const [slow, quick] = [found.filter(isSlow), found.filter((refusal) => !isSlow(refusal))];
  const isTolerated = slow.length <= TOLERATED_SLOW * acknowledged;
  return [...quick, ...(isTolerated ? [] : slow)].map(
    ({ what, status, code, startedAt, endedAt }) =>
      `${what} was refused though nothing that it needs was down: ` +
      `${status ?? 'no answer'} ${code} after ${Math.round(endedAt - startedAt)} ms`,
  );
}

const isSlow = ({ startedAt, endedAt }: Refusal): boolean => endedAt - startedAt > SLOW_MS;

const excuses = ({ fault, beganAt, readyAt }: Outage, { area, startedAt, endedAt }: Refusal): boolean =>
  NEEDS[area].includes(fault.target) &&
  endedAt >= beganAt &&
  startedAt <= (readyAt ?? Infinity) + RECOVERY_MS;
