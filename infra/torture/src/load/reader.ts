import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@loci/bench';
import { breaksPromise } from '../state/breaks-promise.ts';
import { includesLatest } from '../state/expected-state.ts';
import { chooseMemory } from './choose-memory.ts';
import { countFailure } from './run-state.ts';
import type { RunState } from './run-state.ts';

const PAUSE_MS = 10;
const BACKOFF_MS = 100;

/** Searches for acknowledged memories until the load ends, and counts the answers without their latest text. */
export async function runReader(state: RunState, random: Random): Promise<void> {
  const { target } = state;
  while (!state.stopping.aborted) {
    await wait(PAUSE_MS);
    const memory = chooseMemory(state.expected.acknowledged, random);
    if (memory?.acknowledgment === undefined) continue;
    const { acknowledgment } = memory;
    const killsBefore = state.kills;
    try {
      const { texts, complete } = await target.find(memory.marker);
      state.searches++;
      if (includesLatest(texts, memory, acknowledgment.text)) continue;
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
