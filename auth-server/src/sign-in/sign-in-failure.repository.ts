import type { Transaction } from '@loci/postgres';

/** Counter of consecutive failed sign-ins. */
export interface FailureCounter {
  /** SHA-256 of the subject of the counter. */
  hash: Buffer;
  /** Number of failures that locks the subject. */
  maxFailures: number;
}

/** Returns the end of the lock of a counter, or null if it is not locked. */
export async function findLock(tx: Transaction, hash: Buffer, now: Date): Promise<Date | null> {
  const [row] = await tx.query<{ locked_until: Date }>(
    'SELECT locked_until FROM failed_sign_ins WHERE counter_hash = $1 AND locked_until > $2',
    [hash, now],
  );
  return row?.locked_until ?? null;
}

/**
 * Counts an attempt as failed before the password is checked, so that parallel attempts cannot bypass the lock. The failure
 * that reaches `maxFailures` locks the subject for 30 seconds. Each further failure doubles the time, up to 15 minutes. One
 * hour without a failure resets the count.
 *
 * @returns null if the attempt is allowed, otherwise the end of the lock
 */
export async function countSignInAttempt(
  tx: Transaction,
  { hash, maxFailures }: FailureCounter,
  now: Date,
): Promise<Date | null> {
  const counted = await tx.query(
    `INSERT INTO failed_sign_ins AS f (counter_hash, failures, last_failed_at) VALUES ($1, 1, $2)
     ON CONFLICT (counter_hash) DO UPDATE SET
       failures = CASE WHEN f.last_failed_at < $2::timestamptz - interval '1 hour' THEN 1 ELSE f.failures + 1 END,
       last_failed_at = $2,
       locked_until = CASE WHEN f.failures >= $3::integer - 1 AND f.last_failed_at >= $2::timestamptz - interval '1 hour'
         THEN $2::timestamptz
           + least(interval '15 minutes', interval '30 seconds' * power(2, least(f.failures - $3::integer + 1, 10)))
         END
     WHERE f.locked_until IS NULL OR f.locked_until <= $2
     RETURNING counter_hash`,
    [hash, now, maxFailures],
  );
  return counted.length > 0 ? null : ((await findLock(tx, hash, now)) ?? now);
}

export async function clearFailures(tx: Transaction, hashes: readonly Buffer[]): Promise<void> {
  await tx.query('DELETE FROM failed_sign_ins WHERE counter_hash = ANY($1)', [hashes]);
}

export async function deleteOldFailures(tx: Transaction, before: Date): Promise<void> {
  await tx.query('DELETE FROM failed_sign_ins WHERE last_failed_at < $1', [before]);
}
