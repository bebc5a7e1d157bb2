import { createScanner, parse, printParseErrorCode } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import { decodeText } from './decode-text.ts';
import type { FormatParser } from './format-parser.ts';
import { unreadable } from './parse-errors.ts';
import { sectionName } from './section-path.ts';
import { buildSourceDocument } from './source-blocks.ts';
import type { BlockStart } from './source-blocks.ts';

/**
 * Parses JSON. Allows comments and trailing commas, which some configuration files contain. Keeps the source
 * as the text, but decodes `\u` escapes of non-ASCII characters, so that words can be searched.
 */
export const parseJson: FormatParser = async ({ bytes, type, limits }) => {
  const { text: source } = await decodeText(await bytes(), type.extension);
  assertValidJson(source);
  const text = decodeEscapes(source);
  return buildSourceDocument(text, type.contentType, jsonStarts(text), limits);
};

function assertValidJson(source: string): void {
  try {
    JSON.parse(source);
  } catch (strictError) {
    const errors: ParseError[] = [];
    parse(source, errors, { allowTrailingComma: true });
    const [first] = errors;
    if (!first) return;
    const line = source.slice(0, first.offset).split(/\r\n?|\n/).length;
    throw unreadable(
      'corrupt',
      `The file is not valid JSON: ${printParseErrorCode(first.error)} in line ${line}. Correct it, or upload it as .txt.`,
      strictError,
    );
  }
}

/**
 * Minimum length of a block of array elements, in UTF-16 code units. Limits the number of blocks of a long
 * array.
 */
const MIN_ELEMENT_LENGTH = 100;

/** Returns a block for each entry of the outermost object or array. The section of an entry is its key. */
export function jsonStarts(text: string): BlockStart[] {
  const starts: BlockStart[] = [{ offset: 0, kind: 'code' }];
  const scanner = createScanner(text, true);
  let depth = 0;
  let isEntryStart = false;
  let isArray = false;
  for (let token = scanner.scan(); token !== END_OF_FILE; token = scanner.scan()) {
    if (depth === 1 && isEntryStart && token !== CLOSE_BRACE && token !== CLOSE_BRACKET) {
      const offset = scanner.getTokenOffset();
      const section = isArray ? undefined : sectionName([scanner.getTokenValue()]);
      if (!isArray || offset - starts.at(-1)!.offset >= MIN_ELEMENT_LENGTH) {
        starts.push({ offset, kind: 'code', section });
      }
    }
    isEntryStart = false;
    if (token === OPEN_BRACE || token === OPEN_BRACKET) {
      depth++;
      isEntryStart = depth === 1;
      if (depth === 1) isArray = token === OPEN_BRACKET;
    } else if (token === CLOSE_BRACE || token === CLOSE_BRACKET) {
      depth--;
    } else if (token === COMMA) {
      isEntryStart = depth === 1;
    }
  }
  return starts;
}

// `jsonc-parser` declares its token kinds as a `const enum`, which Node.js type stripping does not support.
const OPEN_BRACE = 1;
const CLOSE_BRACE = 2;
const OPEN_BRACKET = 3;
const CLOSE_BRACKET = 4;
const COMMA = 5;
const END_OF_FILE = 17;

const NON_ASCII = /^[\u00a0-\uffff]+$/;

/** Decodes escapes of non-ASCII characters. Keeps those of ASCII characters, which the JSON syntax needs. */
function decodeEscapes(source: string): string {
  return source.replace(/(?:\\u[0-9a-fA-F]{4})+|\\[^u]/g, (escapes) => {
    const units = escapes.split('\\u').slice(1);
    const text = units.map((hex) => String.fromCharCode(parseInt(hex, 16))).join('');
    return NON_ASCII.test(text) && text.isWellFormed() ? text : escapes;
  });
}
