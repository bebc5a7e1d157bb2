import { Parser } from 'htmlparser2';
import { decodeText } from './decode-text.ts';
import { createDocumentBuilder } from './document-builder.ts';
import { documentProperties } from './document-properties.ts';
import type { DocumentProperties } from './document-properties.ts';
import type { FormatParser } from './format-parser.ts';
import { appendHtml } from './html-blocks.ts';
import { firstHeading } from './first-heading.ts';

/** Parses the visible text of HTML. */
export const parseHtml: FormatParser = async ({ bytes, type, limits }) => {
  const content = await bytes();
  const { text } = await decodeText(content, type.extension, declaredCharset(content));
  const builder = createDocumentBuilder(limits);
  appendHtml(builder, text);
  const document = builder.finish(type.contentType);
  return { ...document, ...readHtmlProperties(text, firstHeading(document)) };
};

/**
 * Maximum length of the part at the beginning of a page that is searched for its title and authors, in UTF-16
 * code units.
 */
const MAX_HEAD_LENGTH = 262_144;

/** Reads the title and the authors in the head of a page. */
function readHtmlProperties(html: string, heading: string | undefined): DocumentProperties {
  let title: string[] | undefined;
  let isTitleOpen = false;
  const authors: string[] = [];
  const parser = new Parser({
    onopentag(name, { name: property, content }) {
      // The element `title` of an SVG graphic describes the graphic.
      if (name === 'title' && title === undefined) [title, isTitleOpen] = [[], true];
      if (name === 'body' || name === 'svg') title ??= [];
      if (name === 'meta' && property?.toLowerCase() === 'author' && content !== undefined)
        authors.push(content);
    },
    onclosetag(name) {
      if (name === 'title') isTitleOpen = false;
    },
    ontext(data) {
      if (isTitleOpen) title!.push(data);
    },
  });
  parser.write(html.slice(0, MAX_HEAD_LENGTH));
  parser.end();
  return documentProperties([title?.join(''), heading], authors);
}

/** Returns the encoding that the first 1,024 bytes declare, or undefined. @see WHATWG HTML section 4.2.5.4 */
export function declaredCharset(content: Uint8Array): string | undefined {
  const head = new TextDecoder('windows-1252').decode(content.subarray(0, 1024));
  return (
    /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1] ??
    /<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1]
  );
}
