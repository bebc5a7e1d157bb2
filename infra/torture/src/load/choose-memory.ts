import type { Random } from '@loci/bench';
import type { ExpectedMemory } from '../state/expected-state.ts';

const RECENT = 20;

/** Picks one of the latest memories in half of the calls, and otherwise any memory. */
export function chooseMemory(
  memories: readonly ExpectedMemory[],
  random: Random,
): ExpectedMemory | undefined {
  const choices = random() < 0.5 ? Math.min(RECENT, memories.length) : memories.length;
  return memories[memories.length - 1 - Math.floor(random() * choices)];
}
