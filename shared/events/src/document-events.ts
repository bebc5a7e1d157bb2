import { PROCESSING_STATUSES } from '@loci/contracts';
import { z } from 'zod';

/**
 * Chunks of one event hold at most so many characters of content together, and at least one chunk: events stay
 * around 1 MB. Further chunks follow in `document.chunks_added`.
 */
export const MAX_CHUNK_CHARACTERS_PER_EVENT = 250_000;

/** A chunk never changes: it comes at this revision, in events and inventories alike, and goes at the next. */
export const CHUNK_REVISION = 1;
export const DELETED_CHUNK_REVISION = 2;

export const chunkStateSchema = z.object({
  id: z.guid(),
  /** From 0, in the order of the text. */
  chunk_index: z.int(),
  content: z.string(),
  /** Code points of the extracted text. */
  start_char: z.int(),
  end_char: z.int(),
  metadata: z.record(z.string(), z.unknown()),
});
export type ChunkState = z.infer<typeof chunkStateSchema>;

/** `document.created`: the whole document, as it is once its chunks are stored, with the first of them. */
export const documentStateSchema = z.object({
  id: z.guid(),
  filename: z.string(),
  content_type: z.string(),
  /** Bytes of the file. */
  size: z.int(),
  /** Of the whole document, however many of its chunks this event carries. */
  chunk_count: z.int(),
  processing_status: z.enum(PROCESSING_STATUSES),
  metadata: z.record(z.string(), z.unknown()),
  user_id: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  chunks: z.array(chunkStateSchema),
});
export type DocumentState = z.infer<typeof documentStateSchema>;

/** `document.chunks_added`: further chunks of a large document, with all of it that indexing them takes. */
export const documentChunksSchema = documentStateSchema.pick({
  id: true,
  chunk_count: true,
  user_id: true,
  created_at: true,
  updated_at: true,
  chunks: true,
});
export type DocumentChunks = z.infer<typeof documentChunksSchema>;

/** `document.deleted`: the tombstone of the document and of all its chunks. */
export const documentDeletedSchema = z.object({ id: z.guid() });
