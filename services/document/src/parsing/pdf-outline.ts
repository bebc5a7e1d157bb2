import type { PDFDocumentProxy } from 'pdfjs-dist';

/** Bookmark of a PDF. The text from this bookmark to the next one belongs to its section. */
export interface OutlineEntry {
  /** Titles from the outermost bookmark to this one. */
  titles: string[];
  /** Page number, from 1. */
  page: number;
  /** Position in points from the lower edge of the page. Infinity means the top of the page. */
  top: number;
}

const MAX_ENTRIES = 5_000;
const MAX_DEPTH = 4;

type OutlineNode = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number];

/** Returns the bookmarks of a PDF in the order of the text. Ignores damaged bookmarks. */
export async function readOutline(pdf: PDFDocumentProxy): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = [];

  async function visit(nodes: readonly OutlineNode[], parents: readonly string[]): Promise<void> {
    for (const node of nodes) {
      if (entries.length >= MAX_ENTRIES) return;
      const titles = [...parents, node.title];
      const position = await positionOf(pdf, node.dest).catch(() => undefined);
      if (position) entries.push({ titles, ...position });
      if (parents.length + 1 < MAX_DEPTH) await visit(node.items ?? [], titles);
    }
  }

  const outline = await pdf.getOutline().catch(() => null);
  await visit(outline ?? [], []);
  return entries.sort((a, b) => a.page - b.page || b.top - a.top);
}

async function positionOf(
  pdf: PDFDocumentProxy,
  destination: OutlineNode['dest'],
): Promise<{ page: number; top: number } | undefined> {
  const explicit = typeof destination === 'string' ? await pdf.getDestination(destination) : destination;
  const [target, fit, ...measures] = (explicit ?? []) as [unknown, { name?: string }?, ...unknown[]];
  if (target === undefined || target === null) return undefined;
  const index =
    typeof target === 'number' ? target : await pdf.getPageIndex(target as { num: number; gen: number });
  const top = fit?.name === 'XYZ' ? measures[1] : fit?.name === 'FitH' ? measures[0] : undefined;
  return { page: index + 1, top: typeof top === 'number' ? top : Infinity };
}
