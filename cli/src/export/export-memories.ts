import type { Api } from '../api/api.ts';
import type { MemoryRecord, MemoryState } from './export-record.ts';
import { listFlat, listItems } from './list-pages.ts';

type StoredMemory = Omit<
  MemoryRecord,
  'record' | 'previous_id' | 'evolution_type' | 'original_validity' | 'revisions'
>;
type StoredRevision = MemoryState & { change: string; recorded_at: string };

/** Evolution type for the relationship from a version to the previous one. */
const EVOLUTION_TYPES: Readonly<Record<string, string>> = {
  supersedes: 'correction',
  updates: 'update',
  evolution_of: 'expansion',
  contradicts: 'contradiction',
};

/** Returns all versions of all memories, oldest first. Protected memories are part of the persona. */
export async function* exportMemories(api: Api): AsyncGenerator<MemoryRecord> {
  const path = '/api/v2/memories?sort=created_at&include=superseded,expired,future';
  for await (const memory of listItems<StoredMemory>(api, path)) {
    const revisions = await revisionsOf(api, memory);
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
      ...(await previousOf(api, memory)),
      ...(revisions === undefined ? {} : { revisions }),
    };
  }
}

/** Returns the earlier states of a memory, or undefined if it was never changed. */
async function revisionsOf(api: Api, memory: StoredMemory): Promise<MemoryRecord['revisions']> {
  if (memory.updated_at === memory.created_at) return undefined;
  const revisions: StoredRevision[] = [];
  const path = `/api/v2/memories/${memory.id}/revisions`;
  for await (const revision of listFlat<StoredRevision>(api, path, 'revisions')) revisions.unshift(revision);
  return revisions.map((revision) => ({
    ...stateOf(revision),
    change: revision.change,
    recorded_at: revision.recorded_at,
  }));
}

async function previousOf(
  api: Api,
  { id, version }: StoredMemory,
): Promise<Pick<MemoryRecord, 'previous_id' | 'evolution_type' | 'original_validity'>> {
  const none = { previous_id: null, evolution_type: null, original_validity: null };
  if (version === 1) return none;
  for await (const other of listFlat<StoredMemory>(api, `/api/v2/memories/${id}/history`, 'history')) {
    if (other.version === version - 1)
      return {
        previous_id: other.id,
        evolution_type: await evolutionType(api, id, other),
        original_validity: await originalValidity(api, other.id),
      };
  }
  // The previous version was deleted, so the memory is exported as a first version.
  return none;
}

/** Compares the last two states: the superseded one, and the one before. */
async function originalValidity(api: Api, id: string): Promise<'close' | 'keep'> {
  const { revisions } = await api.request<{ revisions: MemoryState[] }>({
    method: 'GET',
    path: `/api/v2/memories/${id}/revisions?per_page=2`,
  });
  return revisions[0]?.valid_until === revisions[1]?.valid_until ? 'keep' : 'close';
}

async function evolutionType(api: Api, id: string, previous: StoredMemory): Promise<string> {
  if (previous.lifecycle_state === 'deprecated') return 'deprecation';
  const path = `/api/v2/relationships?from_id=${id}&to_id=${previous.id}&include=superseded,expired,future`;
  for await (const { relationship_type: type } of listItems<{ relationship_type: string }>(api, path)) {
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
