import type { DueTenantDeletion } from '@loci/contracts';
import type { Database } from '@loci/postgres';
import { selectDueDeletions } from './tenant-deletion.repository.ts';

const MAX_DUE = 20;

/** Lists the deleted tenants whose next deletion pass is due, at most 20, in the order of their due time. */
export const listDueDeletions = ({
  database,
  now,
}: {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}): Promise<DueTenantDeletion[]> =>
  database.inSystemTransaction((tx) => selectDueDeletions(tx, now(), MAX_DUE));
