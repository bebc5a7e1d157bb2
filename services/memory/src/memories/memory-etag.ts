import { requireEtag } from '@loci/http';
import type { EtagCondition } from '@loci/http';
import type { Memory } from './memory.ts';

/**
 * Returns the ETag of the current state of a memory. Contains the time of the change in addition to the revision number,
 * because the restore of a backup assigns the numbers of lost revisions again.
 *
 * @see docs/reference/memories.md#etags
 */
export const memoryEtag = ({ revision, updatedAt }: Pick<Memory, 'revision' | 'updatedAt'>): string =>
  `"${revision}-${updatedAt.getTime().toString(36)}"`;

/**
 * Requires that a locked memory has an ETag of the condition.
 *
 * @throws RES_PRECONDITION_FAILED for another state
 */
export const requireMemoryEtag = (ifMatch: EtagCondition | null, memory: Memory): void =>
  requireEtag(ifMatch, { type: 'memory', id: memory.id, etag: memoryEtag(memory) });
