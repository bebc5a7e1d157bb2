import type { PDFPageProxy } from 'pdfjs-dist';

/** Line of text on a page. Coordinates are in points. `y` increases upwards. */
export interface PageLine {
  text: string;
  x: number;
  /** Position of the baseline. */
  y: number;
  size: number;
  isMonospaced: boolean;
}

/** Returns the lines of a page in the order of its content stream, which is nearly always the reading order. */
export async function readPage(page: PDFPageProxy): Promise<PageLine[]> {
  const content = await page.getTextContent();
  const lines: PageLine[] = [];
  let line: PageLine | undefined;
  let longestRunLength = 0;

  function endLine(): void {
    if (line && line.text.trim() !== '') {
      lines.push({
        ...line,
        text: line.text.trimEnd(),
        isMonospaced: line.isMonospaced && !EAST_ASIAN.test(line.text),
      });
    }
    line = undefined;
  }

  for (const item of content.items) {
    if (!('str' in item)) continue;
    const [, , c = 0, d = 0, x = 0, y = 0] = item.transform as number[];
    const size = Math.hypot(c, d);
    if (item.str !== '') {
      line ??= { text: '', x, y, size, isMonospaced: isMonospaced(content.styles[item.fontName]) };
      line.text += item.str;
      // The longest run determines the font size. Initials and footnote marks have other sizes.
      if (item.str.length > longestRunLength) {
        longestRunLength = item.str.length;
        line.size = size;
      }
    }
    if (item.hasEOL) {
      endLine();
      longestRunLength = 0;
    }
  }
  endLine();
  page.cleanup();
  return lines;
}

/**
 * Matches characters that have the same width in most fonts. Their width is therefore not evidence of code.
 */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

function isMonospaced(style: { fontFamily?: string } | undefined): boolean {
  return style?.fontFamily === 'monospace';
}
