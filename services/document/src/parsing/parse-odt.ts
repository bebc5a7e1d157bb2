import { readFile, stat } from 'node:fs/promises';
import { createDocumentBuilder } from './document-builder.ts';
import { documentProperties, readDublinCore } from './document-properties.ts';
import { firstHeading } from './first-heading.ts';
import type { FormatParser } from './format-parser.ts';
import { appendOdt } from './odt-blocks.ts';
import { unreadable } from './parse-errors.ts';
import { requireZip } from './require-zip.ts';
import { contentMismatch } from './sniff-content.ts';
import { walkXml } from './walk-xml.ts';
import { openZip, readXml } from './zip-archive.ts';
import type { ZipArchive } from './zip-archive.ts';

const TEXT_DOCUMENT = 'application/vnd.oasis.opendocument.text';

/** Parses OpenDocument texts, such as those of LibreOffice Writer: headings, paragraphs, lists, tables and notes. */
export const parseOdt: FormatParser = async ({ filePath, type, limits }) => {
  await requireZip(filePath, type.extension);
  const zip = await openZip(filePath, (await stat(filePath)).size, limits);
  try {
    const mediaType = zip.has('mimetype') ? (await zip.read('mimetype')).toString('latin1') : '';
    if (!mediaType.startsWith(TEXT_DOCUMENT)) {
      throw await contentMismatch(await readFile(filePath), type.extension);
    }
    if (await isEncrypted(zip)) {
      throw unreadable(
        'encrypted',
        'The document is password-protected. Remove the password and upload it again.',
      );
    }
    const builder = createDocumentBuilder(limits);
    await appendOdt(builder, zip, 'content.xml');
    const document = builder.finish(type.contentType);
    const properties = zip.has('meta.xml')
      ? readDublinCore(await readXml(zip, 'meta.xml'), 'initial-creator')
      : {};
    return { ...document, ...documentProperties([firstHeading(document)]), ...properties };
  } finally {
    zip.close();
  }
};

/** Returns true if the manifest lists an encrypted entry. @see OpenDocument 1.3 part 2, section 3.4 */
async function isEncrypted(zip: ZipArchive): Promise<boolean> {
  let hasEncryption = false;
  if (zip.has('META-INF/manifest.xml')) {
    walkXml(await readXml(zip, 'META-INF/manifest.xml'), (name) => {
      if (name === 'encryption-data') hasEncryption = true;
    });
  }
  return hasEncryption;
}
