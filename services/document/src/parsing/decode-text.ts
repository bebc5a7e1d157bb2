import { unreadable } from './parse-errors.ts';
import { contentMismatch, isPdfOrRtf } from './sniff-content.ts';

export interface DecodedText {
  /** Without a byte order mark; well-formed and free of NUL characters. Line ends are as they were. */
  text: string;
  /** The name that `TextDecoder` knows the encoding by. */
  encoding: string;
}

const DETECTION_BYTES = 262_144;

/**
 * Text from bytes of an unknown encoding: byte order mark, then UTF-8 if it is valid, then UTF-16 by
 * its pattern of NULs, then what the file declares, then the most likely legacy encoding.
 *
 * @param declared an encoding that the file itself names, e.g. in an HTML meta element
 * @throws VAL_VALIDATION_FAILED for an empty file and for bytes that are not text
 * @see WHATWG Encoding for the names and the byte order marks
 */
export async function decodeText(
  bytes: Uint8Array,
  extension: string,
  declared?: string,
): Promise<DecodedText> {
  if (bytes.length === 0) throw unreadable('empty', 'The file is empty. Upload a file with text in it.');
  if (isPdfOrRtf(bytes)) throw await contentMismatch(bytes, extension);
  const decoded = await decode(bytes, declared);
  if (!decoded || holdsBinary(decoded.text)) throw await contentMismatch(bytes, extension);
  return decoded;
}

async function decode(bytes: Uint8Array, declared: string | undefined): Promise<DecodedText | undefined> {
  const marked = byteOrderMark(bytes);
  if (marked) return { text: new TextDecoder(marked).decode(bytes).toWellFormed(), encoding: marked };

  const isSevenBitEncoding = indexOfEscape(bytes) >= 0;
  const utf8 = isSevenBitEncoding ? undefined : decodeStrictly(bytes, 'utf-8');
  if (utf8 !== undefined && !utf8.includes('\u0000')) return { text: utf8, encoding: 'utf-8' };
  const utf16 = unmarkedUtf16(bytes);
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

/** In UTF-16 of any alphabet of the West, every second byte is NUL and hardly any of the others. */
function unmarkedUtf16(bytes: Uint8Array): string | undefined {
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

/** A broken byte among many whole characters is damage; no other encoding makes valid UTF-8 that often. */
function utf8WithFewErrors(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder('utf-8').decode(bytes);
  let broken = 0;
  let whole = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0xfffd) broken++;
    else if (unit >= 0x80) whole++;
  }
  return whole > 0 && broken * 10 <= whole ? text : undefined;
}

const LATIN = /^(?:ISO-8859-(?:1|2|9)|windows-125[024])$/;
const SURE_CONFIDENCE = 50;

/**
 * Best first, and only those that the decoder of this runtime knows. Where the letters above ASCII stand
 * alone, the alphabet is Latin: the detector takes a single umlaut for Hebrew.
 */
async function likelyEncodings(bytes: Uint8Array): Promise<string[]> {
  const { analyse } = await import('chardet');
  const sample = sampleAroundHighBytes(bytes);
  const isLatin = meanRunOfHighBytes(sample) <= 2;
  return analyse(sample)
    .filter(({ name, confidence }) => !isLatin || LATIN.test(name) || confidence >= SURE_CONFIDENCE)
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

function meanRunOfHighBytes(sample: Uint8Array): number {
  let bytes = 0;
  let runs = 0;
  for (let i = 0; i < sample.length; i++) {
    if (sample[i]! < 0x80) continue;
    bytes++;
    if (i === 0 || sample[i - 1]! < 0x80) runs++;
  }
  return bytes / (runs || 1);
}

/** A long English preamble says nothing; what tells is around the first byte above ASCII. */
function sampleAroundHighBytes(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte >= 0x80 || byte === 0x1b);
  const start = Math.max(0, first - 1024);
  return bytes.subarray(start, start + DETECTION_BYTES);
}

/** ISO 2022 switches alphabets by escape sequences of 7 bits, which would pass as UTF-8. */
function indexOfEscape(bytes: Uint8Array): number {
  for (let i = bytes.indexOf(0x1b); i >= 0; i = bytes.indexOf(0x1b, i + 1)) {
    if (bytes[i + 1] === 0x24 && (bytes[i + 2] === 0x40 || bytes[i + 2] === 0x42)) return i;
  }
  return -1;
}

/** Tabs, line ends, form feeds and the escapes of terminal logs are text; other controls are not. */
function holdsBinary(text: string): boolean {
  let controls = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0) return true;
    if (unit < 32 && !(unit >= 8 && unit <= 13) && unit !== 27) controls++;
  }
  return controls > 0 && controls > text.length / 200;
}
