const HEX_VALUE = new Int8Array(128).fill(-1);
const HEX_DIGIT = new Uint8Array(16);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  HEX_DIGIT[value] = digit.charCodeAt(0);
  HEX_VALUE[digit.charCodeAt(0)] = value;
  HEX_VALUE[digit.toUpperCase().charCodeAt(0)] = value;
}
const DASH = 0x2d;

/** The words of the id that `parse` read last, and a place to spell one: both are used up at once. */
const word = new Uint32Array(4);
const spelling = Buffer.alloc(36, DASH);

/** Where each of the four words has its eight digits in the text of a UUID. */
const DIGITS = [
  [0, 1, 2, 3, 4, 5, 6, 7],
  [9, 10, 11, 12, 14, 15, 16, 17],
  [19, 20, 21, 22, 24, 25, 26, 27],
  [28, 29, 30, 31, 32, 33, 34, 35],
].map((positions) => Uint8Array.from(positions));

function parse(id: string): boolean {
  if (id.length !== 36) return false;
  for (let dash = 8; dash <= 23; dash += 5) if (id.charCodeAt(dash) !== DASH) return false;
  let invalid = 0;
  for (let w = 0; w < 4; w++) {
    const positions = DIGITS[w]!;
    let bits = 0;
    for (let i = 0; i < 8; i++) {
      const code = id.charCodeAt(positions[i]!);
      const value = code < 128 ? HEX_VALUE[code]! : -1;
      invalid |= value;
      bits = (bits << 4) | (value & 15);
    }
    word[w] = bits;
  }
  return invalid >= 0;
}

function hashOfWord(): number {
  let hash = Math.imul(word[3]! ^ (word[2]! >>> 15), 0x9e3779b1);
  hash = Math.imul(hash ^ word[2]! ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ word[1]! ^ (hash >>> 13), 0xc2b2ae35);
  hash = Math.imul(hash ^ word[0]! ^ (hash >>> 16), 0x27d4eb2f);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/**
 * Numbers UUIDs from 0 upwards, at 16 bytes an id and about 8 for finding it: a `Map` of strings takes four
 * times that and gives the garbage collector a million objects to look at. Nothing is ever taken out.
 */
export class IdTable {
  #words = new Uint32Array(4 * 64);
  /** Open addressing; a slot plus one, 0 for free. At most two thirds are taken. */
  #buckets = new Int32Array(128);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get byteLength(): number {
    return this.#words.byteLength + this.#buckets.byteLength;
  }

  /** The slot of an id, or -1 when it is unknown or no UUID. */
  find(id: string): number {
    return parse(id) ? this.#buckets[this.#bucketOfWord()]! - 1 : -1;
  }

  /** The slot of an id, a new one (`count` before the call) when it is unknown; -1 when it is no UUID. */
  intern(id: string): number {
    if (!parse(id)) return -1;
    const bucket = this.#bucketOfWord();
    const known = this.#buckets[bucket]!;
    if (known !== 0) return known - 1;
    const slot = this.#count++;
    if (4 * slot === this.#words.length) {
      const words = new Uint32Array(grownLength(slot) * 4);
      words.set(this.#words);
      this.#words = words;
    }
    this.#words.set(word, 4 * slot);
    this.#buckets[bucket] = slot + 1;
    if (3 * this.#count > 2 * this.#buckets.length) this.#rehash(this.#buckets.length * 2);
    return slot;
  }

  /** The id of a slot, in lower case. */
  id(slot: number): string {
    for (let w = 0; w < 4; w++) {
      const positions = DIGITS[w]!;
      let bits = this.#words[4 * slot + w]!;
      for (let i = 7; i >= 0; i--) {
        spelling[positions[i]!] = HEX_DIGIT[bits & 15]!;
        bits >>>= 4;
      }
    }
    return spelling.toString('latin1');
  }

  /** As the texts of the two ids compare. */
  compare(a: number, b: number): number {
    const words = this.#words;
    for (let w = 0; w < 4; w++) {
      const difference = words[4 * a + w]! - words[4 * b + w]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** Tells whether a slot's id comes after this one, which is a UUID and need not be in the table. */
  after(id: string): (slot: number) => boolean {
    parse(id);
    const bound = word.slice();
    return (slot) => {
      for (let w = 0; w < 4; w++) {
        const difference = this.#words[4 * slot + w]! - bound[w]!;
        if (difference !== 0) return difference > 0;
      }
      return false;
    };
  }

  #bucketOfWord(): number {
    const buckets = this.#buckets;
    const words = this.#words;
    const mask = buckets.length - 1;
    for (let bucket = hashOfWord() & mask; ; bucket = (bucket + 1) & mask) {
      const slot = buckets[bucket]! - 1;
      if (slot < 0) return bucket;
      const at = 4 * slot;
      if (
        words[at + 3] === word[3] &&
        words[at + 2] === word[2] &&
        words[at + 1] === word[1] &&
        words[at] === word[0]
      )
        return bucket;
    }
  }

  #rehash(length: number): void {
    this.#buckets = new Int32Array(length);
    for (let slot = 0; slot < this.#count; slot++) {
      word.set(this.#words.subarray(4 * slot, 4 * slot + 4));
      this.#buckets[this.#bucketOfWord()] = slot + 1;
    }
  }
}

/** The next size of an array of `length` records: half as many again. */
export function grownLength(length: number): number {
  return length + (length >> 1) + 64;
}
