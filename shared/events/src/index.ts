export { TOPICS, envelopeSchema, eventKey } from './envelope.ts';
export type { EventEnvelope, Topic } from './envelope.ts';
export {
  embeddingStateSchema,
  evolvedFromSchema,
  memoryDeletedSchema,
  memoryStateSchema,
} from './memory-events.ts';
export type { EmbeddingState, MemoryState } from './memory-events.ts';
export { relationshipDeletedSchema, relationshipStateSchema } from './relationship-events.ts';
export type { RelationshipState } from './relationship-events.ts';
