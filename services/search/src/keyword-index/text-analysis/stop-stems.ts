import { STOP_WORDS } from './stop-words.ts';
import { cachedStem } from './text-terms.ts';

/** The stems of the English stop words, which are the terms of these words in texts. */
export const STOP_STEMS: ReadonlySet<string> = new Set(Array.from(STOP_WORDS, cachedStem));
