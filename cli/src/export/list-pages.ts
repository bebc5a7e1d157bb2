import type { Api } from '../api/api.ts';

/** Page of a list of the API. */
interface Page<T> {
  items: T[];
  pagination: { next_cursor: string | null };
}

/** Returns all items of a list of the API. */
export async function* listItems<T>(api: Api, path: string): AsyncGenerator<T> {
  let cursor = '';
  do {
    const separator = path.includes('?') ? '&' : '?';
    const suffix = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Page<T> = await api.request({
      method: 'GET',
      path: `${path}${separator}per_page=100${suffix}`,
    });
    yield* page.items;
    cursor = page.pagination.next_cursor ?? '';
  } while (cursor !== '');
}

/** Returns all items of a list whose cursor is not in `pagination`. */
export async function* listFlat<T>(api: Api, path: string, field: string): AsyncGenerator<T> {
  let cursor = '';
  do {
    const suffix = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Record<string, unknown> = await api.request({
      method: 'GET',
      path: `${path}${path.includes('?') ? '&' : '?'}per_page=100${suffix}`,
    });
    yield* page[field] as T[];
    cursor = (page['next_cursor'] as string | null) ?? '';
  } while (cursor !== '');
}
