import type { AuditEntry } from '@loci/contracts';

/** Returns the entries after an entry, newest first, or the newest entries. Returns fewer than a page only at the end. */
export type FetchEntries = (after: AuditEntry | undefined) => Promise<AuditEntry[]>;

interface Source {
  fetch: FetchEntries;
  /** Entries of the last page. */
  page: AuditEntry[];
  /** Index of the next entry in `page`. */
  next: number;
}

/**
 * Merges the lists of several services into one list, newest first. Holds at most one page per service.
 *
 * @param fetches one function per service
 * @param pageSize number of entries that each function returns before the end of its list
 * @throws the first error of a service; the list then ends, because a list with missing entries would be misleading
 */
export async function* mergeEntries(
  fetches: readonly FetchEntries[],
  pageSize: number,
): AsyncGenerator<AuditEntry, void, undefined> {
  const sources: Source[] = await Promise.all(
    fetches.map(async (fetch) => ({ fetch, page: await fetch(undefined), next: 0 })),
  );
  for (;;) {
    const source = newest(sources);
    if (source === null) return;
    const entry = source.page[source.next++]!;
    yield entry;
    if (source.next === source.page.length && source.page.length === pageSize) {
      source.page = await source.fetch(entry);
      source.next = 0;
    }
  }
}

/** Returns the source with the newest next entry, or null at the end of all lists. */
function newest(sources: readonly Source[]): Source | null {
  let found: Source | null = null;
  for (const source of sources) {
    if (source.next === source.page.length) continue;
    if (found === null || isNewer(source.page[source.next]!, found.page[found.next]!)) found = source;
  }
  return found;
}

/** Compares times and IDs as texts, which have the same order because all times have the same length. */
const isNewer = (one: AuditEntry, other: AuditEntry): boolean =>
  one.at === other.at ? one.id > other.id : one.at > other.at;
