import type { Transaction } from '@loci/postgres';

/**
 * Counts an attempt as failed before the password is checked, so that parallel attempts cannot bypass the
 * lock. The fifth consecutive failure locks the email address for 30 seconds. Each further failure doubles
 * the duration of the lock, up to 15 minutes. One hour without a failure resets the count.
 *
 * @returns null if the attempt is allowed, otherwise the end of the lock
 */
export async function countSignInAttempt(
  tx: Transaction,
  emailHash: Buffer,
  now: Date,
): Promise<Date | null> {
  const counted = await tx.query(
    `INSERT INTO sign_in_failures AS f (email_hash, failures, last_failed_at) VALUES ($1, 1, $2)
     ON CONFLICT (email_hash) DO UPDATE SET
       failures = CASE WHEN f.last_failed_at < $2::timestamptz - interval '1 hour' THEN 1 ELSE f.failures + 1 END,
       last_failed_at = $2,
       locked_until = CASE WHEN f.failures >= 4 AND f.last_failed_at >= $2::timestamptz - interval '1 hour'
         THEN $2::timestamptz + least(interval '15 minutes', interval '30 seconds' * power(2, least(f.failures - 4, 10)))
         END
     WHERE f.locked_until IS NULL OR f.locked_until <= $2
     RETURNING email_hash`,
    [emailHash, now],
  );
  if (counted.length > 0) return null;
  const [row] = await tx.query<{ locked_until: Date }>(
    'SELECT locked_until FROM sign_in_failures WHERE email_hash = $1',
    [emailHash],
  );
  return row?.locked_until ?? now;
}

export async function clearFailures(tx: Transaction, emailHash: Buffer): Promise<void> {
  await tx.query('DELETE FROM sign_in_failures WHERE email_hash = $1', [emailHash]);
}

export async function deleteOldFailures(tx: Transaction, before: Date): Promise<void> {
  await tx.query('DELETE FROM sign_in_failures WHERE last_failed_at < $1', [before]);
}
