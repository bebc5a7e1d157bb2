import { readFile, stat } from 'node:fs/promises';
import { posix } from 'node:path';
import type { ParserInput } from './format-parser.ts';
import { unreadable } from './parse-errors.ts';
import { requireZip } from './require-zip.ts';
import { contentMismatch } from './sniff-content.ts';
import { walkXml } from './walk-xml.ts';
import { openZip, readXml } from './zip-archive.ts';
import type { ZipArchive } from './zip-archive.ts';

/**
 * Opens an Office Open XML file. The caller closes the archive.
 *
 * @param mainPart matches the content type of the main part
 * @throws VAL_VALIDATION_FAILED if the file is encrypted or of another type; VAL_FIELD_TOO_LONG (413) if a limit is
 *   exceeded
 */
export async function openOfficeFile(
  { filePath, type, limits }: Pick<ParserInput, 'filePath' | 'type' | 'limits'>,
  mainPart: RegExp,
): Promise<ZipArchive> {
  await requireZip(filePath, type.extension);
  const zip = await openZip(filePath, (await stat(filePath)).size, limits);
  try {
    const contentTypes = zip.has(CONTENT_TYPES) ? await readXml(zip, CONTENT_TYPES) : '';
    if (!mainPart.test(contentTypes)) throw await contentMismatch(await readFile(filePath), type.extension);
    return zip;
  } catch (error) {
    zip.close();
    throw error;
  }
}

const CONTENT_TYPES = '[Content_Types].xml';

/** Reference from one part of an Office Open XML file to another. @see ECMA-376 part 2, section 9.3 */
export interface Relationship {
  /** Last segment of the relationship type, for example `worksheet`. */
  type: string;
  /** Path of the other part in the archive. */
  path: string;
}

/** Returns the relationships of a part by ID. Leaves out references to other files and to missing parts. */
export async function readRelationships(zip: ZipArchive, part: string): Promise<Map<string, Relationship>> {
  const relationships = new Map<string, Relationship>();
  const { dir, base } = posix.parse(part);
  const source = posix.join(dir, '_rels', `${base}.rels`);
  if (!zip.has(source)) return relationships;
  walkXml(await readXml(zip, source), (name, attributes) => {
    const { Id: id, Type: type = '', Target: target } = attributes;
    if (name !== 'relationship' || id === undefined || target === undefined) return;
    if (attributes['TargetMode'] === 'External') return;
    const path = target.startsWith('/') ? target.slice(1) : posix.join(dir, target);
    if (zip.has(path)) relationships.set(id, { type: type.slice(type.lastIndexOf('/') + 1), path });
  });
  return relationships;
}

/** Returns the path of the main part, such as the workbook. @throws VAL_VALIDATION_FAILED if it is missing */
export async function findMainPart(zip: ZipArchive): Promise<string> {
  for (const { type, path } of (await readRelationships(zip, '')).values()) {
    if (type === 'officeDocument') return path;
  }
  throw unreadable('corrupt', 'The main part of the file is missing. Save the file again and upload it.');
}
