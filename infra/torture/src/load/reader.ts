import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@loci/bench';
import { breaksPromise } from '../state/breaks-promise.ts';
import { chooseMemory } from './choose-memory.ts';
import { countFailure } from './run-state.ts';
import type { RunState } from './run-state.ts';

const PAUSE_MS = 10;
const BACKOFF_MS = 100;

/** Searches for acknowledged memories until the load ends, and counts the answers that lack the memory. */
export async function runReader(state: RunState, random: Random): Promise<void> {
  const { target } = state;
  while (!state.stopping.aborted) {
    await wait(PAUSE_MS);
    const memory = chooseMemory(state.expected.acknowledged, random);
    if (memory?.acknowledgment === undefined) continue;
    const { acknowledgment } = memory;
    const killsBefore = state.kills;
    try {
      const { found, complete } = await target.find(memory);
      state.searches++;
      if (found) continue;
      const miss = {
        acknowledgment,
        complete,
        killsBefore,
        killsAfter: state.kills,
        writes: state.writes,
        answeredAt: performance.now(),
      };
      if (breaksPromise(miss, target.promise)) memory.staleAnswers++;
      else memory.delayedAnswers++;
    } catch (error) {
      countFailure(state, error);
      await wait(BACKOFF_MS);
    }
  }
}
