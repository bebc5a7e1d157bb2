import { posix } from 'node:path';
import { stat } from 'node:fs/promises';
import { decodeText } from './decode-text.ts';
import { createDocumentBuilder } from './document-builder.ts';
import { readEpubPackage, readTableOfContents } from './epub-package.ts';
import type { FormatParser } from './format-parser.ts';
import { appendHtml } from './html-blocks.ts';
import { unreadable } from './parse-errors.ts';
import { declaredCharset } from './parse-html.ts';
import { requireZip } from './require-zip.ts';
import { openZip } from './zip-archive.ts';
import type { ZipArchive } from './zip-archive.ts';

/** Parses EPUB 2 and 3. Each spine document is a chapter. Its titles come from the table of contents. */
export const parseEpub: FormatParser = async ({ filePath, type, limits }) => {
  await requireZip(filePath, type.extension);
  const zip = await openZip(filePath, (await stat(filePath)).size, limits);
  try {
    const book = await readEpubPackage(zip);
    const protectedPaths = await encryptedPaths(zip);
    const contents = await readTableOfContents(zip, book);
    const builder = createDocumentBuilder(limits);
    let chapter = 0;
    for (const path of book.spine) {
      if (protectedPaths.has(path)) {
        throw unreadable('encrypted', 'The book is copy-protected. Upload a copy without copy protection.');
      }
      if (!zip.has(path)) continue;
      const content = await zip.read(path);
      if (content.length === 0) continue;
      const { text } = await decodeText(content, '.xhtml', declaredCharset(content));
      chapter++;
      builder.startSection(contents.get(path) ?? []);
      appendHtml(builder, text, { isXhtml: true, position: { chapter } });
    }
    return { ...builder.finish(type.contentType), ...book.properties };
  } finally {
    zip.close();
  }
};

/** Returns the paths of encrypted files. Often, these are only fonts, which the parser does not read. */
async function encryptedPaths(zip: ZipArchive): Promise<Set<string>> {
  if (!zip.has('META-INF/encryption.xml')) return new Set();
  const source = (await zip.read('META-INF/encryption.xml')).toString('utf8');
  const uris = source.matchAll(/<(?:\w+:)?CipherReference\s+URI\s*=\s*["']([^"']+)["']/g);
  return new Set(Array.from(uris, ([, uri]) => posix.normalize(safeDecode(uri!))));
}

function safeDecode(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
