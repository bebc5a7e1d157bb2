import type { Transaction } from '@loci/postgres';

/**
 * Inserts the id of a DPoP proof, atomically.
 *
 * @returns false if the id is already stored and has not expired
 */
export async function insertDpopJti(
  tx: Transaction,
  jtiHash: string,
  expiresAt: Date,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO used_proofs AS p (proof_id, expires_at) VALUES ($1, $2)
     ON CONFLICT (proof_id) DO UPDATE SET expires_at = excluded.expires_at WHERE p.expires_at <= $3
     RETURNING proof_id`,
    [jtiHash, expiresAt, now],
    'insert-dpop-jti',
  );
  return rows.length > 0;
}

export async function deleteExpiredDpopJtis(tx: Transaction, now: Date): Promise<void> {
  await tx.query('DELETE FROM used_proofs WHERE expires_at <= $1', [now]);
}
