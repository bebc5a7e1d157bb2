import type { Database } from '@loci/postgres';
import { insertDpopJti } from './dpop-jti.repository.ts';

export interface RecordDpopJtiDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}

/** @returns true for the first who shows this proof, whichever gateway asks */
export const recordDpopJti = (
  { database, now }: RecordDpopJtiDeps,
  proofId: string,
  expiresAt: Date,
): Promise<boolean> => database.inSystemTransaction((tx) => insertDpopJti(tx, proofId, expiresAt, now()));
