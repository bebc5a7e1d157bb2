import { createDocumentBuilder } from './document-builder.ts';
import { documentProperties } from './document-properties.ts';
import { firstHeading } from './first-heading.ts';
import type { FormatParser } from './format-parser.ts';
import { unreadable } from './parse-errors.ts';
import { appendRtf } from './rtf-blocks.ts';
import { contentMismatch, isRtf } from './sniff-content.ts';

/** Parses Rich Text Format. */
export const parseRtf: FormatParser = async ({ bytes, type, limits }) => {
  const content = await bytes();
  if (content.length === 0) throw unreadable('empty', 'The file is empty. Upload a file with text.');
  if (!isRtf(content)) throw await contentMismatch(content, type.extension);
  const builder = createDocumentBuilder(limits);
  const { title, author } = appendRtf(builder, content);
  const document = builder.finish(type.contentType);
  return { ...document, ...documentProperties([title, firstHeading(document)], [author]) };
};
