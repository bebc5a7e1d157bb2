import type { HiddenValidity, MemoryResource, RelationshipType } from '@loci/contracts';
import { z } from 'zod';
import type { ToolContext } from './tool.ts';

/** Maximum number of memories or relationships in the field. */
const MAX_LISTED = 20;
/** Number of latest memories of the caller among which those that are not indexed are searched for. */
const LATEST_MEMORIES = 100;
/** Number of newest relationships of a memory among which missing ones are searched for. */
const NEWEST_RELATIONSHIPS = 100;

/** Output schema of the field `not_yet_indexed` with elements of the given schema. */
export const notYetIndexedOutput = (element: z.ZodType) => ({
  not_yet_indexed: z
    .array(element)
    .describe('Newest changes of this user that the results lack, newest first. Only if fresh is false.'),
  unavailable: z
    .boolean()
    .optional()
    .describe('True if the indexes did not respond, so that the result has only not_yet_indexed.'),
});

/** Output schema of the field that tells whether `not_yet_indexed` omits memories. */
export const notYetIndexedTruncated = {
  not_yet_indexed_truncated: z
    .boolean()
    .optional()
    .describe('True if not_yet_indexed can lack memories, because it has at most 20.'),
};

export interface MemoryFilter {
  memory_types?: readonly string[] | undefined;
  min_importance?: number | undefined;
  /** Comma-separated tags, as in the REST API. */
  tags?: string | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
  /** Validities of the results in addition to those that are true. */
  include?: readonly HiddenValidity[] | undefined;
}

type MemoryContext = Pick<ToolContext, 'caller' | 'request' | 'memory' | 'callOptions'>;

/**
 * Returns the memories that the caller stored or changed and that the search indexes do not contain yet, newest first.
 * Reads them from the memory service, which stored the change in PostgreSQL before it responded.
 *
 * @throws as {@link ToolContext.request}
 */
async function readUnindexedMemories(
  { caller, request }: MemoryContext,
  filter: MemoryFilter,
): Promise<{ memories: MemoryResource[]; isTruncated: boolean }> {
  const query = {
    user_id: caller.userId,
    sort: '-updated_at',
    per_page: String(LATEST_MEMORIES),
    memory_types: filter.memory_types?.join(',') || undefined,
    min_importance: filter.min_importance?.toString(),
    tags: filter.tags,
    date_from: filter.start_date,
    date_to: filter.end_date,
    include: filter.include?.join(','),
  };
  const { items } = await request<{ items: MemoryResource[] }>({
    method: 'get',
    path: '/api/v2/memories',
    query: withoutUndefined(query),
  });
  // The status becomes `completed` after the indexing of the current content.
  const isPending = (memory: MemoryResource | undefined): boolean => memory?.embedding_status === 'pending';
  const pending = items.filter(isPending);
  return {
    memories: pending.slice(0, MAX_LISTED),
    isTruncated: pending.length > MAX_LISTED || (items.length === LATEST_MEMORIES && isPending(items.at(-1))),
  };
}

/** Fields of a result of a search. Only document chunks have `document_id` or `document`. */
interface SearchResult {
  id: string;
  tags?: readonly string[];
  document_id?: string;
  document?: object;
}

const isMemory = (result: SearchResult): boolean =>
  result.document_id === undefined && result.document === undefined;

/**
 * Corrects the results of a search by the state of the memories in PostgreSQL: removes memories that were deleted, that the
 * filter no longer selects, or whose content changed, and replaces changed tags.
 *
 * @param changed ids of the memories whose content changed
 */
async function correctResults(
  { caller, memory, callOptions }: MemoryContext,
  filter: MemoryFilter,
  results: readonly SearchResult[],
  changed: ReadonlySet<string>,
): Promise<SearchResult[]> {
  const ids = results.filter(isMemory).map(({ id }) => id);
  const stored = ids.length === 0 ? [] : await memory.getMany(caller.tenantId, ids, callOptions);
  const byId = new Map(stored.map((entry) => [entry.id, entry]));
  const validities = new Set<string>(['current', ...(filter.include ?? [])]);
  const tags = filter.tags?.split(',');
  return results.flatMap((result) => {
    if (!isMemory(result)) return result;
    const current = byId.get(result.id);
    if (!current || changed.has(result.id) || !validities.has(current.validity)) return [];
    if (tags && !tags.some((tag) => current.tags.includes(tag))) return [];
    if (filter.memory_types?.length && !filter.memory_types.includes(current.memory_type)) return [];
    if (filter.min_importance !== undefined && current.importance < filter.min_importance) return [];
    return result.tags === undefined ? result : { ...result, tags: current.tags };
  });
}

/**
 * Adds the memories of {@link readUnindexedMemories} to the fields of a search, and corrects its results.
 */
export async function addUnindexedMemories(
  context: MemoryContext,
  filter: MemoryFilter,
  fields: Record<string, unknown>,
  toElement: (memory: MemoryResource) => object,
): Promise<Record<string, unknown>> {
  const { memories, isTruncated } = await readUnindexedMemories(context, filter);
  const changed = new Set(memories.map(({ id }) => id));
  const results = await correctResults(context, filter, fields['results'] as SearchResult[], changed);
  return {
    ...fields,
    results,
    ...('count' in fields && { count: results.length }),
    ...(memories.length > 0 && { not_yet_indexed: memories.map(toElement) }),
    ...(isTruncated && { not_yet_indexed_truncated: true }),
  };
}

interface ListedRelationship {
  id: string;
  from_id: string;
  to_id: string;
  relationship_type: RelationshipType;
  strength: number;
}

/**
 * Returns the relationships of a memory that a traversal did not find, newest first. Reads them from PostgreSQL, while the
 * traversal reads the graph store.
 *
 * @param found ids of the relationships that the traversal found
 * @param types types that the traversal followed
 * @returns at most {@link MAX_LISTED} relationships
 * @throws as {@link ToolContext.request}
 */
export async function readMissingRelationships(
  { request }: Pick<ToolContext, 'request'>,
  memoryId: string,
  found: ReadonlySet<string>,
  types: ReadonlySet<RelationshipType>,
): Promise<ListedRelationship[]> {
  const { items } = await request<{ items: ListedRelationship[] }>({
    method: 'get',
    path: '/api/v2/relationships',
    query: { memory_id: memoryId, per_page: String(NEWEST_RELATIONSHIPS) },
  });
  return items
    .filter(({ id, relationship_type: type }) => !found.has(id) && types.has(type))
    .slice(0, MAX_LISTED)
    .map(({ id, from_id, to_id, relationship_type, strength }) => ({
      id,
      from_id,
      to_id,
      relationship_type,
      strength,
    }));
}

const withoutUndefined = (query: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
