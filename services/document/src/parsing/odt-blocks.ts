import type { DocumentBuilder } from './document-builder.ts';
import type { BlockKind } from './parsed-document.ts';
import { joinCells, MAX_EMPTY_CELLS } from './table-row.ts';
import { walkZipXml } from './walk-zip-xml.ts';
import type { ZipArchive } from './zip-archive.ts';

/** Elements whose content is not part of the text: deleted text, comments, numbers of notes, and tables of contents. */
const IGNORED_ELEMENTS = new Set([
  'tracked-changes',
  'annotation',
  'note-citation',
  'table-of-content',
  'forms',
  'ruby-text',
]);
/** Elements whose `title` is a field with visible text. The title of a drawing is an invisible description. */
const TEXT_ELEMENTS = new Set(['p', 'h', 'span', 'a']);
/** Unicode LINE SEPARATOR. Represents a line break, to distinguish it from line ends of the source. */
const LINE_BREAK = '\u2028';

interface Paragraph {
  kind: BlockKind;
  level: number | undefined;
  parts: string[];
}

/**
 * Appends the text of an OpenDocument text: headings, paragraphs, list items and table rows. Notes and text boxes
 * follow the paragraph that contains them.
 *
 * @see OpenDocument 1.3 part 3, sections 5 to 9
 */
export async function appendOdt(builder: DocumentBuilder, zip: ZipArchive, path: string): Promise<void> {
  const titleStyles = new Set(['Title']);
  /** Open elements, because paragraphs contain notes and text boxes, which contain paragraphs. */
  const elements: string[] = [];
  const open: Paragraph[] = [];
  let inner: Paragraph[] = [];
  let ignoredAt: number | undefined;
  let listDepth = 0;
  let tableDepth = 0;
  let cells: string[] = [];

  function add({ kind, level, parts }: Paragraph): void {
    builder.add(kind, collapse(parts.join('')), { level });
  }

  function closeParagraph(): void {
    const paragraph = open.pop();
    if (!paragraph) return;
    if (tableDepth > 0) {
      const text = collapse(paragraph.parts.join('')).replaceAll('\n', ' ').trim();
      const previous = cells.pop() ?? '';
      cells.push(previous === '' || text === '' ? previous + text : `${previous} ${text}`);
    } else if (open.length > 0) {
      inner.push(paragraph);
    } else {
      add(paragraph);
      for (const nested of inner) add(nested);
      inner = [];
    }
  }

  function openElement(name: string, attributes: { [name: string]: string }): void {
    if (name === 'style' && titleStyles.has(attributes['style:parent-style-name'] ?? '')) {
      titleStyles.add(attributes['style:name'] ?? '');
    }
    if (name === 'list') listDepth++;
    if (name === 'table-row' && ++tableDepth === 1) cells = [];
    if (name === 'table-cell' && tableDepth === 1) cells.push('');
    if (name === 'covered-table-cell' && tableDepth === 1) {
      const count = Number(attributes['table:number-columns-repeated'] ?? 1);
      for (let i = 0; i < Math.min(count, MAX_EMPTY_CELLS); i++) cells.push('');
    }
    if (name === 'h' || name === 'p') open.push(paragraphOf(name, attributes));
    const parts = open.at(-1)?.parts;
    if (name === 's' || name === 'tab') parts?.push(' ');
    if (name === 'line-break') parts?.push(LINE_BREAK);
  }

  function paragraphOf(name: 'h' | 'p', attributes: { [name: string]: string }): Paragraph {
    if (name === 'h') {
      const level = Number(attributes['text:outline-level'] ?? 1);
      return { kind: 'heading', level: level >= 1 && level <= 10 ? Math.floor(level) : 1, parts: [] };
    }
    if (titleStyles.has(attributes['text:style-name'] ?? '')) return { kind: 'heading', level: 1, parts: [] };
    return { kind: listDepth > 0 ? 'list' : 'paragraph', level: undefined, parts: [] };
  }

  await walkZipXml(zip, path, {
    onOpen(name, attributes) {
      const isDescription =
        (name === 'title' || name === 'desc') && !TEXT_ELEMENTS.has(elements.at(-1) ?? '');
      elements.push(name);
      if (ignoredAt !== undefined) return;
      if (IGNORED_ELEMENTS.has(name) || isDescription) ignoredAt = elements.length;
      else openElement(name, attributes);
    },
    onClose(name) {
      const depth = elements.length;
      elements.pop();
      if (ignoredAt !== undefined) {
        if (depth === ignoredAt) ignoredAt = undefined;
        return;
      }
      if (name === 'list') listDepth--;
      if (name === 'h' || name === 'p') closeParagraph();
      if (name === 'table-row' && --tableDepth === 0 && cells.some((cell) => cell !== '')) {
        builder.add('table', joinCells(cells));
      }
    },
    onText(data) {
      if (ignoredAt === undefined) open.at(-1)?.parts.push(data);
    },
  });
}

/** Collapses white space as OpenDocument does. Keeps line breaks. */
const collapse = (raw: string): string => raw.replace(/[ \t\n\r]+/g, ' ').replace(/ ?\u2028 ?/g, '\n');
