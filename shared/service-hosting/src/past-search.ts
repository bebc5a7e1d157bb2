import { HIDDEN_VALIDITIES, isProtectedType } from '@loci/contracts';
import type {
  CallOptions,
  HiddenValidity,
  MemoryClient,
  RecordedMemoryResource,
  ResultItem,
  SearchFilterWire,
} from '@loci/contracts';
import { firstCodePoints } from '@loci/core';
import { isPresent, toTimeTravel } from './time-travel.ts';
import type { TimeTravel } from './time-travel.ts';

/** A search of the past, of which at least one time is set. */
export interface PastSearch {
  memory: Pick<MemoryClient, 'getStatesAt'>;
  tenantId: string;
  past: TimeTravel;
  /** Validities of the results in addition to those that were true. */
  include: readonly HiddenValidity[];
  /** Number of best results to skip. */
  skip: number;
  /** Maximum number of results, including the skipped ones. */
  limit: number;
  /** Loads the result fields of at most `ITEMS_PER_STEP` indexed items, including superseded versions. */
  loadItems(ids: readonly string[]): Promise<readonly ResultItem[]>;
  /** Options of a call that starts now. */
  callOptions(): CallOptions;
}

/** Items that the indexes found, best first. */
export interface RankedItems<Ranked> {
  readonly length: number;
  /** Returns the item at a rank. The first rank is 0. */
  item(rank: number): Ranked;
}

/** A result of a search of the past. */
export interface PastResult<Ranked> {
  ranked: Ranked;
  /** The item as it was at that time. */
  item: ResultItem;
  /** True if the item has another text now. */
  textChangedSince: boolean;
}

/** Number of ranked items that one step reads. */
const ITEMS_PER_STEP = 100;

/** Maximum length of the snippet of a text that the index does not contain, in code points. */
const SNIPPET_LENGTH = 200;

/** Returns the times of a search of the past, or null for a search of the present. */
export function toPast(body: Parameters<typeof toTimeTravel>[0]): TimeTravel | null {
  const travel = toTimeTravel(body);
  return isPresent(travel) ? null : travel;
}

/**
 * Builds the part of a search filter about the validity of items. The indexes contain only the current periods, which a
 * search with `knownAt` ignores.
 *
 * @param include validities of the results in addition to those that are true
 */
export function toValidityFilter(
  include: readonly HiddenValidity[],
  past: TimeTravel | null,
): SearchFilterWire {
  const at = past && (past.asOf ?? past.knownAt);
  const included = new Set([
    ...include,
    // A version that was true then can be superseded now.
    ...(at ? (['superseded'] as const) : []),
    ...(past?.knownAt ? HIDDEN_VALIDITIES : []),
  ]);
  return {
    ...(included.size > 0 ? { include: [...included] } : {}),
    ...(at ? { as_of: at.getTime() } : {}),
  };
}

/**
 * Requires that the states of the times are known completely.
 *
 * @throws VAL_FIELD_INVALID for a `knownAt` in the future or before the history of the tenant
 */
export async function requireKnownPast(search: PastSearch): Promise<void> {
  if (search.past.knownAt !== null) await readStates(search, []);
}

/**
 * Replaces the best items of a search with their states of the past, best first. Omits items without such a state, and
 * fills the page with the next ones. Several versions of a memory become one result.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if the memory service is unavailable
 * @see docs/reference/search.md#search-the-past
 */
export async function loadPastResults<Ranked extends { id: string }>(
  search: PastSearch,
  ranked: RankedItems<Ranked>,
): Promise<PastResult<Ranked>[]> {
  const { skip, limit } = search;
  const results = new Map<string, PastResult<Ranked>>();
  for (let at = 0; at < ranked.length && results.size < limit; at += ITEMS_PER_STEP) {
    const length = Math.min(ITEMS_PER_STEP, ranked.length - at);
    const step = Array.from({ length }, (_, i) => ranked.item(at + i));
    for (const result of await toPastResults(search, step)) {
      if (!results.has(result.item.id)) results.set(result.item.id, result);
    }
  }
  return [...results.values()].slice(skip, limit);
}

async function toPastResults<Ranked extends { id: string }>(
  search: PastSearch,
  step: readonly Ranked[],
): Promise<PastResult<Ranked>[]> {
  const ids = step.map(({ id }) => id);
  const [states, items] = await Promise.all([readStates(search, ids), search.loadItems(ids)]);
  const itemById = new Map(items.map((item) => [item.id, item]));
  return step.flatMap((ranked): PastResult<Ranked>[] => {
    const item = itemById.get(ranked.id);
    if (!item) return [];
    if (item.kind === 'chunk')
      return isKnownChunk(item, search.past) ? [{ ranked, item, textChangedSince: false }] : [];
    const state = states.get(ranked.id);
    if (!state || isProtectedType(state.memory_type)) return [];
    // The text of a superseded version matches only this version. The other versions are found by their own texts.
    if (item.validity === 'superseded' && state.id !== item.id) return [];
    const isIndexedText = state.id === item.id && state.content === item.content;
    const textChangedSince = !isIndexedText || item.validity === 'superseded';
    return [{ ranked, item: toPastItem(item, state, isIndexedText), textChangedSince }];
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
  { memory, tenantId, past: { asOf, knownAt }, include, callOptions }: PastSearch,
  ids: readonly string[],
): Promise<Map<string, RecordedMemoryResource>> =>
  memory.getStatesAt(
    tenantId,
    ids,
    { asOf: asOf?.toISOString(), knownAt: knownAt?.toISOString(), include },
    callOptions(),
  );
