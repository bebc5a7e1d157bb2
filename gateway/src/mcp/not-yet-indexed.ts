import type { MemoryResource, RelationshipType } from '@loci/contracts';
import { z } from 'zod';
import type { ToolContext } from './tool.ts';

/** Maximum number of memories or relationships in the field. */
const MAX_LISTED = 20;
/** Number of latest memories of the caller among which those that are not indexed are searched for. */
const LATEST_MEMORIES = 100;

/** Output schema of the field `not_yet_indexed` with elements of the given schema. */
export const notYetIndexedOutput = (element: z.ZodType) => ({
  not_yet_indexed: z
    .array(element)
    .describe('Newest changes of this user that the results lack, newest first. Only if fresh is false.'),
});

export interface MemoryFilter {
  /** Comma-separated tags, as in the REST API. */
  tags?: string | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/**
 * Returns the memories that the caller stored or changed and that the search indexes do not contain yet, newest first.
 * Reads them from the memory service, which stored the change in PostgreSQL before it responded.
 *
 * @throws as {@link ToolContext.request}
 */
async function readUnindexedMemories(
  { caller, request }: Pick<ToolContext, 'caller' | 'request'>,
  filter: MemoryFilter,
): Promise<MemoryResource[]> {
  const query = {
    user_id: caller.userId,
    sort: '-updated_at',
    per_page: String(LATEST_MEMORIES),
    tags: filter.tags,
    date_from: filter.start_date,
    date_to: filter.end_date,
  };
  const { items } = await request<{ items: MemoryResource[] }>({
    method: 'get',
    path: '/api/v2/memories',
    query: withoutUndefined(query),
  });
  // The status becomes `completed` after the indexing of the current content.
  return items.filter(({ embedding_status: status }) => status === 'pending').slice(0, MAX_LISTED);
}

/**
 * Adds the memories that {@link readUnindexedMemories} returns to the fields of a search. Removes results with an earlier
 * content of these memories.
 */
export async function addUnindexedMemories(
  context: Pick<ToolContext, 'caller' | 'request'>,
  filter: MemoryFilter,
  fields: Record<string, unknown>,
  toElement: (memory: MemoryResource) => object,
): Promise<Record<string, unknown>> {
  const memories = await readUnindexedMemories(context, filter);
  if (memories.length === 0) return fields;
  const changed = new Set(memories.map(({ id }) => id));
  const results = (fields['results'] as { id: string }[]).filter(({ id }) => !changed.has(id));
  return {
    ...fields,
    results,
    ...('count' in fields && { count: results.length }),
    not_yet_indexed: memories.map(toElement),
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
 * @throws as {@link ToolContext.request}
 */
export async function readMissingRelationships(
  { request }: Pick<ToolContext, 'request'>,
  memoryId: string,
  found: ReadonlySet<string>,
): Promise<ListedRelationship[]> {
  const { items } = await request<{ items: ListedRelationship[] }>({
    method: 'get',
    path: '/api/v2/relationships',
    query: { memory_id: memoryId, per_page: String(MAX_LISTED) },
  });
  return items
    .filter(({ id }) => !found.has(id))
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
