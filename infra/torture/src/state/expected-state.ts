import { createTextSource, uniqueWord } from '@loci/bench';
import type { NewMemory, Position, Update } from '../target.ts';

/** Expected state of one memory. */
export interface ExpectedMemory extends NewMemory {
  /** All texts that were sent, in the order of their first request: of the store, then of the updates. */
  texts: string[];
  /** Acknowledgment of the latest text that the server acknowledged. */
  acknowledgment: Acknowledgment | undefined;
  /** True while an update has no known outcome. The memory is then not updated again. */
  isUpdating: boolean;
  /** Number of answers that lacked the memory although the server promises that a search finds it. */
  staleAnswers: number;
  /** Number of answers that lacked the memory without breaking a promise. */
  delayedAnswers: number;
}

export interface Acknowledgment {
  /** Index of the acknowledged text in `texts`. */
  text: number;
  /** Number of kills before the acknowledged request was sent. */
  kills: number;
  /** Number of write requests before the acknowledged one. */
  writes: number;
  at: number;
  /** Position of the acknowledged write. */
  position: Position;
}

/** All memories that the test sent, and which of them the server acknowledged. */
export interface ExpectedState {
  /** All memories in the order of their first store request. */
  sent: ExpectedMemory[];
  /** Acknowledged memories in the order of their first acknowledgment. */
  acknowledged: ExpectedMemory[];
  /** Adds a memory before its first store request. */
  add(): ExpectedMemory;
  /** Adds a text to an acknowledged memory before the first request of the update. */
  addUpdate(memory: ExpectedMemory): Update;
  /** Records an acknowledgment. Ignores the repetition of an acknowledged request. */
  acknowledge(memory: ExpectedMemory, acknowledgment: Acknowledgment): void;
}

/** @param seed determines the texts */
export function createExpectedState(seed: number): ExpectedState {
  const texts = createTextSource(seed);
  const sent: ExpectedMemory[] = [];
  const acknowledged: ExpectedMemory[] = [];
  let updates = 0;
  return {
    sent,
    acknowledged,
    add: () => {
      const index = sent.length;
      const marker = uniqueWord(index);
      const text = `${marker} ${texts.memory(index)}`;
      const memory: ExpectedMemory = {
        marker,
        text,
        key: `torture-${seed}-${index}`,
        texts: [text],
        acknowledgment: undefined,
        isUpdating: false,
        staleAnswers: 0,
        delayedAnswers: 0,
      };
      sent.push(memory);
      return memory;
    },
    addUpdate: (memory) => {
      const text = `${memory.marker} update ${memory.texts.length}: ${texts.memory(++updates)}`;
      memory.texts.push(text);
      return { marker: memory.marker, text, key: `${memory.key}-${memory.texts.length - 1}` };
    },
    acknowledge: (memory, acknowledgment) => {
      const previous = memory.acknowledgment;
      if (previous !== undefined && previous.text >= acknowledgment.text) return;
      memory.acknowledgment = acknowledgment;
      if (previous === undefined) acknowledged.push(memory);
    },
  };
}

/**
 * Returns whether one of the texts is the latest acknowledged text of the memory, or a later one whose update has no
 * acknowledgment.
 *
 * @param acknowledged index of the latest acknowledged text
 */
export const includesLatest = (
  texts: readonly string[],
  memory: Pick<ExpectedMemory, 'texts'>,
  acknowledged: number,
): boolean => texts.some((text) => memory.texts.includes(text, acknowledged));
