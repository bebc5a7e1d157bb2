import { createHash } from 'node:crypto';
import type { FoundByService } from '@loci/contracts';
import { canonicalJson } from '@loci/core';

/** Search results of one store. */
export interface StoreResult {
  service: string;
  store: string;
  found_before: number;
  found_after: number | null;
}

/** Data that a deletion keeps. */
export interface RetainedItem {
  item: string;
  description: string;
  /** Number of kept objects, if it is known. */
  count?: number;
  /** Time at which the data is deleted, if it is known. */
  until?: string;
}

/** Results of the searches of a deletion. */
export interface Searches {
  /** Result of the search before the deletion. Null before this search. */
  foundBefore: FoundByService | null;
  /** Result of the last search after a deletion. Null before the first one. */
  foundAfter: FoundByService | null;
}

/** Returns the search results of all stores in alphabetical order, because PostgreSQL does not keep the order of keys. */
export function storeResults({ foundBefore, foundAfter }: Searches): StoreResult[] {
  return sortedEntries(foundBefore ?? {}).flatMap(([service, stores]) =>
    sortedEntries(stores).map(([store, found]) => ({
      service,
      store,
      found_before: found,
      found_after: foundAfter?.[service]?.[store] ?? null,
    })),
  );
}

const sortedEntries = <T>(record: Readonly<Record<string, T>>): [string, T][] =>
  Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));

/** Returns the number of rows, files and index entries in all stores. */
export const totalOf = (found: FoundByService): number =>
  Object.values(found)
    .flatMap((stores) => Object.values(stores))
    .reduce((sum, count) => sum + count, 0);

/** Returns the digest of the content of a receipt: the SHA-256 of its canonical JSON (RFC 8785), in hexadecimal digits. */
export const digestOf = (content: object): string =>
  createHash('sha256').update(canonicalJson(content)).digest('hex');

/** @param until time until which the event log keeps events */
export const eventLogItem = (until: string): RetainedItem => ({
  item: 'event_log',
  description: 'Events and dead letters in Kafka. No request reads them.',
  until,
});
