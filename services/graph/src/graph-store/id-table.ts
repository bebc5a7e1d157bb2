const HEX_VALUE = new Int8Array(128).fill(-1);
const HEX_DIGIT = new Uint8Array(16);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  HEX_DIGIT[value] = digit.charCodeAt(0);
  HEX_VALUE[digit.charCodeAt(0)] = value;
  HEX_VALUE[digit.toUpperCase().charCodeAt(0)] = value;
}
const DASH = 0x2d;
/** Where the upper and the lower four digits of each word stand in the text of a UUID. */
const HIGH_DIGITS = [0, 9, 19, 28] as const;
const LOW_DIGITS = [4, 14, 24, 32] as const;

/** The words of the id that `parse` read last, and a place to spell one: both are used up at once. */
const word = new Uint32Array(4);
const spelling = Buffer.alloc(36, DASH);

/** Four hex digits of `text` as a number; negative when one is none. */
function hex4(text: string, at: number): number {
  return (
    (hexDigit(text.charCodeAt(at)) << 12) |
    (hexDigit(text.charCodeAt(at + 1)) << 8) |
    (hexDigit(text.charCodeAt(at + 2)) << 4) |
    hexDigit(text.charCodeAt(at + 3))
  );
}

function hexDigit(code: number): number {
  return code < 128 ? HEX_VALUE[code]! : -1;
}

function isDash(text: string, at: number): boolean {
  return text.charCodeAt(at) === DASH;
}

function parse(id: string): boolean {
  if (id.length !== 36 || !isDash(id, 8) || !isDash(id, 13) || !isDash(id, 18) || !isDash(id, 23))
    return false;
  let invalid = 0;
  for (let i = 0; i < 4; i++) {
    const high = hex4(id, HIGH_DIGITS[i]!);
    const low = hex4(id, LOW_DIGITS[i]!);
    invalid |= high | low;
    word[i] = (high << 16) | low;
  }
  return invalid >= 0;
}

function spell4(bits: number, at: number): void {
  spelling[at] = HEX_DIGIT[(bits >>> 12) & 15]!;
  spelling[at + 1] = HEX_DIGIT[(bits >>> 8) & 15]!;
  spelling[at + 2] = HEX_DIGIT[(bits >>> 4) & 15]!;
  spelling[at + 3] = HEX_DIGIT[bits & 15]!;
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
    return parse(id) ? this.#internWord() : -1;
  }

  /** The same for the 16 bytes of an id. */
  internBytes(bytes: DataView, at: number): number {
    for (let i = 0; i < 4; i++) word[i] = bytes.getUint32(at + 4 * i);
    return this.#internWord();
  }

  #internWord(): number {
    const bucket = this.#bucketOfWord();
    const known = this.#buckets[bucket]!;
    if (known !== 0) return known - 1;
    const slot = this.#count++;
    if (4 * slot === this.#words.length) {
      const words = new Uint32Array(grownLength(slot) * 4);
      words.set(this.#words);
      this.#words = words;
    }
    for (let i = 0; i < 4; i++) this.#words[4 * slot + i] = word[i]!;
    this.#buckets[bucket] = slot + 1;
    if (3 * this.#count > 2 * this.#buckets.length) this.#rehash(this.#buckets.length * 2);
    return slot;
  }

  /** The id of a slot, in lower case. */
  id(slot: number): string {
    for (let i = 0; i < 4; i++) {
      const bits = this.#words[4 * slot + i]!;
      spell4(bits >>> 16, HIGH_DIGITS[i]!);
      spell4(bits, LOW_DIGITS[i]!);
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
      for (let i = 0; i < 4; i++) word[i] = this.#words[4 * slot + i]!;
      this.#buckets[this.#bucketOfWord()] = slot + 1;
    }
  }
}

/** The next size of an array of `length` records: half as many again. */
export function grownLength(length: number): number {
  return length + (length >> 1) + 64;
}
