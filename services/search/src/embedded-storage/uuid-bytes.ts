import type { PackedIds } from './packed-ids.ts';

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const HEX_CODES = Buffer.from('0123456789abcdef');
const HYPHEN = '-'.charCodeAt(0);
// By character code: the value of a hexadecimal digit.
const DIGITS = new Uint8Array(128);
for (let value = 0; value < 16; value++) {
  DIGITS[value.toString(16).charCodeAt(0)] = value;
  DIGITS[value.toString(16).toUpperCase().charCodeAt(0)] = value;
}

/** Writes a UUID as its 16 bytes. */
export function writeUuidBytes(target: Uint8Array, offset: number, id: string): void {
  let at = 0;
  for (let i = 0; i < 16; i++) {
    if (i === 4 || i === 6 || i === 8 || i === 10) at++;
    target[offset + i] = DIGITS[id.charCodeAt(at)]! * 16 + DIGITS[id.charCodeAt(at + 1)]!;
    at += 2;
  }
}

/** The UUID in lower case. */
export function readUuid(source: Uint8Array, offset: number): string {
  let id = '';
  for (let i = 0; i < 16; i++) {
    if (i === 4 || i === 6 || i === 8 || i === 10) id += '-';
    id += HEX[source[offset + i]!]!;
  }
  return id;
}

/** The UUIDs of 16 bytes each that lie at these places of 16, packed, in lower case. */
export function readPackedIds(source: Uint8Array, places: ArrayLike<number>): PackedIds {
  const characters = Buffer.alloc(36 * places.length);
  let at = 0;
  for (let i = 0; i < places.length; i++) {
    const start = 16 * places[i]!;
    for (let byte = 0; byte < 16; byte++) {
      if (byte === 4 || byte === 6 || byte === 8 || byte === 10) characters[at++] = HYPHEN;
      characters[at++] = HEX_CODES[source[start + byte]! >> 4]!;
      characters[at++] = HEX_CODES[source[start + byte]! & 15]!;
    }
  }
  return characters.toString('latin1');
}
