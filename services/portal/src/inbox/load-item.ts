import { ApiError } from '../api/portal-api.ts';
import type { PortalApi } from '../api/portal-api.ts';
import { sortPair } from './inbox-item.ts';
import type { InboxItem, InboxPosition, PairMemory } from './inbox-item.ts';

interface ListPage<Item> {
  items: Item[];
  next_cursor: string | null;
}

/** Number of characters of the contents in the lists of the API. */
const LISTED_CHARACTERS = 300;

/** Cursor after the last pair. No cursor of the API has this value. */
export const SEEN = 'end';

/** The pair at a position, and the position of the next one. */
export interface LoadedItem {
  item: InboxItem | null;
  position: InboxPosition;
  next: InboxPosition | null;
}

/** Loads the pair at a position. Continues with the suggestions after the last contradiction. */
export async function loadItem(api: PortalApi, position: InboxPosition): Promise<LoadedItem> {
  const page = await (position.list === 'contradictions'
    ? loadContradiction(api, position.cursor)
    : loadSuggestion(api, position.cursor));
  const [item] = page.items;
  const suggestions: InboxPosition = { list: 'suggestions', cursor: null, number: position.number };
  if (item === undefined) {
    return position.list === 'contradictions'
      ? loadItem(api, suggestions)
      : { item: null, position, next: null };
  }
  const number = position.number + 1;
  const next =
    page.next_cursor !== null
      ? { ...position, cursor: page.next_cursor, number }
      : position.list === 'contradictions'
        ? { ...suggestions, number }
        : null;
  const [older, newer] = await Promise.all([loadWhole(api, item.older), loadWhole(api, item.newer)]);
  return { item: { ...item, older, newer }, position, next };
}

async function loadContradiction(api: PortalApi, cursor: string | null): Promise<ListPage<InboxItem>> {
  const { items, next_cursor } = await loadFirst<{ id: string; source: PairMemory; target: PairMemory }>(
    api,
    '/api/v2/contradictions',
    cursor,
  );
  return {
    items: items.map(({ id, source, target }) => ({
      list: 'contradictions',
      id,
      kind: 'reported',
      source: source.id,
      ...sortPair(source, target),
    })),
    next_cursor,
  };
}

async function loadSuggestion(api: PortalApi, cursor: string | null): Promise<ListPage<InboxItem>> {
  const { items, next_cursor } = await loadFirst<{
    id: string;
    kind: 'duplicate' | 'contradiction';
    memory: PairMemory;
    other: PairMemory;
  }>(api, '/api/v2/suggestions', cursor);
  return {
    items: items.map(({ id, kind, memory, other }) => ({
      list: 'suggestions',
      id,
      kind,
      source: null,
      ...sortPair(other, memory),
    })),
    next_cursor,
  };
}

const loadFirst = <Item>(api: PortalApi, path: string, cursor: string | null): Promise<ListPage<Item>> =>
  api.request({ path, query: { limit: '1', ...(cursor !== null && { cursor }) } });

/** Loads the whole content of a memory if the list has shortened it. Keeps the beginning of a memory that was deleted. */
async function loadWhole(api: PortalApi, memory: PairMemory): Promise<PairMemory> {
  if (Array.from(memory.content).length < LISTED_CHARACTERS) return memory;
  try {
    const { content } = await api.request<{ content: string }>({ path: `/api/v2/memories/${memory.id}` });
    return { ...memory, content };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return memory;
    throw error;
  }
}
