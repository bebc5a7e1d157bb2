/** Part of an RTF file. A control symbol is a control word of one character. */
export type RtfToken =
  | { kind: 'open' }
  | { kind: 'close' }
  | { kind: 'word'; name: string; parameter: number | undefined }
  | { kind: 'byte'; byte: number };

const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a));
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Maximum number of letters of a control word, and of digits of its parameter. */
const MAX_WORD_LENGTH = 32;

/**
 * Yields the tokens of an RTF file. Skips binary data. A hexadecimal escape is the same token as a literal byte.
 *
 * @see RTF 1.9.1, section "RTF Syntax"
 */
export function* rtfTokens(bytes: Uint8Array): Generator<RtfToken> {
  let offset = 0;
  while (offset < bytes.length) {
    const byte = bytes[offset++]!;
    if (byte === OPEN) yield { kind: 'open' };
    else if (byte === CLOSE) yield { kind: 'close' };
    else if (byte === 0x0a || byte === 0x0d || byte === 0) continue;
    else if (byte !== BACKSLASH) yield { kind: 'byte', byte };
    else if (isLetter(bytes[offset])) {
      const word = readWord(bytes, offset);
      offset = word.end;
      if (word.name === 'bin') offset += Math.max(word.parameter ?? 0, 0);
      else yield { kind: 'word', name: word.name, parameter: word.parameter };
    } else {
      const symbol = String.fromCharCode(bytes[offset++] ?? 0x20);
      if (symbol === "'") {
        const hex = parseInt(String.fromCharCode(bytes[offset] ?? 0, bytes[offset + 1] ?? 0), 16);
        offset += 2;
        if (!Number.isNaN(hex)) yield { kind: 'byte', byte: hex };
      } else if (symbol === '\\' || symbol === '{' || symbol === '}') {
        yield { kind: 'byte', byte: symbol.charCodeAt(0) };
      } else {
        // A line end after a backslash is a paragraph.
        yield { kind: 'word', name: /[\r\n]/.test(symbol) ? 'par' : symbol, parameter: undefined };
      }
    }
  }
}

function readWord(bytes: Uint8Array, start: number) {
  let end = start;
  while (end - start < MAX_WORD_LENGTH && isLetter(bytes[end])) end++;
  const name = String.fromCharCode(...bytes.subarray(start, end));
  const numberStart = end;
  if (bytes[end] === 0x2d) end++;
  while (end - numberStart < MAX_WORD_LENGTH && isDigit(bytes[end])) end++;
  const digits = String.fromCharCode(...bytes.subarray(numberStart, end));
  // A space ends the control word and is not part of the text.
  if (bytes[end] === 0x20) end++;
  return { name, parameter: /\d/.test(digits) ? Number(digits) : undefined, end };
}
