import type { IndexedItem } from '../items/indexed-item.ts';
import type { ChunkRange, KeywordIndex } from '../keyword-index/keyword-index.ts';

/**
 * Builds the context of each document chunk: one text from the chunk and up to `neighborCount` chunks before and after
 * it.
 *
 * @param items items of the tenant. Memories get no context.
 * @param neighborCount 0..20. With 0, the keyword index is not called.
 * @returns contexts by chunk id
 * @throws SYS_SERVICE_UNAVAILABLE if the keyword index is unavailable
 * @see docs/reference/search.md#document-context
 */
export async function buildChunkContexts(
  keywordIndex: Pick<KeywordIndex, 'chunks'>,
  tenantId: string,
  items: readonly IndexedItem[],
  neighborCount: number,
): Promise<Map<string, string>> {
  const chunks = items.filter(isChunk);
  if (chunks.length === 0) return new Map();
  if (neighborCount === 0) return new Map(chunks.map((chunk) => [chunk.id, chunk.content]));
  const rangeOf = (chunk: Chunk): ChunkRange => ({
    documentId: chunk.documentId,
    first: Math.max(0, chunk.chunkIndex - neighborCount),
    last: chunk.chunkIndex + neighborCount,
  });
  const inRanges = (await keywordIndex.chunks(tenantId, chunks.map(rangeOf))).filter(isChunk);
  const byDocument = Map.groupBy(inRanges, (chunk) => chunk.documentId);
  return new Map(
    chunks.map((chunk) => {
      const { first, last } = rangeOf(chunk);
      const neighbors = (byDocument.get(chunk.documentId) ?? [])
        .filter(({ chunkIndex }) => chunkIndex >= first && chunkIndex <= last)
        .sort((a, b) => a.chunkIndex - b.chunkIndex);
      return [chunk.id, joinChunks(neighbors.length > 0 ? neighbors : [chunk])];
    }),
  );
}

type Chunk = IndexedItem & { documentId: string; chunkIndex: number };

const isChunk = (item: IndexedItem): item is Chunk => item.documentId !== null && item.chunkIndex !== null;

/**
 * Joins chunks of one document, in ascending order, into one text. Overlapping text appears once. A line
 * break replaces text that is missing between two chunks.
 */
export function joinChunks(chunks: readonly Pick<IndexedItem, 'content' | 'metadata'>[]): string {
  let text = '';
  let end: number | null = null;
  for (const { content, metadata } of chunks) {
    const start = Number(metadata?.['start_char']);
    if (end === null) text = content;
    else if (start < end) {
      // `start_char` and `end_char` count code points, not UTF-16 code units.
      const codePoints = Array.from(content);
      text += codePoints.slice(end - start).join('');
    } else text += start === end ? content : `\n${content}`;
    end = Number(metadata?.['end_char']);
  }
  return text;
}
