import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@loci/bench';
import { chooseMemory } from './choose-memory.ts';
import type { RunState } from './run-state.ts';
import { store } from './write.ts';

const PAUSE_MS = 50;

/** Repeats stores with their keys until the load ends. Half of the repetitions are two concurrent requests. */
export async function runRetrier(state: RunState, random: Random): Promise<void> {
  while (!state.stopping.aborted) {
    await wait(PAUSE_MS);
    const memory = chooseMemory(state.expected.sent, random);
    if (memory === undefined) continue;
    const repetitions = random() < 0.5 ? 1 : 2;
    await Promise.all(Array.from({ length: repetitions }, () => store(state, memory)));
  }
}
