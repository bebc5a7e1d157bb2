import { isProtectedType } from '@loci/contracts';
import { memoryDeletedSchema, memoryStateSchema } from '@loci/events';
import type { EventEnvelope, MemoryState } from '@loci/events';
import { extractRuns } from '../terms/extract-runs.ts';
import { serializeRuns } from '../terms/serialize-runs.ts';

/** Memory as stored in the read model. */
export interface ProjectedMemory {
  tenantId: string;
  id: string;
  revision: number;
  /**
   * Whether the memory is analyzed. False for deleted, inactive and protected memories, which are stored
   * without content.
   */
  counted: boolean;
  content: string;
  /** Runs of content words that `extractRuns` finds, as a result of `serializeRuns`. */
  runs: string;
  tags: readonly string[];
  memoryType: string;
  /** Importance from 0 to 1. */
  importance: number;
  createdAt: Date;
  /** Time of the event that the memory describes. */
  occurredAt: Date;
  /** Time from which no operation may use the memory. Null if it does not expire. */
  expiresAt: Date | null;
}

export type MemoryIdentity = Pick<ProjectedMemory, 'tenantId' | 'id' | 'revision'>;

export function projectMemoryEvent(event: EventEnvelope): ProjectedMemory {
  const identity = { tenantId: event.tenant_id, id: event.aggregate_id, revision: event.revision };
  if (event.type !== 'memory.deleted') {
    return projectMemoryState(identity, memoryStateSchema.parse(event.data));
  }
  memoryDeletedSchema.parse(event.data);
  return toTombstone(identity, new Date(event.occurred_at));
}

/**
 * Projects the state of a memory. Inactive and protected memories are projected as tombstones.
 * @see docs/reference/analysis.md#analysis
 */
export function projectMemoryState(identity: MemoryIdentity, state: MemoryState): ProjectedMemory {
  const createdAt = new Date(state.created_at);
  if (!state.is_active || isProtectedType(state.memory_type)) return toTombstone(identity, createdAt);
  return {
    ...identity,
    counted: true,
    content: state.content,
    runs: serializeRuns(extractRuns(state.content)),
    tags: state.tags,
    memoryType: state.memory_type,
    importance: state.importance,
    createdAt,
    occurredAt: state.occurred_at === undefined ? createdAt : new Date(state.occurred_at),
    expiresAt: state.expires_at === undefined ? null : new Date(state.expires_at),
  };
}

/**
 * Creates the tombstone of a memory that is not analyzed. The tombstone keeps the revision, so that older
 * events are ignored.
 */
export const toTombstone = (identity: MemoryIdentity, createdAt: Date): ProjectedMemory => ({
  ...identity,
  counted: false,
  content: '',
  runs: '',
  tags: [],
  memoryType: '',
  importance: 0,
  createdAt,
  occurredAt: createdAt,
  expiresAt: null,
});

/** Serializes tags, which contain no spaces. */
export const serializeTags = (tags: readonly string[]): string => tags.join(' ');

/** Parses the result of `serializeTags`. */
export const parseTags = (text: string): string[] => (text === '' ? [] : text.split(' '));
