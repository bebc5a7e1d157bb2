import type { DueErasure } from '@loci/contracts';
import type { Database } from '@loci/postgres';
import { selectDue } from './erasure.repository.ts';

const MAX_DUE = 20;

/** Lists the erasures for which a pass is due, at most 20, in the order of their due time. */
export const listDueErasures = ({
  database,
  now,
}: {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}): Promise<DueErasure[]> => database.inSystemTransaction((tx) => selectDue(tx, now(), MAX_DUE));
