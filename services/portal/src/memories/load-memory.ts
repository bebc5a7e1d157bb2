import { nullIfNotFound } from '../api/null-if-not-found.ts';
import type { PortalApi } from '../api/portal-api.ts';

/** Fields of a memory that are shown on its page. */
export interface Memory {
  id: string;
  content: string;
  memory_type: string;
  importance: number;
  confidence: number;
  source_type: string;
  metadata: Record<string, unknown>;
  tags: string[];
  created_at: string;
  occurred_at: string;
  updated_at: string;
  version: number;
  is_active: boolean;
}

interface Relationship {
  id: string;
  from_id: string;
  to_id: string;
  relationship_type: string;
  direction_type: string;
  strength: number;
}

interface Contradiction {
  id: string;
  source_memory_id: string;
  target_memory_id: string;
  resolution_status: string;
}

/** A relationship as seen from the memory of the page, with the memory at its other end. */
export interface RelatedMemory {
  type: string;
  /** `out` if the memory of the page is the source, `in` if it is the target, `both` if bidirectional. */
  direction: 'out' | 'in' | 'both';
  strength: number;
  memory: Memory;
}

/** An unresolved contradiction of the memory of the page with another memory. */
export interface OpenContradiction {
  id: string;
  /** True if the memory of the page is the first one of the contradiction. */
  isSource: boolean;
  other: Memory;
}

/** A version in the history of the memory. */
export interface Version {
  id: string;
  version: number;
  content: string;
  created_at: string;
  is_active: boolean;
}

export interface MemoryView {
  memory: Memory;
  /** The first {@link MAX_VERSIONS} versions of the memory, oldest first. */
  versions: Version[];
  /** Related memories, strongest relationship first, at most {@link MAX_RELATED}. */
  related: RelatedMemory[];
  relationshipCount: number;
  /** ID of the memory that is valid instead of an inactive one. Null for active memories, and if none is known. */
  replacementId: string | null;
  /** Unresolved contradictions, at most {@link MAX_CONTRADICTIONS}. */
  contradictions: OpenContradiction[];
  /** Preceding memories, oldest first. */
  before: Memory[];
  /** Following memories, oldest first. */
  after: Memory[];
  /**
   * True if `before` and `after` belong to the same conversation, false if their event times are only close.
   */
  sameConversation: boolean;
}

const MAX_RELATED = 24;
const MAX_NEIGHBORS = 3;
const MAX_VERSIONS = 100;
const MAX_CONTRADICTIONS = 10;
/** Maximum time between a memory without a conversation and its neighbors. */
const NEIGHBOR_WINDOW_MS = 30 * 60_000;

/** Loads a memory with its neighbors and related memories. Returns null for an unknown id. */
export async function loadMemory(api: PortalApi, id: string): Promise<MemoryView | null> {
  const memory = await findMemory(api, id);
  if (memory === null) return null;
  const [relationships, history, { contradictions }, before, after] = await Promise.all([
    api.request<{ items: Relationship[]; pagination: { total: number } }>({
      path: '/api/v2/relationships',
      // All relationships of an older version are inactive.
      query: { memory_id: id, per_page: '100', include_inactive: String(!memory.is_active) },
    }),
    api.request<{ history: Version[] }>({
      path: `/api/v2/memories/${id}/history`,
      query: { per_page: String(MAX_VERSIONS) },
    }),
    api.request<{ contradictions: Contradiction[] }>({
      path: `/api/v2/memories/${id}/contradictions`,
      query: { per_page: '100' },
    }),
    listNeighbors(api, memory, 'before'),
    listNeighbors(api, memory, 'after'),
  ]);
  const strongest = [...relationships.items].sort((a, b) => b.strength - a.strength).slice(0, MAX_RELATED);
  const [related, openContradictions, replacementId] = await Promise.all([
    Promise.all(strongest.map((relationship) => toRelatedMemory(api, id, relationship))),
    loadOpenContradictions(api, id, contradictions),
    findReplacement(api, memory, history.history, contradictions),
  ]);
  const conversation = memory.metadata['conversation_id'];
  const sameConversation = typeof conversation === 'string' && conversation !== '';
  return {
    memory,
    versions: history.history,
    related: related.filter((one) => one !== null),
    relationshipCount: relationships.pagination.total,
    replacementId,
    contradictions: openContradictions,
    before: before.reverse(),
    after,
    sameConversation,
  };
}

