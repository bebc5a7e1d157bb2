import { createTextSource, uniqueWord } from '@loci/bench';
import type { NewMemory } from '../target.ts';

/** Expected state of one memory. */
export interface ExpectedMemory extends NewMemory {
  acknowledgment: Acknowledgment | undefined;
  /** Number of answers that lacked the memory although the server promises that a search finds it. */
  staleAnswers: number;
  /** Number of answers that lacked the memory without breaking a promise. */
  delayedAnswers: number;
}

export interface Acknowledgment {
  /** Number of kills before the acknowledged request was sent. */
  kills: number;
  /** Number of store requests before the acknowledged one. */
  writes: number;
  at: number;
}

/** All memories that the test sent, and which of them the server acknowledged. */
export interface ExpectedState {
  /** All memories in the order of their first store request. */
  sent: ExpectedMemory[];
  /** Acknowledged memories in the order of their first acknowledgment. */
  acknowledged: ExpectedMemory[];
  /** Adds a memory before its first store request. */
  add(): ExpectedMemory;
  /** Records an acknowledgment. Ignores the repetition of an acknowledged store. */
  acknowledge(memory: ExpectedMemory, acknowledgment: Acknowledgment): void;
}

/** @param seed determines the texts */
export function createExpectedState(seed: number): ExpectedState {
  const texts = createTextSource(seed);
  const sent: ExpectedMemory[] = [];
  const acknowledged: ExpectedMemory[] = [];
  return {
    sent,
    acknowledged,
    add: () => {
      const index = sent.length;
      const marker = uniqueWord(index);
      const memory: ExpectedMemory = {
        marker,
        text: `${marker} ${texts.memory(index)}`,
        key: `torture-${seed}-${index}`,
        acknowledgment: undefined,
        staleAnswers: 0,
        delayedAnswers: 0,
      };
      sent.push(memory);
      return memory;
    },
    acknowledge: (memory, acknowledgment) => {
      if (memory.acknowledgment !== undefined) return;
      memory.acknowledgment = acknowledgment;
      acknowledged.push(memory);
    },
  };
}
