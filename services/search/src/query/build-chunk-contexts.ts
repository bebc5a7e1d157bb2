import type { IndexedItem } from '../items/indexed-item.ts';
import type { ChunkRange, KeywordIndex } from '../keyword-index/keyword-index.ts';

/**
 * Each found chunk with up to `neighbours` chunks before and after it, as one text without the characters that
 * chunks share; memories have no entry.
 * @see SPEC.md "Search", include_neighbors; DECISIONS.md "Search"
 */
export async function chunkContexts(
  keywordIndex: Pick<KeywordIndex, 'chunks'>,
  tenantId: string,
  items: readonly IndexedItem[],
  neighbours: number,
): Promise<Map<string, string>> {
  const found = items.filter(isChunk);
  if (found.length === 0) return new Map();
  if (neighbours === 0) return new Map(found.map((chunk) => [chunk.id, chunk.content]));
  const rangeOf = (chunk: Chunk): ChunkRange => ({
    documentId: chunk.documentId,
    first: Math.max(0, chunk.chunkIndex - neighbours),
    last: chunk.chunkIndex + neighbours,
  });
  const around = (await keywordIndex.chunks(tenantId, found.map(rangeOf))).filter(isChunk);
  const byDocument = Map.groupBy(around, (chunk) => chunk.documentId);
  return new Map(
    found.map((chunk) => {
      const { first, last } = rangeOf(chunk);
      const inRange = (byDocument.get(chunk.documentId) ?? [])
        .filter(({ chunkIndex }) => chunkIndex >= first && chunkIndex <= last)
        .sort((a, b) => a.chunkIndex - b.chunkIndex);
      return [chunk.id, joinChunks(inRange.length > 0 ? inRange : [chunk])];
    }),
  );
}

type Chunk = IndexedItem & { documentId: string; chunkIndex: number };

const isChunk = (item: IndexedItem): item is Chunk => item.documentId !== null && item.chunkIndex !== null;

/** One text of chunks in order: what two share stands once; where text lies between them, a line break. */
export function joinChunks(chunks: readonly Pick<IndexedItem, 'content' | 'metadata'>[]): string {
  let text = '';
  let end: number | null = null;
  for (const { content, metadata } of chunks) {
    const start = Number(metadata?.['start_char']);
    if (end === null) text = content;
    else if (start < end)
      text += Array.from(content)
        .slice(end - start)
        .join('');
    else text += start === end ? content : `\n${content}`;
    end = Number(metadata?.['end_char']);
  }
  return text;
}
