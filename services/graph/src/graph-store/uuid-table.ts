const HEX_VALUE = new Int8Array(128).fill(-1);
const HEX_DIGIT = new Uint8Array(16);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  HEX_DIGIT[value] = digit.charCodeAt(0);
  HEX_VALUE[digit.charCodeAt(0)] = value;
  HEX_VALUE[digit.toUpperCase().charCodeAt(0)] = value;
}
const DASH = 0x2d;
/** Position of the upper and the lower four hex digits of each 32-bit word in the text of a UUID. */
const HIGH_DIGITS = [0, 9, 19, 28] as const;
const LOW_DIGITS = [4, 14, 24, 32] as const;

/**
 * The four 32-bit words of the last parsed UUID. Shared, because every caller reads them before the next
 * parse.
 */
const parsedWords = new Uint32Array(4);
/** Buffer for formatting a UUID. */
const uuidText = Buffer.alloc(36, DASH);

/** Parses four hex digits. Returns a negative number if one of them is not a hex digit. */
function parseHex4(text: string, position: number): number {
  return (
    (hexDigit(text.charCodeAt(position)) << 12) |
    (hexDigit(text.charCodeAt(position + 1)) << 8) |
    (hexDigit(text.charCodeAt(position + 2)) << 4) |
    hexDigit(text.charCodeAt(position + 3))
  );
}

function hexDigit(code: number): number {
  return code < 128 ? HEX_VALUE[code]! : -1;
}

function isDash(text: string, position: number): boolean {
  return text.charCodeAt(position) === DASH;
}

/** Parses a UUID into `parsedWords`. Returns false if the text is not a UUID. */
function parseUuid(id: string): boolean {
  if (id.length !== 36 || !isDash(id, 8) || !isDash(id, 13) || !isDash(id, 18) || !isDash(id, 23))
    return false;
  let invalid = 0;
  for (let i = 0; i < 4; i++) {
    const high = parseHex4(id, HIGH_DIGITS[i]!);
    const low = parseHex4(id, LOW_DIGITS[i]!);
    invalid |= high | low;
    parsedWords[i] = (high << 16) | low;
  }
  return invalid >= 0;
}

/** Writes the lower 16 bits as four hex digits to `uuidText`. */
function formatHex4(bits: number, position: number): void {
  uuidText[position] = HEX_DIGIT[(bits >>> 12) & 15]!;
  uuidText[position + 1] = HEX_DIGIT[(bits >>> 8) & 15]!;
  uuidText[position + 2] = HEX_DIGIT[(bits >>> 4) & 15]!;
  uuidText[position + 3] = HEX_DIGIT[bits & 15]!;
}

function hashParsedWords(): number {
  let hash = Math.imul(parsedWords[3]! ^ (parsedWords[2]! >>> 15), 0x9e3779b1);
  hash = Math.imul(hash ^ parsedWords[2]! ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ parsedWords[1]! ^ (hash >>> 13), 0xc2b2ae35);
  hash = Math.imul(hash ^ parsedWords[0]! ^ (hash >>> 16), 0x27d4eb2f);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/**
 * Assigns ordinals to UUIDs, starting at 0. Takes 16 bytes per id and about 8 bytes for the hash index. A
 * `Map` of strings would take four times as much memory, and the garbage collector would have to trace every
 * string. Ids are never removed.
 */
export class UuidTable {
  #words = new Uint32Array(4 * 64);
  /** Open-addressing hash table. A bucket holds an ordinal plus one, or 0. At most two thirds are in use. */
  #buckets = new Int32Array(128);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get byteLength(): number {
    return this.#words.byteLength + this.#buckets.byteLength;
  }

  /** Returns the ordinal of an id, or -1 if it is unknown or not a UUID. */
  find(id: string): number {
    return parseUuid(id) ? this.#buckets[this.#findBucket()]! - 1 : -1;
  }

  /** Returns the ordinal of an id, or -1 if it is not a UUID. A new id gets the next ordinal, `count`. */
  intern(id: string): number {
    return parseUuid(id) ? this.#internParsedWords() : -1;
  }

  /** Applies {@link intern} to an id of 16 bytes at `offset`. */
  internBytes(bytes: DataView, offset: number): number {
    for (let i = 0; i < 4; i++) parsedWords[i] = bytes.getUint32(offset + 4 * i);
    return this.#internParsedWords();
  }

  /** Returns an id in lowercase. */
  id(ordinal: number): string {
    for (let i = 0; i < 4; i++) {
      const bits = this.#words[4 * ordinal + i]!;
      formatHex4(bits >>> 16, HIGH_DIGITS[i]!);
      formatHex4(bits, LOW_DIGITS[i]!);
    }
    return uuidText.toString('latin1');
  }

  /** Compares two ids like their lowercase texts. Returns a negative number, 0 or a positive number. */
  compare(a: number, b: number): number {
    const words = this.#words;
    for (let i = 0; i < 4; i++) {
      const difference = words[4 * a + i]! - words[4 * b + i]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** Returns a function that tests whether the id of an ordinal is greater than `id`, any UUID. */
  after(id: string): (ordinal: number) => boolean {
    parseUuid(id);
    const bound = parsedWords.slice();
    return (ordinal) => {
      for (let i = 0; i < 4; i++) {
        const difference = this.#words[4 * ordinal + i]! - bound[i]!;
        if (difference !== 0) return difference > 0;
      }
      return false;
    };
  }

  #internParsedWords(): number {
    const bucket = this.#findBucket();
    const known = this.#buckets[bucket]!;
    if (known !== 0) return known - 1;
    const ordinal = this.#count++;
    if (4 * ordinal === this.#words.length) {
      const words = new Uint32Array(grownLength(ordinal) * 4);
      words.set(this.#words);
      this.#words = words;
    }
    for (let i = 0; i < 4; i++) this.#words[4 * ordinal + i] = parsedWords[i]!;
    this.#buckets[bucket] = ordinal + 1;
    if (3 * this.#count > 2 * this.#buckets.length) this.#rehash(this.#buckets.length * 2);
    return ordinal;
  }

  /** Returns the bucket that holds `parsedWords`, or the free bucket where they belong. */
  #findBucket(): number {
    const buckets = this.#buckets;
    const words = this.#words;
    const mask = buckets.length - 1;
    for (let bucket = hashParsedWords() & mask; ; bucket = (bucket + 1) & mask) {
      const ordinal = buckets[bucket]! - 1;
      if (ordinal < 0) return bucket;
      const first = 4 * ordinal;
      if (
        words[first + 3] === parsedWords[3] &&
        words[first + 2] === parsedWords[2] &&
        words[first + 1] === parsedWords[1] &&
        words[first] === parsedWords[0]
      )
        return bucket;
    }
  }

  #rehash(length: number): void {
    this.#buckets = new Int32Array(length);
    for (let ordinal = 0; ordinal < this.#count; ordinal++) {
      for (let i = 0; i < 4; i++) parsedWords[i] = this.#words[4 * ordinal + i]!;
      this.#buckets[this.#findBucket()] = ordinal + 1;
    }
  }
}

/** Returns the new length of a full array of `length` records, about one and a half times `length`. */
export function grownLength(length: number): number {
  return length + (length >> 1) + 64;
}
