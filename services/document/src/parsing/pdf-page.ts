import type { PDFPageProxy } from 'pdfjs-dist';

/** One line of type on a page. Measures are in points, `y` grows upwards. */
export interface PageLine {
  text: string;
  x: number;
  /** The baseline. */
  y: number;
  size: number;
  isMonospaced: boolean;
}

/** The lines of a page in the order of its content stream, which is nearly always the reading order. */
export async function readPage(page: PDFPageProxy): Promise<PageLine[]> {
  const content = await page.getTextContent();
  const lines: PageLine[] = [];
  let line: PageLine | undefined;
  let largestText = 0;

  function endLine(): void {
    if (line && line.text.trim() !== '') lines.push({ ...line, text: line.text.trimEnd() });
    line = undefined;
  }

  for (const item of content.items) {
    if (!('str' in item)) continue;
    const [, , c = 0, d = 0, x = 0, y = 0] = item.transform as number[];
    const size = Math.hypot(c, d);
    if (item.str !== '') {
      line ??= { text: '', x, y, size, isMonospaced: isMonospaced(content.styles[item.fontName]) };
      line.text += item.str;
      // Initials and footnote marks differ from their line; the longest run tells its size.
      if (item.str.length > largestText) {
        largestText = item.str.length;
        line.size = size;
      }
    }
    if (item.hasEOL) {
      endLine();
      largestText = 0;
    }
  }
  endLine();
  page.cleanup();
  return lines;
}

function isMonospaced(style: { fontFamily?: string } | undefined): boolean {
  return style?.fontFamily === 'monospace';
}
