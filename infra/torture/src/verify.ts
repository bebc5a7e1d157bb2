import { setTimeout as wait } from 'node:timers/promises';
import { createRandom, pick } from '@loci/bench';
import type { RunState } from './load/run-state.ts';
import { compareStored } from './state/compare-stored.ts';
import type { Comparison } from './state/compare-stored.ts';
import { includesLatest } from './state/expected-state.ts';
import type { ExpectedMemory } from './state/expected-state.ts';

const RETRY_MS = 500;
const SEARCHED_MEMORIES = 500;

export interface Verification extends Comparison {
  /** Number of searched memories that no search found until the end of the settling time. */
  notSearchable: number;
}

/**
 * Compares the stored memories with the expected state after the last start, and searches for the latest
 * memories and for random ones. Repeats the comparison until nothing is missing or the settling time is over.
 */
export async function verify(state: RunState, seed: number, settleMs: number): Promise<Verification> {
  const { expected, target } = state;
  const endsAt = performance.now() + settleMs;
  const isOver = () => performance.now() >= endsAt;
  let comparison = await compareStored(expected, target.list());
  while (comparison.lost.size > 0 && !isOver()) {
    await wait(RETRY_MS);
    comparison = await compareStored(expected, target.list());
  }
  const stored = expected.acknowledged.filter(({ marker }) => !comparison.lost.has(marker));
  let missing = sample(stored, seed);
  for (;;) {
    missing = await findMissing(state, missing);
    if (missing.length === 0 || isOver()) break;
    await wait(RETRY_MS);
  }
  return { ...comparison, notSearchable: missing.length };
}

function sample(stored: readonly ExpectedMemory[], seed: number): ExpectedMemory[] {
  if (stored.length <= SEARCHED_MEMORIES) return [...stored];
  const random = createRandom(seed);
  const chosen = new Set(stored.slice(-SEARCHED_MEMORIES / 2));
  while (chosen.size < SEARCHED_MEMORIES) chosen.add(pick(random, stored));
  return [...chosen];
}

async function findMissing(state: RunState, memories: readonly ExpectedMemory[]): Promise<ExpectedMemory[]> {
  const missing: ExpectedMemory[] = [];
  for (const memory of memories) {
    const { texts } = await state.target.find(memory.marker).catch(() => ({ texts: [] }));
    if (!includesLatest(texts, memory, memory.acknowledgment!.text)) missing.push(memory);
  }
  return missing;
}
