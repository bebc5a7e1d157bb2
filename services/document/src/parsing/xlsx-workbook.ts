import { readRelationships } from './office-file.ts';
import { walkXml } from './walk-xml.ts';
import { readXml } from './zip-archive.ts';
import type { ZipArchive } from './zip-archive.ts';

export interface Workbook {
  /** Worksheets in the order of their tabs. */
  sheets: { name: string; path: string }[];
  /** True if day 0 is 1904-01-01, as in workbooks of older Macintosh versions. */
  startsIn1904: boolean;
  sharedStringsPath: string | undefined;
  stylesPath: string | undefined;
}

/** Reads the list of worksheets. @see ECMA-376 part 1, section 18.2 */
export async function readWorkbook(zip: ZipArchive, workbookPath: string): Promise<Workbook> {
  const relationships = await readRelationships(zip, workbookPath);
  // Each part is listed once, because a malicious workbook could list one sheet a million times.
  const names = new Map<string, string>();
  let startsIn1904 = false;
  walkXml(await readXml(zip, workbookPath), (name, attributes) => {
    if (name === 'workbookpr') startsIn1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
    if (name !== 'sheet') return;
    const relationship = relationships.get(attributes['r:id'] ?? '');
    if (relationship?.type === 'worksheet' && !names.has(relationship.path)) {
      names.set(relationship.path, attributes['name'] ?? '');
    }
  });
  const pathOf = (type: string): string | undefined =>
    Array.from(relationships.values()).find((relationship) => relationship.type === type)?.path;
  return {
    sheets: Array.from(names, ([path, name]) => ({ path, name })),
    startsIn1904,
    sharedStringsPath: pathOf('sharedStrings'),
    stylesPath: pathOf('styles'),
  };
}
