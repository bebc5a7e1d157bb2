import { decodeText } from './decode-text.ts';
import type { FormatParser } from './format-parser.ts';
import { linesOf, buildSourceDocument } from './source-blocks.ts';
import type { BlockStart } from './source-blocks.ts';

/** Parses plain text into paragraphs, which are separated by empty lines. */
export const parsePlainText: FormatParser = async ({ bytes, type, limits }) => {
  const { text } = await decodeText(await bytes(), type.extension);
  return buildSourceDocument(text, type.contentType, paragraphStarts(text), limits);
};

/** Returns the start of each paragraph. */
export function paragraphStarts(text: string): BlockStart[] {
  const starts: BlockStart[] = [];
  let isInParagraph = false;
  for (const line of linesOf(text)) {
    const isBlank = text.slice(line.start, line.end).trim() === '';
    if (!isBlank && !isInParagraph) starts.push({ offset: line.start, kind: 'paragraph' });
    isInParagraph = !isBlank;
  }
  return starts;
}
