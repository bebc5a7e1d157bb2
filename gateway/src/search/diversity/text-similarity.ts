/** The distinct words of a text, for {@link textSimilarity}. */
export interface TextProfile {
  /** Sorted numbers of the words. */
  words: Uint32Array;
  /** The numerals of the text, sorted. */
  numerals: string;
}

/** Characters of a text that are compared. Longer texts are chunks of documents, which differ at their beginning. */
const MAX_CHARACTERS = 2_000;
/** Scripts without spaces between words are compared by characters. */
const WORDS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|[\p{L}\p{M}\p{N}]+/gu;
const ASCII_ONLY = /^[\0-\x7f]*$/;
/** Faster than {@link WORDS}, and equal to it for ASCII texts. */
const ASCII_WORDS = /[a-z0-9]+/g;
const NUMERAL = /\p{N}/u;

/** Jaccard indexes up to which the similarity is 0, and from which it is 1. */
const LOWEST = 0.6;
const HIGHEST = 0.9;

/** Creates a function that returns the profile of a text. Profiles of the same function can be compared. */
export function createProfiler(): (text: string) => TextProfile {
  const numbers = new Map<string, number>();
  return (text) => {
    const start = text.slice(0, MAX_CHARACTERS).toLowerCase();
    const distinct = new Set(start.match(ASCII_ONLY.test(start) ? ASCII_WORDS : WORDS));
    const words = new Uint32Array(distinct.size);
    const numerals: string[] = [];
    let count = 0;
    for (const word of distinct) {
      let number = numbers.get(word);
      if (number === undefined) numbers.set(word, (number = numbers.size));
      words[count++] = number;
      if (NUMERAL.test(word)) numerals.push(word);
    }
    return { words: words.sort(), numerals: numerals.sort().join(' ') };
  };
}

/**
 * Returns how similar two texts are, 0 to 1, from the Jaccard index of their words. Texts with different numerals have the
 * similarity 0, because they are often different facts, such as two dates or amounts.
 *
 * @see Jaccard 1912, "The Distribution of the Flora in the Alpine Zone"
 */
export function textSimilarity(a: TextProfile, b: TextProfile): number {
  const [shorter, longer] = a.words.length < b.words.length ? [a.words, b.words] : [b.words, a.words];
  // The index is at most the ratio of the lengths.
  if (shorter.length <= LOWEST * longer.length || a.numerals !== b.numerals) return 0;
  let common = 0;
  for (let i = 0, j = 0; i < shorter.length && j < longer.length;) {
    const difference = shorter[i]! - longer[j]!;
    if (difference === 0) common++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  const jaccard = common / (shorter.length + longer.length - common);
  return Math.min(1, Math.max(0, (jaccard - LOWEST) / (HIGHEST - LOWEST)));
}
