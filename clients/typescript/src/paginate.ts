/** Part of a list. */
export interface Page<T> {
  items: readonly T[];
  nextCursor: string | null;
}

/** Yields all items of a list. Requests the next page when the items of the previous one are consumed. */
export async function* paginate<T>(
  fetchPage: (cursor: string | undefined) => Promise<Page<T>>,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await fetchPage(cursor);
    yield* page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
