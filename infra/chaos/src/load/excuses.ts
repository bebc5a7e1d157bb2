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

/** Refused writes that no outage of what they need explains. */
export const unexcused = (refusals: readonly Refusal[], outages: readonly Outage[]): string[] =>
  refusals
    .filter(
      ({ area, startedAt, endedAt }) =>
        !outages.some(
          ({ fault, beganAt, readyAt }) =>
            NEEDS[area].includes(fault.target) &&
            endedAt >= beganAt &&
            startedAt <= (readyAt ?? Infinity) + RECOVERY_MS,
        ),
    )
    .map(
      ({ what, status, code, startedAt, endedAt }) =>
        `${what} was refused though nothing that it needs was down: ` +
        `${status ?? 'no answer'} ${code} after ${Math.round(endedAt - startedAt)} ms`,
    );
