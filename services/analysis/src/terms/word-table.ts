import pluralize from 'pluralize';

/** Separates runs in an encoded text. */
export const RUN_END = -1;

/**
 * Words of a set of texts, numbered in the order of their first occurrence. Texts are encoded as arrays of these
 * numbers, because comparing numbers is faster than comparing strings.
 */
export class WordTable {
  /** Word of each number. */
  readonly words: string[] = [];
  /** Key of each word, as a number from 0 to `keyCount` - 1. The singular and the plural of a word have the same key. */
  readonly keyOfWord: number[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #keys = new Map<string, number>();
  readonly #ignored: ReadonlySet<string>;
  readonly #isIgnored: boolean[] = [];

  /** @param ignored words that end a run and are not part of it */
  constructor(ignored: ReadonlySet<string>) {
    this.#ignored = ignored;
  }

  get keyCount(): number {
    return this.#keys.size;
  }

  /** Returns the number of a word. */
  numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.words.push(word) - 1;
    this.#numbers.set(word, number);
    this.#isIgnored.push(this.#ignored.has(word));
    const key = toKey(word);
    let keyNumber = this.#keys.get(key);
    if (keyNumber === undefined) {
      keyNumber = this.#keys.size;
      this.#keys.set(key, keyNumber);
    }
    this.keyOfWord.push(keyNumber);
    return number;
  }

  /** Encodes runs as the numbers of their words, with `RUN_END` after each run. */
  encode(runs: readonly (readonly string[])[]): Int32Array {
    let length = runs.length;
    for (const run of runs) length += run.length;
    const encoded = new Int32Array(length);
    let at = 0;
    for (const run of runs) {
      for (const word of run) {
        const number = this.numberOf(word);
        encoded[at++] = this.#isIgnored[number] ? RUN_END : number;
      }
      encoded[at++] = RUN_END;
    }
    return encoded;
  }
}

const MAX_CACHED_KEYS = 50_000;
const keys = new Map<string, string>();

/** Returns the same key for the singular and plural of a word. The key is not always a word itself. */
function toKey(word: string): string {
  let key = keys.get(word);
  if (key === undefined) {
    key = pluralize.singular(word);
    // Limits memory use. The cache contains words of all tenants.
    if (keys.size >= MAX_CACHED_KEYS) keys.clear();
    keys.set(word, key);
  }
  return key;
}
