import type { BlockKind } from './parsed-document.ts';
import { joinCells } from './table-row.ts';
import { walkZipXml } from './walk-zip-xml.ts';
import type { ZipArchive } from './zip-archive.ts';

export interface SlideBlock {
  kind: BlockKind;
  text: string;
  /** Type of the placeholder that contains the text, for example `body`. Empty outside of placeholders. */
  placeholder: string;
}

export interface Slide {
  /** Empty if the slide has no title. */
  title: string;
  blocks: SlideBlock[];
}

/** Placeholders that repeat on every slide. */
const REPEATED_PLACEHOLDERS = new Set(['dt', 'ftr', 'hdr', 'sldNum']);
const TITLE_PLACEHOLDERS = new Set(['title', 'ctrTitle']);
/** Placeholders whose paragraphs are list items by default. */
const LIST_PLACEHOLDERS = new Set(['body', 'obj']);

/**
 * Reads the text of a slide: its title, the paragraphs of its shapes and the rows of its tables.
 *
 * @see ECMA-376 part 1, sections 19.3 and 21.1
 */
export async function readSlide(zip: ZipArchive, path: string): Promise<Slide> {
  const titles: string[] = [];
  const blocks: SlideBlock[] = [];
  let placeholder = '';
  let paragraph = '';
  let cells: string[] | undefined;
  let isText = false;
  let fallbackDepth = 0;

  function addParagraph(): void {
    const text = paragraph.trim();
    paragraph = '';
    if (text === '' || REPEATED_PLACEHOLDERS.has(placeholder)) return;
    if (cells) {
      const previous = cells.pop() ?? '';
      cells.push(previous === '' ? text : `${previous} ${text}`);
    } else if (TITLE_PLACEHOLDERS.has(placeholder)) {
      titles.push(text);
    } else {
      blocks.push({ kind: LIST_PLACEHOLDERS.has(placeholder) ? 'list' : 'paragraph', text, placeholder });
    }
  }

  await walkZipXml(zip, path, {
    onOpen(name, attributes) {
      // The fallback repeats the content for programs that do not support the choice before it.
      if (name === 'fallback') fallbackDepth++;
      if (fallbackDepth > 0) return;
      if (name === 'sp' || name === 'graphicframe') placeholder = '';
      if (name === 'ph') placeholder = attributes['type'] ?? 'obj';
      if (name === 'tr') cells = [];
      if (name === 'tc') cells?.push('');
      if (name === 't') isText = true;
      if (name === 'br') paragraph += '\n';
    },
    onClose(name) {
      if (name === 'fallback') fallbackDepth--;
      if (fallbackDepth > 0) return;
      if (name === 't') isText = false;
      if (name === 'p') addParagraph();
      if (name === 'tr' && cells) {
        if (cells.some((cell) => cell !== ''))
          blocks.push({ kind: 'table', text: joinCells(cells), placeholder });
        cells = undefined;
      }
    },
    onText(data) {
      if (isText && fallbackDepth === 0) paragraph += data;
    },
  });
  return { title: titles.join(' ').replace(/\s+/g, ' '), blocks };
}
