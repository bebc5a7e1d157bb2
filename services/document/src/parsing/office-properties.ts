import { readDublinCore } from './document-properties.ts';
import type { DocumentProperties } from './document-properties.ts';
import { readXml } from './zip-archive.ts';
import type { ZipArchive } from './zip-archive.ts';

const CORE_PROPERTIES = 'docProps/core.xml';

/** Reads the title and the authors of an Office Open XML file. @see ECMA-376 part 2, section 11 */
export const readOfficeProperties = async (zip: ZipArchive): Promise<DocumentProperties> =>
  zip.has(CORE_PROPERTIES) ? readDublinCore(await readXml(zip, CORE_PROPERTIES)) : {};
