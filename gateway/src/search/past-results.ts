import { isProtectedType } from '@loci/contracts';
import type { RecordedMemoryResource, ResultItem } from '@loci/contracts';
import { firstCodePoints } from '@loci/core';
import type { TimeTravel } from '@loci/service-hosting';
import type { FusedItem, RankedItems } from './rank-results.ts';
import type { SearchContext } from './search-context.ts';

/** A result of a search of the past. */
export interface PastResult {
  fused: FusedItem;
  /** The item as it was at that time. */
  item: ResultItem;
  /** True if the item has another text now. */
  textChangedSince: boolean;
}

/** Number of ranked items that one step reads. */
const ITEMS_PER_STEP = 100;

/** Maximum length of the snippet of a text that the index does not contain, in code points. */
const SNIPPET_LENGTH = 200;

/**
 * Requires that the states of the times are known completely.
 *
 * @throws VAL_FIELD_INVALID for a `knownAt` in the future or before the history of the tenant
 */
export async function requireKnownPast(context: SearchContext, past: TimeTravel): Promise<void> {
  if (past.knownAt !== null) await readStates(context, past, []);
}

/**
 * Replaces the best items of a search with their states of the past, best first. Omits items without such a state, and
 * fills the page with the next ones. Several versions of a memory become one result.
 */
export async function loadPastResults(
  context: SearchContext,
  past: TimeTravel,
  ranked: RankedItems,
): Promise<PastResult[]> {
  const { skip, limit } = context.request;
  const results = new Map<string, PastResult>();
  for (let at = 0; at < ranked.length && results.size < limit; at += ITEMS_PER_STEP) {
    const length = Math.min(ITEMS_PER_STEP, ranked.length - at);
    const step = Array.from({ length }, (_, i) => ranked.item(at + i));
    for (const result of await toPastResults(context, past, step)) {
      if (!results.has(result.item.id)) results.set(result.item.id, result);
    }
  }
  return [...results.values()].slice(skip, limit);
}

async function toPastResults(
  context: SearchContext,
  past: TimeTravel,
  step: readonly FusedItem[],
): Promise<PastResult[]> {
  const ids = step.map(({ id }) => id);
  const [states, { items }] = await Promise.all([
    readStates(context, past, ids),
    context.search.items(
      {
        tenant_id: context.tenantId,
        ids,
        query: context.request.query,
        include_neighbors: context.request.includeNeighbors,
        filter: context.request.filter,
      },
      context.searchOptions(),
    ),
  ]);
  const itemById = new Map(items.map((item) => [item.id, item]));
  return step.flatMap((fused): PastResult[] => {
    const item = itemById.get(fused.id);
    if (!item) return [];
    if (item.kind === 'chunk')
      return isKnownChunk(item, past) ? [{ fused, item, textChangedSince: false }] : [];
    const state = states.get(fused.id);
    if (!state || isProtectedType(state.memory_type)) return [];
    // The text of a superseded version matches only this version. The other versions are found by their own texts.
    if (item.validity === 'superseded' && state.id !== item.id) return [];
    const isIndexedText = state.id === item.id && state.content === item.content;
    const textChangedSince = !isIndexedText || item.validity === 'superseded';
    return [{ fused, item: toPastItem(item, state, isIndexedText), textChangedSince }];
  });
}

/** Document chunks have neither a validity nor revisions. */
const isKnownChunk = (item: ResultItem, { knownAt }: TimeTravel): boolean =>
  knownAt === null || Date.parse(item.created_at) <= knownAt.getTime();

const toPastItem = (item: ResultItem, state: RecordedMemoryResource, isIndexedText: boolean): ResultItem => ({
  ...item,
  id: state.id,
  validity: undefined,
  superseded_by: undefined,
  content: state.content,
  snippet: isIndexedText ? item.snippet : firstCodePoints(state.content, SNIPPET_LENGTH),
  highlight: isIndexedText ? item.highlight : null,
  memory_type: state.memory_type,
  importance: state.importance,
  version: state.version,
  confidence: state.confidence,
  source_type: state.source_type,
  user_id: state.user_id,
  tags: state.tags,
  created_at: state.created_at,
  occurred_at: state.occurred_at,
  updated_at: state.updated_at,
});

const readStates = (
  { memory, tenantId, request, searchOptions }: SearchContext,
  { asOf, knownAt }: TimeTravel,
  ids: readonly string[],
): Promise<Map<string, RecordedMemoryResource>> =>
  memory.getStatesAt(
    tenantId,
    ids,
    { asOf: asOf?.toISOString(), knownAt: knownAt?.toISOString(), include: request.include },
    searchOptions(),
  );
