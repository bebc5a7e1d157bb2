import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@loci/bench';
import type { RunState } from './run-state.ts';
import { store } from './write.ts';

const BACKOFF_MS = 100;
/** Probability that a writer repeats a failed store. Otherwise its outcome stays unknown. */
const RETRY_PROBABILITY = 0.5;

/** Stores memories one after the other until the load ends. */
export async function runWriter(state: RunState, random: Random): Promise<void> {
  while (!state.stopping.aborted) {
    const memory = state.expected.add();
    let latencyMs = await store(state, memory);
    while (latencyMs === undefined && !state.stopping.aborted) {
      await wait(BACKOFF_MS);
      if (random() >= RETRY_PROBABILITY) break;
      latencyMs = await store(state, memory);
    }
    if (latencyMs !== undefined) state.latenciesMs.push(latencyMs);
  }
}
