import { createXmlParser } from './walk-xml.ts';
import type { XmlHandlers } from './walk-xml.ts';
import { xmlEncoding } from './zip-archive.ts';
import type { ZipArchive } from './zip-archive.ts';

/** Unpacks and parses an XML entry at the same time, so that large entries are never in memory as a whole. */
export async function walkZipXml(zip: ZipArchive, path: string, handlers: XmlHandlers): Promise<void> {
  const parser = createXmlParser(handlers);
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  await zip.readParts(path, (part) => {
    decoder ??= new TextDecoder(xmlEncoding(part));
    parser.write(decoder.decode(part, { stream: true }));
  });
  parser.end();
}
