import type { Database } from '@loci/postgres';
import type { Job } from '@loci/service-hosting';
import type { TagRepository } from '../tags/tag.repository.ts';

const EVERY_MS = 3_600_000;
/** A tag that was just made known may be on its way to a memory. */
const MIN_AGE_MS = 3_600_000;

/** @see SPEC.md "Tags": tags with zero usage may be cleaned up periodically */
export const cleanUnusedTags = (
  database: Pick<Database, 'inSystemTransaction'>,
  tags: Pick<TagRepository, 'removeUnused'>,
  now: () => Date,
): Job => ({
  name: 'clean-unused-tags',
  intervalMs: EVERY_MS,
  run: () =>
    database.inSystemTransaction((tx) => tags.removeUnused(tx, new Date(now().getTime() - MIN_AGE_MS))),
});
