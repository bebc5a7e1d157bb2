import type { Database } from '@loci/postgres';
import { insertProof } from './proof.repository.ts';

export interface RememberProofDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}

/** @returns true for the first who shows this proof, whichever gateway asks */
export const rememberProof = (
  { database, now }: RememberProofDeps,
  proofId: string,
  expiresAt: Date,
): Promise<boolean> => database.inSystemTransaction((tx) => insertProof(tx, proofId, expiresAt, now()));
