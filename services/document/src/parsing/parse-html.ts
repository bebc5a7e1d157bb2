import { decodeText } from './decode-text.ts';
import { createDocumentBuilder } from './document-builder.ts';
import type { FormatParser } from './format-parser.ts';
import { appendHtml } from './html-blocks.ts';

/** Parses the visible text of HTML. */
export const parseHtml: FormatParser = async ({ bytes, type, limits }) => {
  const content = await bytes();
  const { text } = await decodeText(content, type.extension, declaredCharset(content));
  const builder = createDocumentBuilder(limits);
  appendHtml(builder, text);
  return builder.finish(type.contentType);
};

/** Returns the encoding that the first 1,024 bytes declare, or undefined. @see WHATWG HTML section 4.2.5.4 */
export function declaredCharset(content: Uint8Array): string | undefined {
  const head = new TextDecoder('windows-1252').decode(content.subarray(0, 1024));
  return (
    /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1] ??
    /<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1]
  );
}
