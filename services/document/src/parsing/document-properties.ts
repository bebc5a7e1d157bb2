import { firstCodePoints } from '@loci/core';
import { walkXml } from './walk-xml.ts';

/** Title and authors of a document, as the file states them. */
export interface DocumentProperties {
  /** Title of the document. Missing if the file states no title. */
  title?: string;
  /** Names of the authors. Missing if the file states no author. */
  authors?: string[];
}

/** Maximum length of a title and of the name of an author, in code points. */
export const MAX_PROPERTY_LENGTH = 300;
/** Maximum number of authors. */
export const MAX_AUTHORS = 20;

/** Matches characters that would reorder or hide the text around a title. */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}\u200b\u2028\u2029\ufeff]+/gu;

/**
 * Creates properties from texts of a file. Removes invisible characters, empty texts and duplicates, and truncates
 * long texts.
 *
 * @param titles titles in order of preference
 * @param authors names of authors, which semicolons can separate
 */
export function documentProperties(
  titles: readonly unknown[],
  authors: readonly unknown[] = [],
): DocumentProperties {
  const title = titles.map(cleanText).find((text) => text !== '');
  const names = authors
    .flatMap((author) => (typeof author === 'string' ? author.slice(0, MAX_LIST_LENGTH).split(';') : []))
    .map(cleanText)
    .filter((name) => name !== '');
  return {
    ...(title !== undefined && { title }),
    ...(names.length > 0 && { authors: [...new Set(names)].slice(0, MAX_AUTHORS) }),
  };
}

const MAX_LIST_LENGTH = 2 * MAX_AUTHORS * MAX_PROPERTY_LENGTH;

function cleanText(text: unknown): string {
  if (typeof text !== 'string') return '';
  const clean = text
    .slice(0, 10 * MAX_PROPERTY_LENGTH)
    .toWellFormed()
    .replace(INVISIBLE, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return firstCodePoints(clean, MAX_PROPERTY_LENGTH).trimEnd();
}

/**
 * Reads the first `title` and all creator elements of Dublin Core metadata in EPUB and office files.
 *
 * @param creatorElement name of the element with an author
 */
export function readDublinCore(xml: string, creatorElement = 'creator'): DocumentProperties {
  const titles: string[] = [];
  const creators: string[] = [];
  let open: { list: string[]; parts: string[] } | undefined;
  walkXml(
    xml,
    (name) => {
      if (name === 'title') open = { list: titles, parts: [] };
      else if (name === creatorElement) open = { list: creators, parts: [] };
    },
    (name) => {
      if (open && (name === 'title' || name === creatorElement)) {
        if (open.list.length < MAX_AUTHORS) open.list.push(open.parts.join(''));
        open = undefined;
      }
    },
    (data) => open?.parts.push(data),
  );
  return documentProperties(titles, creators);
}
