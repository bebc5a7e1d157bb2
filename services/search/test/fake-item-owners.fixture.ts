import type { DocumentClient, MemoryInventoryClient } from '@loci/contracts';
import { CHUNK_REVISION, documentChunksSchema, memoryStateSchema } from '@loci/events';
import type { DocumentChunks, EventEnvelope, MemoryState } from '@loci/events';
import { isProtectedType } from '@loci/contracts';

interface OwnedMemory {
  tenantId: string;
  revision: number;
  state: MemoryState;
}

interface OwnedChunk {
  tenantId: string;
  state: DocumentChunks;
}

/** Creates fakes of the memory and document services. Tests fill their records with `store`. */
export function createFakeItemOwners() {
  const memories = new Map<string, OwnedMemory>();
  const chunks = new Map<string, OwnedChunk>();
  const names = new Map<string, { tenantId: string; filename: string }>();
  const embedded = new Map<string, number>();
  const owners = {
    memories,
    chunks,
    /** Number of memories with a completed embedding that the fake memory service returns, by tenant. */
    embedded,
    /** Called for each response, after its content is determined and before it is returned. */
    beforeResponse: (): Promise<void> => Promise.resolve(),

    /** Applies events to the records, as the real service does in the transaction that stores the event. */
    store(...events: EventEnvelope[]): void {
      for (const { type, tenant_id: tenantId, aggregate_id: id, revision, data } of events) {
        if (type === 'memory.deleted') memories.delete(id);
        else if (type.startsWith('memory.'))
          memories.set(id, { tenantId, revision, state: memoryStateSchema.parse(data) });
        else if (type === 'document.deleted') {
          for (const [chunkId, chunk] of chunks) if (chunk.state.id === id) chunks.delete(chunkId);
        } else {
          const state = documentChunksSchema.parse(data);
          if (typeof data['filename'] === 'string') names.set(id, { tenantId, filename: data['filename'] });
          for (const chunk of state.chunks)
            chunks.set(chunk.id, { tenantId, state: { ...state, chunks: [chunk] } });
        }
      }
    },

    memory: {
      count: (tenantId) =>
        respond({
          total: [...memories.values()].filter(
            (memory) => memory.tenantId === tenantId && isSearchable(memory.state),
          ).length,
          embedded: embedded.get(tenantId) ?? 0,
        }),
      tenants: (after, limit) => respond(tenantsOf(memories, after, limit)),
      revisions: (tenantId, afterId, limit) =>
        respond(
          pageOf(memories, tenantId, afterId, limit).map(([id, { revision, state }]) => ({
            id,
            revision,
            searchable: isSearchable(state),
            superseded: !state.is_active && !isProtectedType(state.memory_type),
          })),
        ),
      states: (tenantId, ids) =>
        respond(
          ids.flatMap((id) => {
            const memory = memories.get(id);
            return memory?.tenantId === tenantId ? [{ revision: memory.revision, state: memory.state }] : [];
          }),
        ),
    } satisfies Pick<MemoryInventoryClient, 'count' | 'tenants' | 'revisions' | 'states'>,

    document: {
      count: (tenantId) =>
        respond(
          new Set(
            [...chunks.values()].filter((chunk) => chunk.tenantId === tenantId).map(({ state }) => state.id),
          ).size,
        ),
      tenants: (after, limit) => respond(tenantsOf(chunks, after, limit)),
      chunkRevisions: (tenantId, afterId, limit) =>
        respond(
          pageOf(chunks, tenantId, afterId, limit).map(([id]) => ({
            id,
            revision: CHUNK_REVISION,
            searchable: true,
          })),
        ),
      chunkStates: (tenantId, ids) =>
        respond(
          ids.flatMap((id) => {
            const chunk = chunks.get(id);
            return chunk?.tenantId === tenantId ? [{ revision: CHUNK_REVISION, state: chunk.state }] : [];
          }),
        ),
      names: (tenantId, ids) =>
        respond(
          ids.flatMap((id) => {
            const name = names.get(id);
            return name?.tenantId === tenantId ? [{ id, filename: name.filename, title: 'Notes' }] : [];
          }),
        ),
    } satisfies Pick<DocumentClient, 'count' | 'tenants' | 'chunkRevisions' | 'chunkStates' | 'names'>,
  };
  async function respond<Value>(value: Value): Promise<Value> {
    await owners.beforeResponse();
    return structuredClone(value);
  }
  return owners;
}

const isSearchable = (state: MemoryState): boolean => state.is_active && !isProtectedType(state.memory_type);

function tenantsOf(
  records: ReadonlyMap<string, { tenantId: string }>,
  after: string | null,
  limit: number,
): string[] {
  const all = [...new Set([...records.values()].map(({ tenantId }) => tenantId))].sort();
  return all.filter((tenantId) => after === null || tenantId > after).slice(0, limit);
}

function pageOf<Owned extends { tenantId: string }>(
  records: ReadonlyMap<string, Owned>,
  tenantId: string,
  afterId: string | null,
  limit: number,
): [string, Owned][] {
  return [...records]
    .filter(([id, owned]) => owned.tenantId === tenantId && (afterId === null || id > afterId))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, limit);
}
