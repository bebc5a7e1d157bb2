import { createRandom, pick } from '@loci/bench';

export const KILL_PHASES = ['during a write', 'after an acknowledgment', 'during a start'] as const;

export interface PlannedKill {
  /** Milliseconds between the time when the server is ready and the kill. */
  afterMs: number;
  phase: (typeof KILL_PHASES)[number];
  /** Milliseconds from the start to the second kill. Only for the phase `during a start`. */
  startMs: number;
}

export interface KillInterval {
  minMs: number;
  maxMs: number;
}

const MAX_START_MS = 3_000;

/** Generates an infinite sequence of kills, which depends only on the seed and the interval. */
export function* planKills(seed: number, { minMs, maxMs }: KillInterval): Generator<PlannedKill, never> {
  const random = createRandom(seed);
  for (;;) {
    yield {
      afterMs: Math.round(minMs + random() * (maxMs - minMs)),
      phase: pick(random, KILL_PHASES),
      startMs: Math.round(random() * MAX_START_MS),
    };
  }
}
