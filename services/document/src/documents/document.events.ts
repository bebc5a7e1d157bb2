import {
  CHUNK_REVISION,
  DELETED_CHUNK_REVISION,
  MAX_CHUNK_CHARACTERS_PER_EVENT,
  MAX_REMOVED_CHUNKS_PER_EVENT,
} from '@loci/events';
import type { ChunkState, DocumentChunks, DocumentState, EventType } from '@loci/events';
import type { DomainEvent } from '@loci/messaging';
import type { StoredChunk } from '../chunks/stored-chunk.ts';
import type { Document } from './document.ts';

/**
 * Creates the events of a stored document: `document.created` with the first chunks, and one
 * `document.chunks_added` for each further {@link MAX_CHUNK_CHARACTERS_PER_EVENT} characters.
 *
 * @see docs/reference/events.md#document-events
 */
export function documentCreated(document: Document, chunks: readonly StoredChunk[]): DomainEvent[] {
  const parts = splitByLength(chunks);
  const created: DocumentState = {
    ...toDocumentChunks(document, parts[0] ?? []),
    filename: document.filename,
    content_type: document.contentType,
    size: document.sizeBytes,
    processing_status: document.processingStatus,
    metadata: document.metadata,
  };
  return [
    event('document.created', document, CHUNK_REVISION, document.updatedAt, created),
    ...parts.slice(1).map((part) => chunksAdded(document, part)),
  ];
}

/**
 * Creates the events of a reprocessed document: `document.chunks_added` with the new chunks, and then
 * `document.chunks_removed` with the ids of the previous chunks. Consumers apply them in this order, so that searches
 * always find the document.
 */
export function documentReprocessed(
  document: Document,
  chunks: readonly StoredChunk[],
  removedIds: readonly string[],
): DomainEvent[] {
  const removals: string[][] = [];
  for (let at = 0; at < removedIds.length; at += MAX_REMOVED_CHUNKS_PER_EVENT) {
    removals.push(removedIds.slice(at, at + MAX_REMOVED_CHUNKS_PER_EVENT));
  }
  return [
    ...splitByLength(chunks).map((part) => chunksAdded(document, part)),
    ...removals.map((ids) =>
      event('document.chunks_removed', document, DELETED_CHUNK_REVISION, document.updatedAt, {
        id: document.id,
        chunk_ids: ids,
      }),
    ),
  ];
}

/** Creates the event `document.deleted`. */
export const documentDeleted = (document: Document, now: Date): DomainEvent =>
  event('document.deleted', document, DELETED_CHUNK_REVISION, now, { id: document.id });

/** Maps a chunk to its state in events. */
export const toChunkState = (chunk: StoredChunk): ChunkState => ({
  id: chunk.id,
  chunk_index: chunk.index,
  content: chunk.content,
  start_char: chunk.startChar,
  end_char: chunk.endChar,
  metadata: { ...chunk.metadata },
});

/**
 * Maps chunks of one document to the data that indexes need: the chunks and the attributes of their document.
 */
export const toDocumentChunks = (document: Document, chunks: readonly StoredChunk[]): DocumentChunks => ({
  id: document.id,
  chunk_count: document.chunkCount,
  user_id: document.userId,
  created_at: document.createdAt.toISOString(),
  updated_at: document.updatedAt.toISOString(),
  chunks: chunks.map(toChunkState),
});

const chunksAdded = (document: Document, chunks: readonly StoredChunk[]): DomainEvent =>
  event(
    'document.chunks_added',
    document,
    CHUNK_REVISION,
    document.updatedAt,
    toDocumentChunks(document, chunks),
  );

function splitByLength(chunks: readonly StoredChunk[]): StoredChunk[][] {
  const parts: StoredChunk[][] = [];
  let length = Infinity;
  for (const chunk of chunks) {
    const chunkLength = chunk.content.length + JSON.stringify(chunk.metadata).length;
    if (length + chunkLength > MAX_CHUNK_CHARACTERS_PER_EVENT) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)!.push(chunk);
    length += chunkLength;
  }
  return parts;
}

const event = (
  type: EventType,
  document: Document,
  revision: number,
  occurredAt: Date,
  data: Record<string, unknown>,
): DomainEvent => ({
  type,
  topic: 'document',
  tenantId: document.tenantId,
  aggregateId: document.id,
  revision,
  occurredAt,
  data,
});
