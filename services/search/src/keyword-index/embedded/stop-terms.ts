import { STOP_STEMS } from '../text-analysis/stop-stems.ts';
import { hashTerm } from './term-hash.ts';

/** High parts of the hashes of the stems of the English stop words, by low part. */
const STOP_TERMS: ReadonlyMap<number, number> = new Map(
  Array.from(STOP_STEMS, (stem) => {
    const { low, high } = hashTerm(stem);
    return [low, high] as const;
  }),
);

/** Returns true if a term hash is that of an English stop word. */
export const isStopTerm = (low: number, high: number): boolean => STOP_TERMS.get(low) === high;
