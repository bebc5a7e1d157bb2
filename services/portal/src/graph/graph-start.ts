import { normalizeTag } from '@loci/contracts';
import { isUuid } from '@loci/core';

const MAX_QUERY_LENGTH = 4_000;

/** What the map starts from. */
export type GraphStart =
  | { kind: 'search'; query: string }
  | { kind: 'memory'; id: string }
  | { kind: 'tag'; tag: string }
  | { kind: 'recent' };

/**
 * Reads the start from the query of a request: `start` is the ID of a memory, `tag` a tag, and `q` a search, or a tag after
 * `#`. The first valid one counts. Without one, the map starts from the newest memories.
 *
 * @returns null if `start` is not an ID
 */
export function readGraphStart(query: Record<string, unknown>): GraphStart | null {
  const text = (name: string): string => {
    const value = query[name];
    return typeof value === 'string' ? value.trim().slice(0, MAX_QUERY_LENGTH) : '';
  };
  const id = text('start');
  if (id !== '') return isUuid(id) ? { kind: 'memory', id: id.toLowerCase() } : null;
  const search = text('q');
  const tag = normalizeTag(text('tag') || (search.startsWith('#') ? search.slice(1) : ''));
  if (tag !== null) return { kind: 'tag', tag };
  return search === '' ? { kind: 'recent' } : { kind: 'search', query: search };
}
