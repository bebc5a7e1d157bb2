import type { Transaction } from '@loci/postgres';

/** Remembers a proof of possession, atomically. @returns false when it was used before and could still count */
export async function insertDpopJti(
  tx: Transaction,
  proofId: string,
  expiresAt: Date,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO used_proofs AS p (proof_id, expires_at) VALUES ($1, $2)
     ON CONFLICT (proof_id) DO UPDATE SET expires_at = excluded.expires_at WHERE p.expires_at <= $3
     RETURNING proof_id`,
    [proofId, expiresAt, now],
    'insert-proof',
  );
  return rows.length > 0;
}

export async function deleteExpiredDpopJtis(tx: Transaction, now: Date): Promise<void> {
  await tx.query('DELETE FROM used_proofs WHERE expires_at <= $1', [now]);
}
