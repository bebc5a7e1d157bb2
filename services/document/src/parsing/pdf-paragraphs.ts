import type { DocumentBuilder } from './document-builder.ts';
import type { OutlineEntry } from './pdf-outline.ts';
import type { PageLine } from './pdf-page.ts';
import { sectionName } from './section-path.ts';

/** Data of the page and the document that affects the paragraphs of a page. */
export interface PageContext {
  page: number;
  outline: readonly OutlineEntry[];
  /** Font size of most of the text, in points. */
  bodySize: number;
}

const HEADING_RATIO = 1.15;
const MAX_HEADING_LENGTH = 200;
const BULLET = /^\s*[•‣▪●◦⁃∙·–—]\s/u;

/** Appends the blocks of a page: lines joined to paragraphs, headings, and code with its line ends. */
export function appendPage(builder: DocumentBuilder, lines: readonly PageLine[], context: PageContext): void {
  let paragraph: PageLine[] = [];

  function flush(): void {
    const [first] = paragraph;
    if (!first) return;
    const section = sectionAt(context, first);
    const position = { page: context.page, ...(context.outline.length > 0 && { section: section ?? null }) };
    const text = joinLines(paragraph);
    if (first.isMonospaced) {
      builder.add('code', paragraph.map((line) => line.text).join('\n'), position);
    } else if (isHeading(first, context.bodySize) && text.length <= MAX_HEADING_LENGTH) {
      builder.add('heading', text, { ...position, level: headingLevel(first, context.bodySize) });
    } else {
      builder.add('paragraph', text, position);
    }
    paragraph = [];
  }

  for (const line of lines) {
    const previous = paragraph.at(-1);
    if (previous && startsParagraph(previous, line, context)) flush();
    paragraph.push(line);
  }
  flush();
}

/** Returns the font size of most characters of the document, in points. */
export function bodyFontSize(pages: readonly PageLine[][]): number {
  const charactersBySize = new Map<number, number>();
  for (const line of pages.flat()) {
    const size = Math.round(line.size * 2) / 2;
    charactersBySize.set(size, (charactersBySize.get(size) ?? 0) + line.text.length);
  }
  let body = 0;
  let most = 0;
  for (const [size, characters] of charactersBySize) {
    if (characters > most) [body, most] = [size, characters];
  }
  return body;
}

function startsParagraph(previous: PageLine, line: PageLine, context: PageContext): boolean {
  if (line.isMonospaced !== previous.isMonospaced || BULLET.test(line.text)) return true;
  if (Math.abs(line.size - previous.size) > 0.1 * previous.size) return true;
  const distance = previous.y - line.y;
  const isNextColumn = distance < -0.5 * line.size;
  if (isNextColumn || distance > 1.7 * line.size)
    return !endsWithinSentence(previous.text) || distance > 3 * line.size;
  return sectionAt(context, previous) !== sectionAt(context, line);
}

/** Returns true if the line ends within a sentence, which then continues in the next column. */
function endsWithinSentence(text: string): boolean {
  return /[\p{Ll},-]$/u.test(text) && text.length > 20;
}

function isHeading(line: PageLine, bodySize: number): boolean {
  return bodySize > 0 && line.size >= HEADING_RATIO * bodySize && /\p{L}/u.test(line.text);
}

function headingLevel(line: PageLine, bodySize: number): number {
  const ratio = line.size / bodySize;
  if (ratio >= 1.8) return 1;
  return ratio >= 1.4 ? 2 : 3;
}

function joinLines(lines: readonly PageLine[]): string {
  let text = '';
  for (const line of lines) {
    const next = line.text.trim();
    if (text === '') text = next;
    else if (isHyphenated(text, next)) text = text.slice(0, -1) + next;
    else text += (joinsWithoutSpace(text, next) ? '' : ' ') + next;
  }
  return text;
}

function isHyphenated(text: string, next: string): boolean {
  return /\p{Ll}[-\u00ad\u2010]$/u.test(text.slice(-3)) && /^\p{Ll}/u.test(next);
}

const SCRIPT_WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

function joinsWithoutSpace(text: string, next: string): boolean {
  const [first = ''] = next;
  return SCRIPT_WITHOUT_SPACES.test(text.slice(-1)) && SCRIPT_WITHOUT_SPACES.test(first);
}

/** Returns the section of the last bookmark at or above the line. Bookmarks point slightly above their heading. */
function sectionAt(context: PageContext, line: PageLine): string | undefined {
  let low = 0;
  let high = context.outline.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = context.outline[middle]!;
    const isBefore = entry.page < context.page || (entry.page === context.page && entry.top >= line.y);
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  const entry = context.outline[low - 1];
  return entry && sectionName(entry.titles);
}
