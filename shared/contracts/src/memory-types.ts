/** Types of memories. @see docs/reference/memories.md#memory-types */
export const MEMORY_TYPES = [
  'fact',
  'insight',
  'conversation',
  'correction',
  'reference',
  'task',
  'checkpoint',
  'identity_core',
  'personality_trait',
  'relationship',
  'strategy',
] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

/**
 * Memory types that only the personality endpoints manage. Search, statistics and analysis exclude these
 * memories.
 * @see docs/reference/memories.md#protected-memories
 */
export const PROTECTED_MEMORY_TYPES = ['identity_core', 'personality_trait'] as const satisfies MemoryType[];

/** True for a type of {@link PROTECTED_MEMORY_TYPES}. */
export const isProtectedType = (type: string): boolean =>
  (PROTECTED_MEMORY_TYPES as readonly string[]).includes(type);

export const SOURCE_TYPES = [
  'direct_input',
  'document_upload',
  'web_scrape',
  'api_import',
  'conversation',
  'reflection',
  'checkpoint',
  'checkpoint_recall',
] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

export const EMBEDDING_STATUSES = ['pending', 'completed', 'failed'] as const;
export type EmbeddingStatus = (typeof EMBEDDING_STATUSES)[number];

export const LIFECYCLE_STATES = ['active', 'evolved', 'deprecated'] as const;
export type LifecycleState = (typeof LIFECYCLE_STATES)[number];

export const EVOLUTION_TYPES = ['correction', 'update', 'expansion', 'contradiction', 'deprecation'] as const;
export type EvolutionType = (typeof EVOLUTION_TYPES)[number];

export const CONTRADICTION_TYPES = ['direct', 'partial', 'contextual'] as const;
export type ContradictionType = (typeof CONTRADICTION_TYPES)[number];

export const RESOLUTION_STATUSES = ['unresolved', 'resolved', 'accepted'] as const;
export type ResolutionStatus = (typeof RESOLUTION_STATUSES)[number];

export const RESOLUTIONS = ['create_new', 'choose_memory_1', 'choose_memory_2', 'keep_both'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** Maximum length of the content of a memory, in code points. */
export const MAX_CONTENT_LENGTH = 10_000;
/** Maximum length of a search query, in code points. */
export const MAX_QUERY_LENGTH = 4_000;
