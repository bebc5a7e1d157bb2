import { unreadable } from './parse-errors.ts';
import { contentMismatch, isPdfOrRtf } from './sniff-content.ts';

export interface DecodedText {
  /** Well-formed text without a byte order mark or NUL characters. Line ends are unchanged. */
  text: string;
  /** Name of the encoding for `TextDecoder`. */
  encoding: string;
}

/** Maximum number of bytes that are examined to detect the encoding. */
const DETECTION_BYTES = 262_144;

/**
 * Decodes text in an unknown encoding. Tries, in this order: the byte order mark, valid UTF-8, UTF-16 by its pattern of
 * NUL bytes, UTF-8 with few invalid bytes, the declared encoding, and the most likely legacy encodings.
 *
 * @param declared encoding that the file declares, for example in an HTML meta element
 * @throws VAL_VALIDATION_FAILED for an empty file and for bytes that are not text
 * @see https://encoding.spec.whatwg.org/
 */
export async function decodeText(
  bytes: Uint8Array,
  extension: string,
  declared?: string,
): Promise<DecodedText> {
  if (bytes.length === 0) throw unreadable('empty', 'The file is empty. Upload a file with text.');
  if (isPdfOrRtf(bytes)) throw await contentMismatch(bytes, extension);
  const decoded = await decode(bytes, declared);
  if (!decoded || isBinary(decoded.text)) throw await contentMismatch(bytes, extension);
  return decoded;
}

async function decode(bytes: Uint8Array, declared: string | undefined): Promise<DecodedText | undefined> {
  const encodingOfMark = byteOrderMark(bytes);
  if (encodingOfMark)
    return { text: new TextDecoder(encodingOfMark).decode(bytes).toWellFormed(), encoding: encodingOfMark };

  const isIso2022 = indexOfIso2022Escape(bytes) >= 0;
  const utf8 = isIso2022 ? undefined : decodeStrictly(bytes, 'utf-8');
  if (utf8 !== undefined && !utf8.includes('\u0000')) return { text: utf8, encoding: 'utf-8' };
  const utf16 = utf16WithoutMark(bytes);
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes).toWellFormed(), encoding: utf16 };
  if (bytes.includes(0)) return undefined;

  const damaged = utf8WithFewErrors(bytes);
  if (damaged !== undefined) return { text: damaged, encoding: 'utf-8' };
  for (const encoding of [declared, ...(await likelyEncodings(bytes))]) {
    const text = encoding === undefined ? undefined : decodeStrictly(bytes, encoding);
    if (text !== undefined) return { text, encoding: new TextDecoder(encoding).encoding };
  }
  return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Detects UTF-16 in Western alphabets. Nearly all NUL bytes of such a text are at even offsets, or nearly all
 * are at odd offsets.
 */
function utf16WithoutMark(bytes: Uint8Array): string | undefined {
  if (bytes.length % 2 !== 0) return undefined;
  const sample = bytes.subarray(0, DETECTION_BYTES);
  let even = 0;
  let odd = 0;
  for (let i = 0; i < sample.length; i++) {
    if (sample[i] === 0) {
      if (i % 2 === 0) even++;
      else odd++;
    }
  }
  const many = 0.2 * sample.length;
  const few = 0.01 * sample.length;
  if (odd > many && even <= few) return 'utf-16le';
  if (even > many && odd <= few) return 'utf-16be';
  return undefined;
}

/** Decodes UTF-8 with few invalid bytes. Text in other encodings rarely has so many valid UTF-8 sequences. */
function utf8WithFewErrors(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder('utf-8').decode(bytes);
  let invalid = 0;
  let valid = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0xfffd) invalid++;
    else if (unit >= 0x80) valid++;
  }
  return valid > 0 && invalid * 10 <= valid ? text : undefined;
}

const LATIN_ENCODING = /^(?:ISO-8859-(?:1|2|9)|windows-125[024])$/;
const HIGH_CONFIDENCE = 50;

/**
 * Returns the most likely encodings that `TextDecoder` supports, best first. If non-ASCII letters are
 * isolated, the alphabet is probably Latin. Other encodings then need a high confidence, because `chardet`
 * detects single umlauts as Hebrew.
 */
async function likelyEncodings(bytes: Uint8Array): Promise<string[]> {
  const { analyse } = await import('chardet');
  const sample = sampleAroundNonAscii(bytes);
  const isLatin = meanNonAsciiRunLength(sample) <= 2;
  return analyse(sample)
    .filter(({ name, confidence }) => !isLatin || LATIN_ENCODING.test(name) || confidence >= HIGH_CONFIDENCE)
    .map(({ name }) => name)
    .filter(isKnownEncoding);
}

function isKnownEncoding(name: string): boolean {
  try {
    return new TextDecoder(name) instanceof TextDecoder;
  } catch {
    return false;
  }
}

function meanNonAsciiRunLength(sample: Uint8Array): number {
  let bytes = 0;
  let runs = 0;
  for (let i = 0; i < sample.length; i++) {
    if (sample[i]! < 0x80) continue;
    bytes++;
    if (i === 0 || sample[i - 1]! < 0x80) runs++;
  }
  return bytes / (runs || 1);
}

/** Returns the bytes around the first non-ASCII byte. ASCII text does not indicate the encoding. */
function sampleAroundNonAscii(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte >= 0x80 || byte === 0x1b);
  const start = Math.max(0, first - 1024);
  return bytes.subarray(start, start + DETECTION_BYTES);
}

/** Returns the offset of an ISO 2022 escape sequence, or -1. ISO 2022 text is also valid UTF-8. */
function indexOfIso2022Escape(bytes: Uint8Array): number {
  for (let i = bytes.indexOf(0x1b); i >= 0; i = bytes.indexOf(0x1b, i + 1)) {
    if (bytes[i + 1] === 0x24 && (bytes[i + 2] === 0x40 || bytes[i + 2] === 0x42)) return i;
  }
  return -1;
}

/** Detects binary data by its control characters. Allows tabs, line ends, form feeds and terminal escapes. */
function isBinary(text: string): boolean {
  let controls = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0) return true;
    if (unit < 32 && !(unit >= 8 && unit <= 13) && unit !== 27) controls++;
  }
  return controls > 0 && controls > text.length / 200;
}
