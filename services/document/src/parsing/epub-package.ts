import { posix } from 'node:path';
import { readDublinCore } from './document-properties.ts';
import type { DocumentProperties } from './document-properties.ts';
import { unreadable } from './parse-errors.ts';
import { walkXml } from './walk-xml.ts';
import { readXml } from './zip-archive.ts';
import type { ZipArchive } from './zip-archive.ts';

/** Package document of an EPUB. */
export interface EpubPackage {
  /** Paths of the content documents in the archive, in reading order. */
  spine: string[];
  /** Table of contents: the navigation document of EPUB 3, or the NCX of EPUB 2. */
  contents: { path: string; kind: 'navigation' | 'ncx' } | undefined;
  properties: DocumentProperties;
}

/**
 * Reads the package document of an EPUB.
 *
 * @throws VAL_VALIDATION_FAILED if the archive is not an EPUB or has no chapters
 * @see EPUB 3.3 section 5; OPF 2.0.1
 */
export async function readEpubPackage(zip: ZipArchive): Promise<EpubPackage> {
  const packagePath = await findPackagePath(zip);
  const documents = new Map<string, string>();
  const spineIds: string[] = [];
  let navigation: string | undefined;
  let ncx: string | undefined;
  const source = await readXml(zip, packagePath);

  walkXml(source, (name, attributes) => {
    const { id = '', href, idref } = attributes;
    if (name === 'item' && href !== undefined) {
      const path = resolvePath(packagePath, href);
      const mediaType = attributes['media-type'] ?? '';
      if (/xhtml|html|x-dtbook/.test(mediaType)) documents.set(id, path);
      if (mediaType === 'application/x-dtbncx+xml') ncx = path;
      if (/\bnav\b/.test(attributes['properties'] ?? '')) navigation = path;
    }
    if (name === 'itemref' && idref !== undefined) spineIds.push(idref);
  });

  const spine = spineIds.flatMap((id) => documents.get(id) ?? []);
  if (spine.length === 0) throw unreadable('corrupt', 'The EPUB lists no chapters. Export the book again.');
  // Duplicates are removed, because a malicious book could list one chapter a million times.
  return {
    spine: [...new Set(spine)],
    contents: contentsOf(zip, navigation, ncx),
    properties: readDublinCore(source),
  };
}

/** Returns the titles in the table of contents, outermost first, by path of the content document. */
export async function readTableOfContents(
  zip: ZipArchive,
  book: EpubPackage,
): Promise<Map<string, string[]>> {
  const titles = new Map<string, string[]>();
  if (!book.contents) return titles;
  const { path, kind } = book.contents;
  const source = await readXml(zip, path);
  const record = (href: string, trail: readonly string[]): void => {
    const target = resolvePath(path, href);
    if (trail.length > 0 && !titles.has(target)) titles.set(target, [...trail]);
  };
  if (kind === 'ncx') readNcx(source, record);
  else readNavigation(source, record);
  return titles;
}

type RecordTitles = (href: string, trail: readonly string[]) => void;

function readNcx(source: string, record: RecordTitles): void {
  const trail: string[] = [];
  let label: string[] | undefined;
  walkXml(
    source,
    (name, attributes) => {
      if (name === 'navpoint') trail.push('');
      if (name === 'text' && trail.length > 0) label = [];
      if (name === 'content' && attributes['src'] !== undefined) record(attributes['src'], trail);
    },
    (name) => {
      if (name === 'text' && label) {
        trail[trail.length - 1] = label.join('');
        label = undefined;
      }
      if (name === 'navpoint') trail.pop();
    },
    (data) => label?.push(data),
  );
}

function readNavigation(source: string, record: RecordTitles): void {
  const trail: string[] = [];
  let isContents = false;
  let link: { href: string; label: string[] } | undefined;
  walkXml(
    source,
    (name, attributes) => {
      if (name === 'nav') isContents = (attributes['epub:type'] ?? 'toc') === 'toc';
      if (!isContents) return;
      if (name === 'li') trail.push('');
      if (name === 'a' && attributes['href'] !== undefined) link = { href: attributes['href'], label: [] };
    },
    (name) => {
      if (name === 'nav') isContents = false;
      if (name === 'a' && link && trail.length > 0) {
        trail[trail.length - 1] = link.label.join('');
        record(link.href, trail);
      }
      if (name === 'a') link = undefined;
      if (name === 'li') trail.pop();
    },
    (data) => link?.label.push(data),
  );
}

async function findPackagePath(zip: ZipArchive): Promise<string> {
  if (!zip.has('META-INF/container.xml')) {
    throw unreadable(
      'content_mismatch',
      'The file is a ZIP archive but not an EPUB. Upload the EPUB itself.',
    );
  }
  let path: string | undefined;
  walkXml(await readXml(zip, 'META-INF/container.xml'), (name, attributes) => {
    if (name === 'rootfile') path ??= attributes['full-path'];
  });
  if (path === undefined)
    throw unreadable('corrupt', 'The EPUB has no package document. Export the book again.');
  return resolvePath('', path);
}

function contentsOf(zip: ZipArchive, navigation: string | undefined, ncx: string | undefined) {
  if (navigation !== undefined && zip.has(navigation))
    return { path: navigation, kind: 'navigation' as const };
  if (ncx !== undefined && zip.has(ncx)) return { path: ncx, kind: 'ncx' as const };
  return undefined;
}

/** Resolves a reference relative to the document that contains it, without the fragment. */
function resolvePath(from: string, href: string): string {
  const [path = ''] = href.split('#');
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // The reference is not percent-encoded.
  }
  return posix.join(posix.dirname(from), decoded);
}
