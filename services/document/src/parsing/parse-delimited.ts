import { decodeText } from './decode-text.ts';
import type { FormatParser } from './format-parser.ts';
import { linesOf, buildSourceDocument } from './source-blocks.ts';
import type { BlockStart } from './source-blocks.ts';

/** Parses CSV and TSV. Keeps the source as the text. Each row is a block. */
export const parseDelimited: FormatParser = async ({ bytes, type, limits }) => {
  const { text } = await decodeText(await bytes(), type.extension);
  return buildSourceDocument(text, type.contentType, rowStarts(text), limits);
};

/** Returns the start of each row. A line end within quotation marks does not end a row. */
export function rowStarts(text: string): BlockStart[] {
  const starts: BlockStart[] = [];
  let isQuoted = false;
  for (const { start, end } of linesOf(text)) {
    if (!isQuoted) starts.push({ offset: start, kind: 'table' });
    const quotes = text.slice(start, end).split('"').length - 1;
    if (quotes % 2 === 1) isQuoted = !isQuoted;
  }
  return starts;
}
