import { STOP_WORDS } from '../text-analysis/stop-words.ts';
import { cachedStem } from '../text-analysis/text-terms.ts';
import { hashTerm } from './term-hash.ts';

/** High parts of the hashes of the stems of the English stop words, by low part. */
const STOP_TERMS: ReadonlyMap<number, number> = new Map(
  Array.from(STOP_WORDS, (word) => {
    const { low, high } = hashTerm(cachedStem(word));
    return [low, high] as const;
  }),
);

/** Returns true if a term hash is that of an English stop word. */
export const isStopTerm = (low: number, high: number): boolean => STOP_TERMS.get(low) === high;
