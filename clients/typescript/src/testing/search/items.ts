import { normalizeTags } from '../memories/tags.ts';
import { existingMemories, isProtected } from '../memories/memory.ts';
import type { StoredMemory } from '../memories/memory.ts';
import { requireEqualAliases } from '../memories/read-memories.ts';
import { validityAt } from '../memories/validity.ts';
import type { Validity } from '../memories/validity.ts';
import type { Call } from '../server/operation.ts';
import type { StoredChunk, StoredDocument } from '../documents/document.ts';
import { invalidField } from '../fake-error.ts';
import { toTime } from '../validation/timestamps.ts';

/** A memory or a document chunk. */
export interface Item {
  id: string;
  content: string;
  memory: StoredMemory | null;
  chunk: { document: StoredDocument; chunk: StoredChunk } | null;
  occurredAt: number;
  importance: number;
  validity: Validity;
}

/** Filters of a search, with the names of the API. */
export interface FilterFields {
  memory_types?: string[] | null;
  source_types?: string[] | null;
  min_importance?: number | null;
  importance_threshold?: number | null;
  user_id?: string | null;
  tags?: string | null;
  start_date?: string | null;
  end_date?: string | null;
  include?: string[] | null;
}

/** Returns the items that match the filters. @see docs/reference/search.md#filters */
export function findItems({ tenant, clock }: Call, filter: FilterFields): Item[] {
  requireFilters(filter);
  const now = clock.now();
  const memories = existingMemories(tenant, now)
    .filter(({ memoryType }) => !isProtected(memoryType))
    .map((memory): Item => ({
      id: memory.id,
      content: memory.content,
      memory,
      chunk: null,
      occurredAt: memory.occurredAt,
      importance: memory.importance,
      validity: validityAt(memory, now),
    }));
  const chunks = [...tenant.documents.values()].flatMap((document) =>
    document.chunks.map((chunk): Item => ({
      id: chunk.id,
      content: chunk.content,
      memory: null,
      chunk: { document, chunk },
      occurredAt: document.createdAt,
      importance: 0,
      validity: 'current',
    })),
  );
  return [...memories, ...chunks].filter(toPredicate(filter));
}

/** @throws FakeError VAL_VALIDATION_FAILED for filters that contradict each other */
function requireFilters(filter: FilterFields): void {
  const [from, to] = [toTime(filter.start_date), toTime(filter.end_date, 'end')];
  if (from != null && to != null && from > to)
    throw invalidField('start_date', 'start_date must not be after end_date.', 'VAL_VALIDATION_FAILED');
  requireEqualAliases({ ...filter }, { min_importance: 'importance_threshold' });
}

function toPredicate(filter: FilterFields): (item: Item) => boolean {
  const from = toTime(filter.start_date);
  const to = toTime(filter.end_date, 'end');
  const importance = filter.min_importance ?? filter.importance_threshold;
  const tags = filter.tags ? normalizeTags(filter.tags.split(',')).tags : null;
  return ({ memory, chunk, occurredAt, validity }) =>
    (validity === 'current' || filter.include?.includes(validity) === true) &&
    (!filter.memory_types?.length || (memory !== null && filter.memory_types.includes(memory.memoryType))) &&
    (!filter.source_types?.length || filter.source_types.includes(memory?.sourceType ?? 'document_upload')) &&
    (importance == null || (memory !== null && memory.importance >= importance)) &&
    (filter.user_id == null || (memory?.userId ?? chunk?.document.userId) === filter.user_id) &&
    (tags === null || (memory !== null && tags.some((tag) => memory.tags.includes(tag)))) &&
    (from == null || occurredAt >= from) &&
    (to == null || occurredAt <= to);
}

/** Fields of an item in every search result. */
export function toItemFields({ chunk, memory, validity }: Item, neighbors: number) {
  return {
    tags: [...(memory?.tags ?? [])],
    content_with_context: chunk === null || neighbors === 0 ? null : withContext(chunk, neighbors),
    chunk_index: chunk?.chunk.index ?? null,
    total_chunks: chunk?.document.chunks.length ?? null,
    document_id: chunk?.document.id ?? null,
    document: chunk === null ? null : toCitation(chunk),
    ...(validity === 'superseded' && { validity, superseded_by: memory!.supersededBy }),
  };
}

/** @see docs/reference/mcp-tools.md#citations */
export const toCitation = ({ document, chunk }: NonNullable<Item['chunk']>) => ({
  id: document.id,
  filename: document.filename,
  title: null,
  page: null,
  section: null,
  chunk_index: chunk.index,
  chunk_count: document.chunks.length,
});

function withContext({ document, chunk }: NonNullable<Item['chunk']>, neighbors: number): string {
  const first = Math.max(0, chunk.index - neighbors);
  const near = document.chunks.slice(first, chunk.index + neighbors + 1);
  return near.map(({ content }) => content).join('\n');
}
