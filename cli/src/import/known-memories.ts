import { ALL_VERSIONS, PAGE_SIZE } from '@loci/account-export';
import type { Loci, Memory } from '@loci/client';
import type { ImportJournal, JournalItem } from './journal/sqlite-import-journal.ts';

/** All memories, the newest first. */
const NEWEST_FIRST = { sort: '-created_at', include: ALL_VERSIONS } as const;

/**
 * Adds the memories to the journal that other machines have imported since the journal was last complete. For a new
 * journal, this reads all memories of the account.
 */
export async function addKnownMemories(loci: Loci, journal: ImportJournal): Promise<void> {
  const until = journal.knownUntil;
  let newest = '';
  let cursor: string | undefined;
  do {
    const { items, pagination } = await loci.memories.list({ ...NEWEST_FIRST, cursor, per_page: PAGE_SIZE });
    newest ||= items[0]?.created_at ?? '';
    journal.add(items.flatMap((memory) => toJournalItem(memory) ?? []));
    const last = items.at(-1);
    // Memories with the same creation time can be on both sides of the boundary, so they are read again.
    const isKnown = last === undefined || last.created_at < until;
    cursor = isKnown ? undefined : (pagination.next_cursor ?? undefined);
  } while (cursor !== undefined);
  if (newest !== '') journal.knownUntil = newest;
}

/** Records that the journal contains all memories until now, because this run created the newest ones itself. */
export async function markComplete(loci: Loci, journal: ImportJournal): Promise<void> {
  const { items } = await loci.memories.list({ ...NEWEST_FIRST, per_page: 1 });
  journal.knownUntil = items[0]?.created_at ?? '';
}

function toJournalItem({ id, metadata }: Memory): JournalItem | undefined {
  const { key, ref } = (metadata['import'] ?? {}) as { key?: unknown; ref?: unknown };
  return typeof key === 'string' && typeof ref === 'string' ? { key, ref, id } : undefined;
}
