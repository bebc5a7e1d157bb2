const WORD = /[\p{L}\p{N}]+/gu;
const STOP_WORDS = new Set(
  'a an and are as at be been but by can did do does for from had has have how i if in is it its me my not of on or our she he so that the their them there they this to was we were what when where which who why will with would you your like'.split(
    ' ',
  ),
);

/** A word of a text, with its position in UTF-16 code units. */
export interface Word {
  stem: string;
  start: number;
  end: number;
}

/** Returns the words of a text, without stop words. */
export const wordsOf = (text: string): Word[] =>
  [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const lower = word.toLowerCase();
    return STOP_WORDS.has(lower) ? [] : [{ stem: stem(lower), start: index, end: index + word.length }];
  });

export const stemsOf = (text: string): Set<string> => new Set(wordsOf(text).map(({ stem: each }) => each));

/** Removes common English endings. */
function stem(word: string): string {
  for (const ending of ['ing', 'ied', 'ies', 'ed', 'es', 's'])
    if (word.length > ending.length + 2 && word.endsWith(ending)) return word.slice(0, -ending.length);
  return word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word;
}

/** Returns how often each sequence of three characters occurs in the words of a text. */
export function trigramsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { stem: word } of wordsOf(text)) {
    const padded = ` ${word} `;
    for (let at = 0; at + 3 <= padded.length; at += 1) {
      const trigram = padded.slice(at, at + 3);
      counts.set(trigram, (counts.get(trigram) ?? 0) + 1);
    }
  }
  return counts;
}

/** Returns the cosine similarity of two texts, 0 to 1. */
export function similarityOf(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let product = 0;
  for (const [trigram, count] of a) product += count * (b.get(trigram) ?? 0);
  const lengths = norm(a) * norm(b);
  return lengths === 0 ? 0 : Math.min(1, product / lengths);
}

const norm = (counts: ReadonlyMap<string, number>): number =>
  Math.sqrt([...counts.values()].reduce((sum, count) => sum + count * count, 0));
