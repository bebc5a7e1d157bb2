import type { PortalApi } from '../api/portal-api.ts';

/** What the page shows of a memory. */
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

/** A relationship as seen from the memory of the page. */
export interface Related {
  type: string;
  /** `out`: from this memory to the other; `in`: from it; `both`: either way. */
  direction: 'out' | 'in' | 'both';
  strength: number;
  memory: Memory;
}

export interface MemoryView {
  memory: Memory;
  related: Related[];
  relationshipCount: number;
  before: Memory[];
  after: Memory[];
  /** The neighbours are of the same conversation, not just of the same hour. */
  sameConversation: boolean;
}

const MAX_RELATED = 24;
const MAX_NEIGHBOURS = 3;
const SAME_TIME_MS = 30 * 60_000;

/** A memory with what stands around it; null when there is none of this id. */
export async function loadMemory(api: PortalApi, id: string): Promise<MemoryView | null> {
  const memory = await findMemory(api, id);
  if (memory === null) return null;
  const [relationships, before, after] = await Promise.all([
    api.request<{ items: Relationship[]; pagination: { total: number } }>({
      path: '/api/v2/relationships',
      query: { memory_id: id, per_page: '100' },
    }),
    around(api, memory, 'before'),
    around(api, memory, 'after'),
  ]);
  const strongest = [...relationships.items].sort((a, b) => b.strength - a.strength).slice(0, MAX_RELATED);
  const related = await Promise.all(strongest.map((relationship) => toRelated(api, id, relationship)));
  const conversation = memory.metadata['conversation_id'];
  const sameConversation = typeof conversation === 'string' && conversation !== '';
  return {
    memory,
    related: related.filter((one) => one !== null),
    relationshipCount: relationships.pagination.total,
    before: before.reverse(),
    after,
    sameConversation,
  };
}

async function findMemory(api: PortalApi, id: string): Promise<Memory | null> {
  return api.request<Memory>({ path: `/api/v2/memories/${id}` }).catch((error: unknown) => {
    if ((error as { status?: unknown }).status === 404) return null;
    throw error;
  });
}

async function toRelated(api: PortalApi, id: string, relationship: Relationship): Promise<Related | null> {
  const { from_id: from, to_id: to, relationship_type: type, strength } = relationship;
  const memory = await findMemory(api, from === id ? to : from);
  if (memory === null) return null;
  const direction = relationship.direction_type === 'BIDIRECTIONAL' ? 'both' : from === id ? 'out' : 'in';
  return { type, direction, strength, memory };
}

/** The nearest first: of the same conversation, or else of the same half hour. */
async function around(api: PortalApi, memory: Memory, side: 'before' | 'after'): Promise<Memory[]> {
  const { items } = await api.request<{ items: Memory[] }>({
    path: '/api/v2/memories',
    query: {
      per_page: '100',
      include_inactive: 'true',
      ...(side === 'before'
        ? { date_to: memory.created_at, sort: '-created_at' }
        : { date_from: memory.created_at, sort: 'created_at' }),
    },
  });
  const conversation = memory.metadata['conversation_id'];
  const at = Date.parse(memory.created_at);
  const isNear = (other: Memory): boolean =>
    typeof conversation === 'string' && conversation !== ''
      ? other.metadata['conversation_id'] === conversation
      : Math.abs(Date.parse(other.created_at) - at) <= SAME_TIME_MS;
  // Ids grow with time, so they order what was stored within the same moment.
  const isOnSide = (other: Memory): boolean =>
    side === 'before' ? other.id < memory.id : other.id > memory.id;
  return items.filter((other) => isOnSide(other) && isNear(other)).slice(0, MAX_NEIGHBOURS);
}
