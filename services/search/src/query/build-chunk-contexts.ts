import { joinTextRanges } from '@loci/core';
import type { IndexedItem } from '../items/indexed-item.ts';
import type { ChunkRange } from '../keyword-index/keyword-index.ts';

/**
 * Lists the chunks that the contexts of document chunks consist of: each chunk and up to `neighborCount`
 * chunks before and after it.
 *
 * @param items items of one tenant. Memories have no context.
 * @param neighborCount 0..20. With 0, the list is empty.
 */
export const contextRanges = (items: readonly IndexedItem[], neighborCount: number): ChunkRange[] =>
  neighborCount === 0 ? [] : items.filter(isChunk).map((chunk) => rangeOf(chunk, neighborCount));

const rangeOf = (chunk: Chunk, neighborCount: number): ChunkRange => ({
  documentId: chunk.documentId,
  first: Math.max(0, chunk.chunkIndex - neighborCount),
  last: chunk.chunkIndex + neighborCount,
});

/**
 * Builds the context of each document chunk: one text from the chunk and its neighbors. With a neighbor
 * count of 0, no chunk has a context.
 *
 * @param inRanges the chunks in {@link contextRanges}. If none of them is in the range of a chunk, the
 *   context is the content of that chunk.
 * @returns contexts by chunk id
 * @see docs/reference/search.md#document-context
 */
export function buildChunkContexts(
  items: readonly IndexedItem[],
  inRanges: readonly IndexedItem[],
  neighborCount: number,
): Map<string, string> {
  if (neighborCount === 0) return new Map();
  const byDocument = Map.groupBy(inRanges.filter(isChunk), (chunk) => chunk.documentId);
  return new Map(
    items.filter(isChunk).map((chunk) => {
      const { first, last } = rangeOf(chunk, neighborCount);
      const neighbors = (byDocument.get(chunk.documentId) ?? [])
        .filter(({ chunkIndex }) => chunkIndex >= first && chunkIndex <= last)
        .sort((a, b) => a.chunkIndex - b.chunkIndex);
      return [chunk.id, joinChunks(neighbors.length > 0 ? neighbors : [chunk])];
    }),
  );
}

type Chunk = IndexedItem & { documentId: string; chunkIndex: number };

const isChunk = (item: IndexedItem): item is Chunk => item.documentId !== null && item.chunkIndex !== null;

/** Joins chunks of one document, in ascending order, into one text. */
const joinChunks = (chunks: readonly IndexedItem[]): string =>
  joinTextRanges(
    chunks.map(({ content, metadata }) => ({
      content,
      start: Number(metadata?.['start_char']),
      end: Number(metadata?.['end_char']),
    })),
  );
