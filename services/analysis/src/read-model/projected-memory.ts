import { isProtectedType } from '@loci/contracts';
import { memoryDeletedSchema, memoryStateSchema } from '@loci/events';
import type { EventEnvelope, MemoryState } from '@loci/events';
import { extractRuns } from '../terms/extract-runs.ts';

/** A memory as the read model stores it; `counted` is false for what is never analysed. */
export interface ProjectedMemory {
  tenantId: string;
  id: string;
  revision: number;
  counted: boolean;
  content: string;
  runs: string[][];
  memoryType: string;
  importance: number;
  createdAt: Date;
}

export type MemoryIdentity = Pick<ProjectedMemory, 'tenantId' | 'id' | 'revision'>;

export function projectMemoryEvent(event: EventEnvelope): ProjectedMemory {
  const identity = { tenantId: event.tenant_id, id: event.aggregate_id, revision: event.revision };
  if (event.type !== 'memory.deleted')
    return projectMemoryState(identity, memoryStateSchema.parse(event.data));
  memoryDeletedSchema.parse(event.data);
  return toTombstone(identity, new Date(event.occurred_at));
}

/** Inactive and protected memories are never analysed (DECISIONS.md "Analysis"); their content is not kept. */
export function projectMemoryState(identity: MemoryIdentity, state: MemoryState): ProjectedMemory {
  const createdAt = new Date(state.created_at);
  if (!state.is_active || isProtectedType(state.memory_type)) return toTombstone(identity, createdAt);
  return {
    ...identity,
    counted: true,
    content: state.content,
    runs: extractRuns(state.content),
    memoryType: state.memory_type,
    importance: state.importance,
    createdAt,
  };
}

/** What stays of a memory that is not analysed any more. */
export const toTombstone = (identity: MemoryIdentity, createdAt: Date): ProjectedMemory => ({
  ...identity,
  counted: false,
  content: '',
  runs: [],
  memoryType: '',
  importance: 0,
  createdAt,
});

/** Runs as one text: words hold neither blanks nor line breaks. */
export const serializeRuns = (runs: readonly (readonly string[])[]): string =>
  runs.map((run) => run.join(' ')).join('\n');

export const parseRuns = (text: string): string[][] =>
  text === '' ? [] : text.split('\n').map((line) => line.split(' '));
