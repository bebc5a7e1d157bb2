import { loadExcerpts } from '../api/load-excerpts.ts';
import type { MemoryExcerpt } from '../api/load-excerpts.ts';
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
  user_id: string;
  access_count: number;
  last_accessed: string | null;
  expires_at: string | null;
  pinned: boolean;
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
  /** ID of the memory that `choose_memory_1` keeps. */
  reported_source_id: string;
  resolution_status: string;
}

/** A relationship as seen from the memory of the page, with the memory at its other end. */
export interface RelatedMemory {
  /** ID of the relationship. */
  id: string;
  type: string;
  /** `out` if the memory of the page is the source, `in` if it is the target, `both` if bidirectional. */
  direction: 'out' | 'in' | 'both';
  strength: number;
  memory: MemoryExcerpt;
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

/** A recorded state of the memory. */
export interface Revision extends Memory {
  revision: number;
  change: 'created' | 'updated' | 'superseded';
  recorded_at: string;
  recorded_by: string;
  valid_from: string | null;
  valid_until: string | null;
}

/** A user who read the memory through an application or with an API key. */
export interface MemoryReader {
  user_id: string;
  client_id: string;
  key_id: string | null;
  opened: number;
  found: number;
  last_read_at: string;
}

/** Readers of a memory, latest read first. */
export interface MemoryReaders {
  items: MemoryReader[];
  /** False if the workspace does not record reads now. */
  recording: boolean;
}

/** Positions in the lists of the page, from its URL. */
export interface MemoryPositions {
  /** Null for the strongest relationships. */
  relationships: string | null;
  /** Type of the listed relationships. Null for all types. */
  relationshipType: string | null;
  /** Null for the latest changes. */
  history: string | null;
}

export interface MemoryView {
  memory: Memory;
  /** The first {@link MAX_VERSIONS} versions of the memory, oldest first. */
  versions: Version[];
  versionCount: number;
  /** A page of relationships, strongest first. */
  related: RelatedMemory[];
  /** Number of relationships of the selected type. */
  relationshipCount: number;
  /** False if there are more than `relationshipCount`. */
  isRelationshipCountExact: boolean;
  nextRelationships: string | null;
  /** States of this version, newest first, and the one before the last of them. */
  revisions: Revision[];
  nextRevisions: string | null;
  /** ID of the memory that is valid instead of an inactive one. Null for active memories, and if none is known. */
  replacementId: string | null;
  /** Memories of resolved contradictions that this one replaced. */
  replaced: MemoryExcerpt[];
  /** Unresolved contradictions, at most {@link MAX_CONTRADICTIONS}. */
  contradictions: OpenContradiction[];
  /** Preceding memories, oldest first. */
  before: Memory[];
  /** Following memories, oldest first. */
  after: Memory[];
  /** Conversation of the memory. Null if `before` and `after` are only close in time. */
  conversationId: string | null;
  /** Application that stored the memory. Null if the user may not read the audit log, or its entry is gone. */
  createdThrough: { via: string; clientId: string } | null;
  /** Null if the user may not see the readers. */
  readers: MemoryReaders | null;
}

const RELATED_PER_PAGE = 10;
const REVISIONS_PER_PAGE = 10;
const MAX_NEIGHBORS = 3;
const MAX_VERSIONS = 100;
const MAX_CONTRADICTIONS = 10;
/** Maximum time between a memory without a conversation and its neighbors. */
const NEIGHBOR_WINDOW_MS = 30 * 60_000;

/**
 * Loads a memory with its neighbors and related memories. Returns null for an unknown id.
 *
 * @param options.isOwner true if the user may read the audit log and see who read the memory
 */
export async function loadMemory(
  api: PortalApi,
  id: string,
  { positions, isOwner }: { positions: MemoryPositions; isOwner: boolean },
): Promise<MemoryView | null> {
  const memory = await findMemory(api, id);
  if (memory === null) return null;
  const { relationshipType: type, relationships: relationshipCursor, history: historyCursor } = positions;
  const [relationships, history, { contradictions }, revisions, before, after, createdThrough, readers] =
    await Promise.all([
      api.request<{
        items: Relationship[];
        pagination: { total: number; total_is_exact: boolean; next_cursor: string | null };
      }>({
        path: '/api/v2/relationships',
        query: {
          memory_id: id,
          sort: '-strength',
          per_page: String(RELATED_PER_PAGE),
          // All relationships of an older version are inactive.
          include_inactive: String(!memory.is_active),
          ...(type !== null && { relationship_type: type }),
          ...(relationshipCursor !== null && { cursor: relationshipCursor }),
        },
      }),
      api.request<{ history: Version[]; total_versions: number }>({
        path: `/api/v2/memories/${id}/history`,
        query: { per_page: String(MAX_VERSIONS) },
      }),
      api.request<{ contradictions: Contradiction[] }>({
        path: `/api/v2/memories/${id}/contradictions`,
        query: { per_page: '100' },
      }),
      api.request<{ revisions: Revision[]; next_cursor: string | null }>({
        path: `/api/v2/memories/${id}/revisions`,
        query: {
          per_page: String(REVISIONS_PER_PAGE),
          ...(historyCursor !== null && { cursor: historyCursor }),
        },
      }),
      listNeighbors(api, memory, 'before'),
      listNeighbors(api, memory, 'after'),
      isOwner ? findCreation(api, memory) : null,
      isOwner ? api.request<MemoryReaders>({ path: `/api/v2/memories/${id}/readers` }) : null,
    ]);
  const [related, openContradictions, replacementId, replaced] = await Promise.all([
    loadRelated(api, id, relationships.items),
    loadOpenContradictions(api, id, contradictions),
    findReplacement(api, memory, history.history, contradictions),
    loadReplaced(api, memory, contradictions),
  ]);
  return {
    memory,
    versions: history.history,
    versionCount: history.total_versions,
    related,
    relationshipCount: relationships.pagination.total,
    isRelationshipCountExact: relationships.pagination.total_is_exact,
    nextRelationships: relationships.pagination.next_cursor,
    revisions: revisions.revisions,
    nextRevisions: revisions.next_cursor,
    replacementId,
    replaced,
    contradictions: openContradictions,
    before: before.reverse(),
    after,
    conversationId: conversationOf(memory),
    createdThrough,
    readers,
  };
}

/** Returns the application that stored a memory, from the audit log. */
async function findCreation(
  api: PortalApi,
  { id, created_at: createdAt }: Memory,
): Promise<MemoryView['createdThrough']> {
  const time = Date.parse(createdAt);
  const { items } = await api.request<{ items: { via: string; client_id: string }[] }>({
    path: '/api/v2/audit',
    query: {
      object_id: id,
      object_type: 'memory',
      from: new Date(time - 60_000).toISOString(),
      to: new Date(time + 60_000).toISOString(),
    },
  });
  // The newest entry comes first, and the creation is the oldest one.
  const creation = items.at(-1);
  return creation === undefined ? null : { via: creation.via, clientId: creation.client_id };
}

/** Loads the inactive memories of resolved contradictions of an active memory. */
async function loadReplaced(
  api: PortalApi,
  { id, is_active: isActive }: Memory,
  contradictions: readonly Contradiction[],
): Promise<MemoryExcerpt[]> {
  if (!isActive) return [];
  const resolved = contradictions.filter(({ resolution_status: status }) => status === 'resolved');
  const ids = resolved.slice(0, MAX_CONTRADICTIONS).map((contradiction) => otherOf(contradiction, id));
  const others = await loadExcerpts(api, ids);
  return [...others.values()].filter((other) => !other.is_active);
}

/** Returns the conversation that the metadata of a memory name. */
function conversationOf({ metadata }: Memory): string | null {
  const conversation = metadata['conversation_id'];
  return typeof conversation === 'string' && conversation !== '' ? conversation : null;
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
      const isSource = contradiction.reported_source_id === id;
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

/** Loads the memories at the other ends of relationships. Omits those that do not exist any more. */
async function loadRelated(
  api: PortalApi,
  id: string,
  relationships: readonly Relationship[],
): Promise<RelatedMemory[]> {
  const otherIdOf = ({ from_id: from, to_id: to }: Relationship): string => (from === id ? to : from);
  const others = await loadExcerpts(api, relationships.map(otherIdOf));
  return relationships.flatMap((relationship) => {
    const { id: relationshipId, from_id: from, relationship_type: type, strength } = relationship;
    const memory = others.get(otherIdOf(relationship));
    if (memory === undefined) return [];
    const direction = relationship.direction_type === 'BIDIRECTIONAL' ? 'both' : from === id ? 'out' : 'in';
    return [{ id: relationshipId, type, direction, strength, memory }];
  });
}

/**
 * Lists the closest memories before or after a memory, closest first. They belong to the same conversation.
 * For a memory without a conversation, the event times differ by at most {@link NEIGHBOR_WINDOW_MS}.
 */
async function listNeighbors(api: PortalApi, memory: Memory, side: 'before' | 'after'): Promise<Memory[]> {
  const conversation = conversationOf(memory);
  const { items } = await api.request<{ items: Memory[] }>({
    path: '/api/v2/memories',
    query: {
      // Memories with the same time as this one can be on the other side.
      per_page: String(4 * MAX_NEIGHBORS),
      include_inactive: 'true',
      ...(conversation !== null && { conversation_id: conversation }),
      ...(side === 'before'
        ? { date_to: memory.occurred_at, sort: '-occurred_at' }
        : { date_from: memory.occurred_at, sort: 'occurred_at' }),
    },
  });
  const occurredAtMs = Date.parse(memory.occurred_at);
  const isNeighbor = (other: Memory): boolean =>
    conversation !== null || Math.abs(Date.parse(other.occurred_at) - occurredAtMs) <= NEIGHBOR_WINDOW_MS;
  // The API sorts memories with the same timestamp by id.
  const isOnSide = (other: Memory): boolean => {
    const order = Date.parse(other.occurred_at) - occurredAtMs || (other.id < memory.id ? -1 : 1);
    return other.id !== memory.id && (side === 'before' ? order < 0 : order > 0);
  };
  return items.filter((other) => isOnSide(other) && isNeighbor(other)).slice(0, MAX_NEIGHBORS);
}