/** Loads the other memories of the unresolved contradictions of a memory. */
async function loadOpenContradictions(
  api: PortalApi,
  id: string,
  contradictions: readonly Contradiction[],
): Promise<OpenContradiction[]> {
  const open = contradictions.filter(({ resolution_status: status }) => status === 'unresolved');
  const loaded = await Promise.all(
    open.slice(0, MAX_CONTRADICTIONS).map(async (contradiction) => {
      const other = await findMemory(api, otherOf(contradiction, id));
      const isSource = contradiction.source_memory_id === id;
      return other && { id: contradiction.id, isSource, other };
    }),
  );
  return loaded.filter((one) => one !== null);
}

/**
 * Finds the memory that is valid instead of an inactive one: the current version, the memory that a user kept in a
 * contradiction, or the memory that a user kept of a similar pair.
 */
async function findReplacement(
  api: PortalApi,
  { id, is_active: isActive }: Memory,
  versions: readonly Version[],
  contradictions: readonly Contradiction[],
): Promise<string | null> {
  if (isActive) return null;
  const current = versions.find((version) => version.is_active);
  if (current !== undefined) return current.id;
  const decided = contradictions.find(({ resolution_status: status }) => status === 'resolved');
  if (decided !== undefined) return otherOf(decided, id);
  const { items } = await api.request<{ items: { resolution: { result_id: string | null } | null }[] }>({
    path: '/api/v2/suggestions',
    query: { memory_id: id, status: 'resolved', limit: '1' },
  });
  return items[0]?.resolution?.result_id ?? null;
}

const otherOf = (contradiction: Contradiction, id: string): string =>
  contradiction.source_memory_id === id ? contradiction.target_memory_id : contradiction.source_memory_id;

const findMemory = (api: PortalApi, id: string): Promise<Memory | null> =>
  nullIfNotFound(api.request<Memory>({ path: `/api/v2/memories/${id}` }));

async function toRelatedMemory(
  api: PortalApi,
  id: string,
  relationship: Relationship,
): Promise<RelatedMemory | null> {
  const { from_id: from, to_id: to, relationship_type: type, strength } = relationship;
  const memory = await findMemory(api, from === id ? to : from);
  if (memory === null) return null;
  const direction = relationship.direction_type === 'BIDIRECTIONAL' ? 'both' : from === id ? 'out' : 'in';
  return { type, direction, strength, memory };
}

/**
 * Lists the closest memories before or after a memory, closest first. They belong to the same conversation.
 * For a memory without a conversation, the event times differ by at most {@link NEIGHBOR_WINDOW_MS}.
 */
async function listNeighbors(api: PortalApi, memory: Memory, side: 'before' | 'after'): Promise<Memory[]> {
  const { items } = await api.request<{ items: Memory[] }>({
    path: '/api/v2/memories',
    query: {
      per_page: '100',
      include_inactive: 'true',
      ...(side === 'before'
        ? { date_to: memory.occurred_at, sort: '-occurred_at' }
        : { date_from: memory.occurred_at, sort: 'occurred_at' }),
    },
  });
  const conversation = memory.metadata['conversation_id'];
  const occurredAtMs = Date.parse(memory.occurred_at);
  const isNeighbor = (other: Memory): boolean =>
    typeof conversation === 'string' && conversation !== ''
      ? other.metadata['conversation_id'] === conversation
      : Math.abs(Date.parse(other.occurred_at) - occurredAtMs) <= NEIGHBOR_WINDOW_MS;
  // The API sorts memories with the same timestamp by id.
  const isOnSide = (other: Memory): boolean => {
    const order = Date.parse(other.occurred_at) - occurredAtMs || (other.id < memory.id ? -1 : 1);
    return other.id !== memory.id && (side === 'before' ? order < 0 : order > 0);
  };
  return items.filter((other) => isOnSide(other) && isNeighbor(other)).slice(0, MAX_NEIGHBORS);
}
