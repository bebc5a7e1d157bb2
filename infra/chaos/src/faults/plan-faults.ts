import { between, createRandom, pick } from '../random.ts';
import type { Random } from '../random.ts';
import { CUTS, ENGINES, PROCESSES, isEngine } from './fault.ts';
import type { Fault, FaultKind, Target } from './fault.ts';

type Choice = readonly [Target, 'kill' | 'stop' | 'cut'];

/** Everything that can be hit, and how; rounds with consecutive seeds begin with one after the other. */
export const CHOICES: readonly Choice[] = [
  ...(['kill', 'stop', 'cut'] as const).flatMap((kind) => ENGINES.map((name): Choice => [name, kind])),
  ...(['kill', 'stop'] as const).flatMap((kind) => PROCESSES.map((name): Choice => [name, kind])),
];

const MAX_FAULTS = 3;
const EARLIEST_MS = 500;
const LATEST_MS = 6_000;
/** Longer than a consumer may be silent: its partitions go to nobody, or to the process started in its stead. */
const BEYOND_SESSION_MS = 12_000;

/** A killed process still answers for a moment. */
const KILL_IS_OVER_MS = 200;

/** One to three faults on different targets, in the order of their moments: a function of the seed alone. */
export function planFaults(seed: number): Fault[] {
  const random = createRandom(seed);
  const choices: Choice[] = [CHOICES[seed % CHOICES.length]!];
  const count = between(random, 1, MAX_FAULTS);
  while (choices.length < count) {
    const choice = pick(random, CHOICES);
    if (!choices.some(([target]) => target === choice[0])) choices.push(choice);
  }
  return choices
    .map(([target, kind]): Fault => {
      const atMs = between(random, EARLIEST_MS, LATEST_MS);
      return {
        target,
        kind: kind === 'cut' ? pick<FaultKind>(random, CUTS) : kind,
        atMs,
        lastsMs: durationOf(random, target, kind),
      };
    })
    .sort((a, b) => a.atMs - b.atMs);
}

function durationOf(random: Random, target: Target, kind: Choice[1]): number {
  if (kind === 'kill') return isEngine(target) ? between(random, 1_000, 3_000) : KILL_IS_OVER_MS;
  if (kind === 'stop' && target.endsWith('-consumers') && random() < 1 / 3) return BEYOND_SESSION_MS;
  return between(random, 2_000, 5_000);
}
