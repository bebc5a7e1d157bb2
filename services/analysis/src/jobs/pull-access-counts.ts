import type { Database } from '@loci/postgres';
import type { Job } from '@loci/service-hosting';
import type { AccessFeed, AccessFeedRequest } from '../accesses/access-feed.ts';
import { storeAccessCounts } from '../read-model/store-access-counts.ts';

const INTERVAL_MS = 5_000;
const PAGE_SIZE = 2_000;
/**
 * Milliseconds by which the time ranges that consecutive runs read overlap. The overlap is necessary because
 * replicas of the memory service store an access a few seconds after it occurs.
 */
const OVERLAP_MS = 60_000;

/**
 * Job that copies access counts from the memory service to the read model. The first run after each start
 * copies all access counts, including those that changed while the process was stopped. The position in the
 * feed is therefore not stored.
 *
 * @see docs/reference/memories.md#access-counting
 */
export function pullAccessCounts(database: Pick<Database, 'inSystemTransaction'>, feed: AccessFeed): Job {
  let since = new Date(0);
  return {
    name: 'pull-access-counts',
    intervalMs: INTERVAL_MS,
    run: async (signal) => {
      let after: AccessFeedRequest['after'] = null;
      for (;;) {
        const page = await feed.accessedSince({ since, after, limit: PAGE_SIZE });
        if (page.length > 0) await database.inSystemTransaction((tx) => storeAccessCounts(tx, page));
        after = page.at(-1) ?? after;
        if (page.length < PAGE_SIZE || signal.aborted) break;
      }
      if (after !== null && !signal.aborted) since = new Date(after.lastAccessed.getTime() - OVERLAP_MS);
    },
  };
}
