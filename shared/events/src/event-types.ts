import type { z } from 'zod';
import { contradictionStateSchema } from './contradiction-events.ts';
import {
  chunksRemovedSchema,
  documentChunksSchema,
  documentDeletedSchema,
  documentStateSchema,
} from './document-events.ts';
import { embeddingStateSchema, memoryDeletedSchema, memoryStateSchema } from './memory-events.ts';
import { relationshipDeletedSchema, relationshipStateSchema } from './relationship-events.ts';

/**
 * Schema of the `data` of each event type. Every type has samples in `samples/`, which the consumers must be able to
 * process.
 */
export const EVENT_DATA = {
  'memory.created': memoryStateSchema,
  'memory.updated': memoryStateSchema,
  'memory.deleted': memoryDeletedSchema,
  'relationship.created': relationshipStateSchema,
  'relationship.updated': relationshipStateSchema,
  'relationship.deleted': relationshipDeletedSchema,
  'contradiction.reported': contradictionStateSchema,
  'contradiction.resolved': contradictionStateSchema,
  'embedding.completed': embeddingStateSchema,
  'embedding.failed': embeddingStateSchema,
  'document.created': documentStateSchema,
  'document.chunks_added': documentChunksSchema,
  'document.chunks_removed': chunksRemovedSchema,
  'document.deleted': documentDeletedSchema,
} as const satisfies Record<string, z.ZodType>;

export type EventType = keyof typeof EVENT_DATA;
