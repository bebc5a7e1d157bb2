import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@loci/bench';
import { breaksPromise } from '../state/breaks-promise.ts';
import { includesLatest } from '../state/expected-state.ts';
import type { Acknowledgment } from '../state/expected-state.ts';
import { RejectedPositionError } from '../target.ts';
import type { SearchAnswer } from '../target.ts';
import { chooseMemory } from './choose-memory.ts';
import { countFailure } from './run-state.ts';
import type { RunState } from './run-state.ts';

const PAUSE_MS = 10;
const BACKOFF_MS = 100;
/** Searches without a position check what the server promises without one. */
const POSITION_PROBABILITY = 0.5;

/**
 * Searches for acknowledged memories until the load ends, and counts the answers without their latest text. Half of the
 * searches have the position of the memory's latest acknowledged write, if the server has positions.
 */
export async function runReader(state: RunState, random: Random): Promise<void> {
  const { target } = state;
  while (!state.stopping.aborted) {
    await wait(PAUSE_MS);
    const memory = chooseMemory(state.expected.acknowledged, random);
    if (memory?.acknowledgment === undefined) continue;
    const { acknowledgment } = memory;
    const position = random() < POSITION_PROBABILITY ? acknowledgment.position : undefined;
    const killsBefore = state.kills;
    try {
      const answer = await target.find(memory.marker, position);
      countAnswer(state, answer, acknowledgment, killsBefore);
      const { texts, complete, fresh } = answer;
      if (includesLatest(texts, memory, acknowledgment.text)) continue;
      const miss = {
        acknowledgment,
        complete,
        fresh,
        killsBefore,
        killsAfter: state.kills,
        writes: state.writes,
        answeredAt: performance.now(),
      };
      if (breaksPromise(miss, target.promise)) memory.staleAnswers++;
      else memory.delayedAnswers++;
    } catch (error) {
      // The position is that of an acknowledged write, so the server must accept it.
      if (error instanceof RejectedPositionError) memory.staleAnswers++;
      countFailure(state, error);
      await wait(BACKOFF_MS);
    }
  }
}

function countAnswer(
  state: RunState,
  { fresh }: SearchAnswer,
  acknowledgment: Acknowledgment,
  killsBefore: number,
): void {
  state.searches++;
  if (fresh === undefined) return;
  state.positioned.total++;
  if (!fresh) return;
  state.positioned.fresh++;
  if (acknowledgment.kills < killsBefore) state.positioned.freshAfterKill++;
}
