import type { IndexedItem } from '../items/indexed-item.ts';

/** Compares chunks by document id, then by position in the document. */
export function compareChunks(a: IndexedItem, b: IndexedItem): number {
  if (a.documentId !== b.documentId) return a.documentId! < b.documentId! ? -1 : 1;
  return a.chunkIndex! - b.chunkIndex!;
}
