import { randomFillSync } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for a well-formed UUID of any version, including the nil and max UUIDs. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const random = new Uint8Array(8 * 512);
let randomOffset = random.length;
let lastMs = 0;
let counter = 0;

/**
 * Returns a new UUIDv7. The ids of a process increase strictly, even within a millisecond and if the clock moves backward:
 * the 12 bits after the version are a counter that carries into the timestamp.
 *
 * @param nowMs current Unix time in milliseconds
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-6.2 (method 1)
 */
export function newId(nowMs: number = Date.now()): string {
  if (nowMs > lastMs) {
    lastMs = nowMs;
    counter = 0;
  } else if (++counter > 0xfff) {
    lastMs += 1;
    counter = 0;
  }
  if (randomOffset >= random.length) {
    randomFillSync(random);
    randomOffset = 0;
  }
  const r = random.subarray(randomOffset, (randomOffset += 8));
  const time = lastMs.toString(16).padStart(12, '0');
  const sequence = counter.toString(16).padStart(3, '0');
  const variant = hex[(r[0]! & 0x3f) | 0x80]! + hex[r[1]!]!;
  const node = hex[r[2]!]! + hex[r[3]!]! + hex[r[4]!]! + hex[r[5]!]! + hex[r[6]!]! + hex[r[7]!]!;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-${variant}-${node}`;
}
