// Layout of a Markdown bundle, which `writeMarkdown` writes and `readMarkdown` reads.

/** File that marks the folder of a bundle. */
export const BUNDLE_FILE = '.loci-export.json';
/** Subfolders of a bundle. */
export const MEMORIES = 'memories';
export const DOCUMENTS = 'documents';
export const ARTIFACTS = 'artifacts';
/** Text between the content of a memory and its wiki links. */
export const RELATIONS = '\n## Relations\n\n';

/** Path of the original file of a document, next to the JSON file with its name and metadata. */
export const documentPath = (id: string, filename: string): string =>
  `${DOCUMENTS}/${fileSafe(id)}/${fileSafe(filename)}`;

/** Removes characters that file systems or wiki links do not allow, and dots at the start. */
export function fileSafe(name: string): string {
  // eslint-disable-next-line no-control-regex -- file names must not contain control characters
  const safe = name.replace(/[\\/:*?"<>|#^[\]\u0000-\u001f]/g, ' ').replace(/\s+/g, ' ');
  return safe.replace(/^[. ]+|[. …]+$/g, '') || 'untitled';
}
