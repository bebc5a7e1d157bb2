import type { Api } from '../api/api.ts';
import type { ImportJournal, JournalItem } from './journal/sqlite-import-journal.ts';

interface MemoryPage {
  items: { id: string; created_at: string; metadata: { import?: { ref?: unknown; key?: unknown } | null } }[];
  pagination: { next_cursor: string | null };
}

/**
 * Adds the memories to the journal that other machines have imported since the journal was last complete. For a new
 * journal, this reads all memories of the account.
 */
export async function addKnownMemories(api: Api, journal: ImportJournal): Promise<void> {
  const until = journal.knownUntil;
  let newest = '';
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: MemoryPage = await api.request({
      method: 'GET',
      path: `/api/v2/memories?per_page=100&sort=-created_at&include=superseded,expired,future${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    });
    newest ||= page.items[0]?.created_at ?? '';
    journal.add(page.items.flatMap(({ id, metadata }) => toJournalItem(id, metadata.import) ?? []));
    const last = page.items.at(-1);
    // Memories with the same creation time can be on both sides of the boundary, so they are read again.
    cursor = last === undefined || last.created_at < until ? null : page.pagination.next_cursor;
  }
  if (newest !== '') journal.knownUntil = newest;
}

/** Records that the journal contains all memories until now, because this run created the newest ones itself. */
export async function markComplete(api: Api, journal: ImportJournal): Promise<void> {
  const { items }: MemoryPage = await api.request({
    method: 'GET',
    path: '/api/v2/memories?per_page=1&sort=-created_at&include=superseded,expired,future',
  });
  journal.knownUntil = items[0]?.created_at ?? '';
}

function toJournalItem(
  id: string,
  mark: MemoryPage['items'][0]['metadata']['import'],
): JournalItem | undefined {
  const { key, ref } = mark ?? {};
  return typeof key === 'string' && typeof ref === 'string' ? { key, ref, id } : undefined;
}
