import pluralize from 'pluralize';
import { HASH_MULTIPLIER } from './hash-multiplier.ts';

/** Marks the end of a run in an encoded text. */
export const RUN_END = -1;

const INITIAL_CAPACITY = 4_096;
const EMPTY = -1;
const SPACE = 0x20;
const LINE_FEED = 0x0a;

/**
 * Words of a set of texts, numbered in the order of their first occurrence. Texts are encoded as arrays of
 * these numbers, because comparing numbers is faster than comparing strings.
 *
 * Implemented as an open-addressing hash table that reads the words directly from the text. A `Map` would
 * need a string for each occurrence of a word, and collecting these strings as garbage would take longer than
 * the encoding.
 */
export class WordTable {
  /** Word of each number. */
  readonly words: string[] = [];
  /**
   * Key of each word, as a number from 0 to `keyCount` - 1. The singular and the plural of a word have the
   * same key.
   */
  readonly keyOfWord: number[] = [];
  readonly #hashes: number[] = [];
  readonly #isIgnored: boolean[] = [];
  readonly #ignored: ReadonlySet<string>;
  readonly #keys = new Map<string, number>();
  /** Number of the word in each slot, or `EMPTY`. The number of slots is a power of two. */
  #slots = new Int32Array(INITIAL_CAPACITY).fill(EMPTY);

  readonly #multiplier: number;

  /**
   * @param ignored words that end a run and are not part of it
   * @param multiplier odd factor of the hash function
   */
  constructor(ignored: ReadonlySet<string>, multiplier = HASH_MULTIPLIER) {
    this.#ignored = ignored;
    this.#multiplier = multiplier;
  }

  get keyCount(): number {
    return this.#keys.size;
  }

  /** Returns the number of a word. */
  numberOf(word: string): number {
    let hash = 0;
    for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), this.#multiplier);
    return this.#find(word, 0, word.length, hash);
  }

  /**
   * Encodes serialized runs as the numbers of their words, with `RUN_END` after each run.
   *
   * @param runs result of `serializeRuns`
   */
  encode(runs: string): Int32Array {
    const encoded = new Int32Array(maxEncodedLength(runs));
    const multiplier = this.#multiplier;
    let length = 0;
    let start = 0;
    let hash = 0;
    for (let at = 0; at <= runs.length; at++) {
      const code = at === runs.length ? LINE_FEED : runs.charCodeAt(at);
      if (code !== SPACE && code !== LINE_FEED) {
        hash = Math.imul(hash ^ code, multiplier);
        continue;
      }
      if (at > start) {
        const number = this.#find(runs, start, at, hash);
        encoded[length++] = this.#isIgnored[number] ? RUN_END : number;
      }
      if (code === LINE_FEED) encoded[length++] = RUN_END;
      start = at + 1;
      hash = 0;
    }
    return encoded.subarray(0, length);
  }

  /** Returns the number of the word `text.slice(start, end)`. */
  #find(text: string, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 16)) & mask;
    for (; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]!;
      if (number === EMPTY) break;
      if (this.#hashes[number] === hash && isEqual(this.words[number]!, text, start, end)) return number;
    }
    const number = this.#insert(text.slice(start, end), hash);
    this.#slots[slot] = number;
    if (2 * this.words.length > this.#slots.length) this.#grow();
    return number;
  }

  #insert(word: string, hash: number): number {
    this.#hashes.push(hash);
    this.#isIgnored.push(this.#ignored.has(word));
    const key = toKey(word);
    let keyNumber = this.#keys.get(key);
    if (keyNumber === undefined) {
      keyNumber = this.#keys.size;
      this.#keys.set(key, keyNumber);
    }
    this.keyOfWord.push(keyNumber);
    return this.words.push(word) - 1;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(EMPTY);
    const mask = slots.length - 1;
    this.#hashes.forEach((hash, number) => {
      let slot = (hash ^ (hash >>> 16)) & mask;
      while (slots[slot] !== EMPTY) slot = (slot + 1) & mask;
      slots[slot] = number;
    });
    this.#slots = slots;
  }
}

/** Returns an upper bound of the number of words and runs. */
function maxEncodedLength(runs: string): number {
  let length = 2;
  for (let at = 0; at < runs.length; at++) {
    const code = runs.charCodeAt(at);
    if (code === SPACE) length += 1;
    else if (code === LINE_FEED) length += 2;
  }
  return length;
}

function isEqual(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let at = 0; at < word.length; at++) {
    if (word.charCodeAt(at) !== text.charCodeAt(start + at)) return false;
  }
  return true;
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
