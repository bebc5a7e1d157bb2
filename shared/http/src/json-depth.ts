import { MAX_JSON_DEPTH } from './json-guard.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Returns true if the arrays and objects of a JSON text are nested more than {@link MAX_JSON_DEPTH} levels deep. Reads
 * each byte at most once and stops at the first level that is too deep, so a deep text is rejected without being parsed.
 * Ignores brackets in strings. The text can be malformed.
 *
 * @param json JSON text in UTF-8, in which the bytes of brackets and quotes never belong to another character
 */
export function exceedsJsonDepth(json: Uint8Array): boolean {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i];
    if (isInString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) {
      isInString = true;
    } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      if (++depth > MAX_JSON_DEPTH) return true;
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) {
      depth--;
    }
  }
  return false;
}
