import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@loci/bench';
import type { Target } from '../target.ts';
import { chooseMemory } from './choose-memory.ts';
import type { RunState } from './run-state.ts';
import { write } from './write.ts';

const PAUSE_MS = 20;
const BACKOFF_MS = 100;

/**
 * Updates acknowledged memories until the load ends, and repeats each update with its key until it is acknowledged.
 * Does nothing if the target has no updates.
 */
export async function runUpdater(state: RunState, random: Random): Promise<void> {
  const { target, expected } = state;
  if (target.update === undefined) return;
  while (!state.stopping.aborted) {
    await wait(PAUSE_MS);
    const memory = chooseMemory(expected.acknowledged, random);
    if (memory === undefined || memory.isUpdating) continue;
    memory.isUpdating = true;
    const update = expected.addUpdate(memory);
    const text = memory.texts.length - 1;
    const send = () => (target as Required<Target>).update(update);
    while ((await write(state, memory, text, send)) === undefined) {
      // The outcome of the last update of a run can stay unknown.
      if (state.stopping.aborted) return;
      await wait(BACKOFF_MS);
    }
    memory.isUpdating = false;
  }
}
