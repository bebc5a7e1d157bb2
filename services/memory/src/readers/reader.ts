import type { Caller } from '@loci/core';

/** Days for which reads are kept, including the current UTC day. @see docs/reference/memories.md#readers */
const READ_RETENTION_DAYS = 90;
const DAY_MS = 86_400_000;
/** Maximum number of stored rows of a memory. A row has the reads of one reader on one day. The latest days are kept. */
export const MAX_ROWS_PER_MEMORY = 500;

/** A user with the application or API key that the user reads with. */
export interface Reader {
  userId: string;
  clientId: string;
  /** Null without an API key. */
  keyId: string | null;
}

/** How often a reader read a memory in a period. */
export interface ReadCounts {
  /** Number of reads by ID. */
  opened: number;
  /** Number of searches and contexts that returned the memory. */
  found: number;
}

/** Reads of a memory by one reader on one UTC day. */
export interface DailyReads extends Reader, ReadCounts {
  tenantId: string;
  memoryId: string;
  firstReadAt: Date;
  /** On the same UTC day as `firstReadAt`. */
  lastReadAt: Date;
}

/** All stored reads of a memory by one reader. */
export interface MemoryReader extends Reader, ReadCounts {
  lastReadAt: Date;
  /** Reads by UTC day, `YYYY-MM-DD`, latest first. */
  days: (ReadCounts & { date: string })[];
}

/** Longer client IDs are cut, so that the primary key of the table fits into an index page. */
const MAX_CLIENT_ID_LENGTH = 500;

export const readerOf = ({
  userId,
  clientId,
  keyId,
}: Pick<Caller, 'userId' | 'clientId' | 'keyId'>): Reader => ({
  userId,
  clientId: clientId.slice(0, MAX_CLIENT_ID_LENGTH),
  keyId: keyId ?? null,
});

/** Returns a time on the first UTC day whose reads are kept. */
export const firstKeptDay = (now: Date): Date => new Date(now.getTime() - (READ_RETENTION_DAYS - 1) * DAY_MS);

/**
 * Groups the reads of a memory by reader.
 *
 * @param rows latest day first
 * @returns readers, latest read first
 */
export function groupByReader(rows: readonly DailyReads[]): MemoryReader[] {
  const readers = new Map<string, MemoryReader>();
  for (const { userId, clientId, keyId, opened, found, lastReadAt } of rows) {
    const day = { date: lastReadAt.toISOString().slice(0, 10), opened, found };
    const key = JSON.stringify([userId, clientId, keyId]);
    const known = readers.get(key);
    if (known === undefined) {
      readers.set(key, { userId, clientId, keyId, opened, found, lastReadAt, days: [day] });
    } else {
      known.opened += opened;
      known.found += found;
      known.days.push(day);
    }
  }
  return [...readers.values()].sort((one, other) => other.lastReadAt.getTime() - one.lastReadAt.getTime());
}
