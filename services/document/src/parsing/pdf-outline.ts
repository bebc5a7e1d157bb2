import type { PDFDocumentProxy } from 'pdfjs-dist';

/** A bookmark: from here on, the text belongs to the section. */
export interface OutlineEntry {
  /** From the outermost title to this one. */
  titles: string[];
  /** Counted from 1. */
  page: number;
  /** Points from the lower edge of the page, or infinity for its top. */
  top: number;
}

const MAX_ENTRIES = 5_000;
const MAX_DEPTH = 4;

type OutlineNode = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number];

/** The bookmarks in the order of the text; none when the document has none or they are damaged. */
export async function readOutline(pdf: PDFDocumentProxy): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = [];

  async function visit(nodes: readonly OutlineNode[], parents: readonly string[]): Promise<void> {
    for (const node of nodes) {
      if (entries.length >= MAX_ENTRIES) return;
      const titles = [...parents, node.title];
      const place = await placeOf(pdf, node.dest).catch(() => undefined);
      if (place) entries.push({ titles, ...place });
      if (parents.length + 1 < MAX_DEPTH) await visit(node.items ?? [], titles);
    }
  }

  const outline = await pdf.getOutline().catch(() => null);
  await visit(outline ?? [], []);
  return entries.sort((a, b) => a.page - b.page || b.top - a.top);
}

async function placeOf(
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
