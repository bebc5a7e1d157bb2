import { between, createRandom, pick } from '../random.ts';
import type { Random } from '../random.ts';
import { NETWORK_FAULTS, ENGINES, PROCESSES, isEngine } from './fault.ts';
import type { Fault, FaultKind, Target } from './fault.ts';

type FaultType = readonly [Target, 'kill' | 'stop' | 'network'];

/** All combinations of target and kind. Consecutive seeds select consecutive entries as the first fault. */
export const FAULT_TYPES: readonly FaultType[] = [
  ...(['kill', 'stop', 'network'] as const).flatMap((kind) => ENGINES.map((name): FaultType => [name, kind])),
  ...(['kill', 'stop'] as const).flatMap((kind) => PROCESSES.map((name): FaultType => [name, kind])),
];

const MAX_FAULTS = 3;
const EARLIEST_MS = 500;
const LATEST_MS = 6_000;
/** Duration that exceeds the session timeout of a consumer, so that its partitions are reassigned. */
const LONGER_THAN_SESSION_MS = 12_000;

/** Milliseconds after which a killed process certainly no longer responds. */
const KILL_DURATION_MS = 200;

/** Plans one to three faults on different targets, sorted by start time. Depends only on the seed. */
export function planFaults(seed: number): Fault[] {
  const random = createRandom(seed);
  const choices: FaultType[] = [FAULT_TYPES[seed % FAULT_TYPES.length]!];
  const count = between(random, 1, MAX_FAULTS);
  while (choices.length < count) {
    const choice = pick(random, FAULT_TYPES);
    if (!choices.some(([target]) => target === choice[0])) choices.push(choice);
  }
  return choices
    .map(([target, kind]): Fault => {
      const startMs = between(random, EARLIEST_MS, LATEST_MS);
      return {
        target,
        kind: kind === 'network' ? pick<FaultKind>(random, NETWORK_FAULTS) : kind,
        startMs,
        durationMs: durationOf(random, target, kind),
      };
    })
    .sort((a, b) => a.startMs - b.startMs);
}

function durationOf(random: Random, target: Target, kind: FaultType[1]): number {
  if (kind === 'kill') return isEngine(target) ? between(random, 1_000, 3_000) : KILL_DURATION_MS;
  if (kind === 'stop' && target.endsWith('-consumers') && random() < 1 / 3) return LONGER_THAN_SESSION_MS;
  return between(random, 2_000, 5_000);
}
