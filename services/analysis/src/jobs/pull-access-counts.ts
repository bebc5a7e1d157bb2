import type { Database } from '@loci/postgres';
import type { Job } from '@loci/service-hosting';
import type { AccessFeed, AccessFeedRequest } from '../accesses/access-feed.ts';
import { storeAccessCounts } from '../read-model/store-access-counts.ts';

const EVERY_MS = 5_000;
const PAGE_SIZE = 2_000;
/** Counted reads are written some seconds late, and by several replicas: what is this old is asked for again. */
const OVERLAP_MS = 60_000;

/** Keeps the access counts of the read model. They are no real-time figures (SPEC.md "Memory"). */
export function pullAccessCounts(database: Pick<Database, 'inSystemTransaction'>, feed: AccessFeed): Job {
  // A start asks for everything once: nothing needs to be remembered, and what was missed is mended.
  let since = new Date(0);
  return {
    name: 'pull-access-counts',
    intervalMs: EVERY_MS,
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
