/**
 * Returns the number of UTF-8 bytes of `JSON.stringify(value)`, without creating that text.
 *
 * @param value plain JSON data: no cycles, no `toJSON`, no boxed primitives
 */
export function jsonByteLength(value: unknown): number {
  let bytes = 0;
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string') {
      bytes += stringByteLength(next);
    } else if (typeof next !== 'object' || next === null) {
      bytes += String(JSON.stringify(next) ?? 'null').length;
    } else if (Array.isArray(next)) {
      bytes += 2 + Math.max(0, next.length - 1);
      for (const entry of next) pending.push(entry);
    } else {
      let entries = 0;
      for (const [key, child] of Object.entries(next)) {
        if (child === undefined) continue;
        entries++;
        bytes += stringByteLength(key) + 1;
        pending.push(child);
      }
      bytes += 2 + Math.max(0, entries - 1);
    }
  }
  return bytes;
}

/** Maximum bytes of a number, a boolean or null in JSON, for example `-1.2345678901234567e-300`. */
const MAX_SCALAR_BYTES = 24;
/** Maximum bytes of a UTF-16 code unit in JSON: a `\\uXXXX` escape. */
const MAX_CODE_UNIT_BYTES = 6;

/**
 * Returns an upper bound of {@link jsonByteLength}, in about a tenth of the time. The bound is at most about
 * six times the size of texts.
 *
 * @param value plain JSON data, as for `jsonByteLength`, that is not nested too deeply for recursion
 */
export function maxJsonByteLength(value: unknown): number {
  if (typeof value === 'string') return 2 + MAX_CODE_UNIT_BYTES * value.length;
  if (typeof value !== 'object' || value === null) return MAX_SCALAR_BYTES;
  let bytes = 2;
  if (Array.isArray(value)) {
    for (const entry of value) bytes += maxJsonByteLength(entry) + 1;
    return bytes;
  }
  // The quotes, the colon and the comma of an entry have 4 bytes.
  for (const key in value)
    bytes +=
      MAX_CODE_UNIT_BYTES * key.length + 4 + maxJsonByteLength((value as Record<string, unknown>)[key]);
  return bytes;
}

// eslint-disable-next-line no-control-regex -- JSON escapes control characters
const NEEDS_COUNTING = /["\\\u0000-\u001f\ud800-\udfff]/;

/**
 * Returns the number of bytes of a string as JSON, with its quotes. A short escape has two bytes, and a
 * `\uXXXX` escape has six bytes.
 */
function stringByteLength(text: string): number {
  // `Buffer.byteLength` is about twice as fast as the loop, and most long texts need no escapes.
  if (!NEEDS_COUNTING.test(text)) return 2 + Buffer.byteLength(text);
  let bytes = 2;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0x22 || unit === 0x5c) bytes += 2;
    else if (unit < 0x20) bytes += unit >= 0x08 && unit <= 0x0d && unit !== 0x0b ? 2 : 6;
    else if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit < 0xd800 || unit > 0xdfff) bytes += 3;
    else if (unit < 0xdc00 && isLowSurrogate(text.charCodeAt(index + 1))) {
      bytes += 4;
      index++;
    } else bytes += 6;
  }
  return bytes;
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
