import type { Database } from '@loci/postgres';
import type { Job } from '@loci/service-hosting';
import type { TagRepository } from '../tags/tag.repository.ts';

const INTERVAL_MS = 3_600_000;
/** Minimum age of a tag that is deleted. A newer tag may belong to a memory that is being stored. */
const MIN_AGE_MS = 3_600_000;

/** Creates the job that deletes unused tags every hour. @see docs/reference/tags.md#unused-tags */
export const cleanUnusedTags = (
  database: Pick<Database, 'inSystemTransaction'>,
  tags: Pick<TagRepository, 'removeUnused'>,
  now: () => Date,
): Job => ({
  name: 'clean-unused-tags',
  intervalMs: INTERVAL_MS,
  run: () =>
    database.inSystemTransaction((tx) => tags.removeUnused(tx, null, new Date(now().getTime() - MIN_AGE_MS))),
});
