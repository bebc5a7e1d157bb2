import type { Loci } from '@loci/client';
import type { MemoryRecord, MemoryState } from './export-record.ts';
import { ALL_VERSIONS, PAGE_SIZE } from './list-options.ts';

type StoredMemory = Omit<
  MemoryRecord,
  'record' | 'previous_id' | 'evolution_type' | 'original_validity' | 'revisions'
>;
type StoredRevision = MemoryState & { change: string; recorded_at: string };

type Version = Awaited<ReturnType<Loci['memories']['history']>>['history'][number];

/** Evolution type for the relationship from a version to the previous one. */
const EVOLUTION_TYPES: Readonly<Record<string, string>> = {
  supersedes: 'correction',
  updates: 'update',
  evolution_of: 'expansion',
  contradicts: 'contradiction',
};

/** Returns all versions of all memories, oldest first. Protected memories are part of the persona. */
export async function* exportMemories(loci: Loci): AsyncGenerator<MemoryRecord> {
  const list = { sort: 'created_at', include: ALL_VERSIONS, per_page: PAGE_SIZE } as const;
  for await (const memory of loci.memories.iterate(list)) {
    const revisions = await revisionsOf(loci, memory);
    yield {
      record: 'memory',
      id: memory.id,
      ...stateOf(memory),
      source_type: memory.source_type,
      user_id: memory.user_id,
      created_at: memory.created_at,
      updated_at: memory.updated_at,
      lifecycle_state: memory.lifecycle_state,
      version: memory.version,
      ...(await previousOf(loci, memory)),
      ...(revisions === undefined ? {} : { revisions }),
    };
  }
}

/** Returns the earlier states of a memory, or undefined if it was never changed. */
async function revisionsOf(loci: Loci, memory: StoredMemory): Promise<MemoryRecord['revisions']> {
  if (memory.updated_at === memory.created_at) return undefined;
  const revisions: StoredRevision[] = [];
  for await (const revision of loci.memories.iterateRevisions(memory.id, { per_page: PAGE_SIZE }))
    revisions.unshift(revision);
  return revisions.map((revision) => ({
    ...stateOf(revision),
    change: revision.change,
    recorded_at: revision.recorded_at,
  }));
}

async function previousOf(
  loci: Loci,
  { id, version }: StoredMemory,
): Promise<Pick<MemoryRecord, 'previous_id' | 'evolution_type' | 'original_validity'>> {
  const none = { previous_id: null, evolution_type: null, original_validity: null };
  if (version === 1) return none;
  for await (const other of loci.memories.iterateHistory(id, { per_page: PAGE_SIZE })) {
    if (other.version === version - 1)
      return {
        previous_id: other.id,
        evolution_type: await evolutionType(loci, id, other),
        original_validity: await originalValidity(loci, other.id),
      };
  }
  // The previous version was deleted, so the memory is exported as a first version.
  return none;
}

/** Compares the last two states: the superseded one, and the one before. */
async function originalValidity(loci: Loci, id: string): Promise<'close' | 'keep'> {
  const { revisions } = await loci.memories.revisions(id, { per_page: 2 });
  return revisions[0]?.valid_until === revisions[1]?.valid_until ? 'keep' : 'close';
}

async function evolutionType(loci: Loci, id: string, previous: Version): Promise<string> {
  if (previous.lifecycle_state === 'deprecated') return 'deprecation';
  const list = { from_id: id, to_id: previous.id, include: ALL_VERSIONS, per_page: PAGE_SIZE };
  for await (const { relationship_type: type } of loci.relationships.iterate(list)) {
    const evolution = EVOLUTION_TYPES[type];
    if (evolution !== undefined) return evolution;
  }
  return 'update';
}

function stateOf(memory: MemoryState): MemoryState {
  const { content, memory_type, importance, confidence, metadata, tags } = memory;
  const { occurred_at, valid_from, valid_until, expires_at, pinned } = memory;
  return {
    content,
    memory_type,
    importance,
    confidence,
    metadata,
    tags,
    occurred_at,
    valid_from,
    valid_until,
    expires_at,
    pinned,
  };
}
