export { TOPICS, TOPIC_OWNERS, envelopeSchema, eventKey } from './envelope.ts';
export type { EventEnvelope, Topic } from './envelope.ts';
export { EVENT_DATA } from './event-types.ts';
export type { EventType } from './event-types.ts';
export { publishedSchemaVersion, upcastEvent } from './upcast-event.ts';
export { contradictionStateSchema } from './contradiction-events.ts';
export type { ContradictionState } from './contradiction-events.ts';
export {
  CHUNK_REVISION,
  DELETED_CHUNK_REVISION,
  MAX_CHUNK_CHARACTERS_PER_EVENT,
  MAX_REMOVED_CHUNKS_PER_EVENT,
  chunkStateSchema,
  chunksRemovedSchema,
  documentChunksSchema,
  documentDeletedSchema,
  documentStateSchema,
} from './document-events.ts';
export type { ChunkState, DocumentChunks, DocumentState } from './document-events.ts';
export {
  embeddingStateSchema,
  evolvedFromSchema,
  memoryDeletedSchema,
  memoryStateSchema,
  supersededSchema,
} from './memory-events.ts';
export type { EmbeddingState, EvolvedFrom, MemoryState, Superseded } from './memory-events.ts';
export { relationshipDeletedSchema, relationshipStateSchema } from './relationship-events.ts';
export type { RelationshipDeleted, RelationshipState } from './relationship-events.ts';
