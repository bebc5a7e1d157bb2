import { PROCESSING_STATUSES } from '@loci/contracts';
import { z } from 'zod';

/**
 * Maximum total length of the contents and the metadata of the chunks in one event, in characters, which keeps
 * events below about 1 MB. An event has at least one chunk, even if that chunk is longer. Further chunks follow in
 * `document.chunks_added` events.
 */
export const MAX_CHUNK_CHARACTERS_PER_EVENT = 250_000;

/**
 * Revision of every existing chunk, because chunks never change. Its deletion has
 * {@link DELETED_CHUNK_REVISION}.
 */
export const CHUNK_REVISION = 1;
export const DELETED_CHUNK_REVISION = 2;

export const chunkStateSchema = z.object({
  id: z.guid(),
  /** Zero-based position in the document. */
  chunk_index: z.int(),
  content: z.string(),
  /** Start offset in the extracted text, in code points, inclusive. */
  start_char: z.int(),
  /** End offset in the extracted text, in code points, exclusive. */
  end_char: z.int(),
  metadata: z.record(z.string(), z.unknown()),
});
export type ChunkState = z.infer<typeof chunkStateSchema>;

/** `data` of `document.created`, published after the chunks were stored: the whole document with its first chunks. */
export const documentStateSchema = z.object({
  id: z.guid(),
  filename: z.string(),
  content_type: z.string(),
  /** Size of the file in bytes. */
  size: z.int(),
  /** Number of chunks of the whole document, which can be more than this event contains. */
  chunk_count: z.int(),
  processing_status: z.enum(PROCESSING_STATUSES),
  metadata: z.record(z.string(), z.unknown()),
  user_id: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  chunks: z.array(chunkStateSchema),
});
export type DocumentState = z.infer<typeof documentStateSchema>;

/** `data` of `document.chunks_added`: further chunks of a large document, with the document fields that indexing needs. */
export const documentChunksSchema = documentStateSchema.pick({
  id: true,
  chunk_count: true,
  user_id: true,
  created_at: true,
  updated_at: true,
  chunks: true,
});
export type DocumentChunks = z.infer<typeof documentChunksSchema>;

/** Maximum number of chunk ids in one `document.chunks_removed` event. */
export const MAX_REMOVED_CHUNKS_PER_EVENT = 5_000;

/** `data` of `document.chunks_removed`: the ids of chunks that were replaced by other chunks of the document. */
export const chunksRemovedSchema = z.object({ id: z.guid(), chunk_ids: z.array(z.guid()) });

/** `data` of `document.deleted`: the tombstone of a document and all its chunks. */
export const documentDeletedSchema = z.object({ id: z.guid() });
