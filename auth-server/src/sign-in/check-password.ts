import { createHash } from 'node:crypto';
import { clientNetwork } from '@loci/http';
import type { Database } from '@loci/postgres';
import { throttleAttempt } from '../login-throttle/login-throttle.ts';
import type { Attempt, AttemptLimit } from '../login-throttle/login-throttle.ts';
import { throttledIfQueueFull } from '../users/hash-queue.ts';
import { verifyPassword } from '../users/password.ts';
import { findUserByEmail } from '../users/user.repository.ts';
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH, normalizeEmail } from '../users/user.ts';
import { clearFailures, countSignInAttempt, findLock } from './sign-in-failure.repository.ts';
import type { FailureCounter } from './sign-in-failure.repository.ts';

export interface CheckPasswordDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}

/** Limit of failed sign-ins per client network. Successful attempts are refunded. */
const SIGN_IN_LIMIT: AttemptLimit = { purpose: 'sign-in', max: 20, windowMs: 60_000 };
/** Failures that lock an email address for one client network or one known browser. */
const MAX_FAILURES = 5;
/** Failures from all unknown browsers together that lock an email address for unknown browsers. */
const MAX_FAILURES_OF_ALL = 50;

export type PasswordCheck =
  | { kind: 'correct'; userId: string }
  /** The password is wrong, or the email address has no account. */
  | { kind: 'incorrect' }
  | { kind: 'throttled'; retryAfterSeconds: number };

const NOT_LIMITED: Pick<Attempt, 'allowed' | 'retryAfterSeconds' | 'refund'> = {
  allowed: true,
  retryAfterSeconds: 0,
  refund: () => Promise.resolve(),
};

/**
 * Checks the password of an email address. Failures are counted by email address and client network, and with a higher
 * limit by email address alone. In a browser in which the user signed in before, only the failures of this browser count,
 * so that other people cannot lock the user out.
 *
 * Neither the result nor the response time reveals whether the address has an account, because unknown
 * addresses are hashed, counted and locked as well.
 *
 * @param input.clientAddress IP address of the client
 * @param input.browserId ID of a browser in which the user signed in before, otherwise null
 * @see docs/security-model.md#threat-24-rate-limit-bypass
 */
export async function checkPassword(
  deps: CheckPasswordDeps,
  input: { email: string; password: string; clientAddress: string; browserId: string | null },
): Promise<PasswordCheck> {
  const { database } = deps;
  const email = normalizeEmail(input.email).slice(0, MAX_EMAIL_LENGTH);
  const attempt =
    input.browserId === null ? await throttleAttempt(deps, SIGN_IN_LIMIT, input.clientAddress) : NOT_LIMITED;
  if (!attempt.allowed) {
    return { kind: 'throttled', retryAfterSeconds: attempt.retryAfterSeconds };
  }
  const counters = countersOf(email, input);
  const [lockedUntil, user] = await database.inSystemTransaction((tx) =>
    Promise.all([countAll(tx, counters, deps.now()), findUserByEmail(tx, email)]),
  );
  if (lockedUntil !== null) {
    const waitMs = lockedUntil.getTime() - deps.now().getTime();
    return { kind: 'throttled', retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
  }
  const password = input.password.slice(0, MAX_PASSWORD_LENGTH);
  const isCorrect = await verifyPassword(password, user?.passwordHash ?? null).catch(throttledIfQueueFull);
  if (typeof isCorrect === 'object') return isCorrect;
  if (!isCorrect || user === null) return { kind: 'incorrect' };
  const hashes = counters.map(({ hash }) => hash);
  await Promise.all([database.inSystemTransaction((tx) => clearFailures(tx, hashes)), attempt.refund()]);
  return { kind: 'correct', userId: user.userId };
}

/** Returns the counters of an attempt, the one with the lowest limit first. */
function countersOf(
  email: string,
  { clientAddress, browserId }: { clientAddress: string; browserId: string | null },
): FailureCounter[] {
  const counter = (subject: string, maxFailures: number): FailureCounter => ({
    hash: createHash('sha256').update(`${subject}:${email}`).digest(),
    maxFailures,
  });
  if (browserId !== null) return [counter(`browser:${browserId}`, MAX_FAILURES)];
  return [
    counter(`network:${clientNetwork(clientAddress)}`, MAX_FAILURES),
    counter('all', MAX_FAILURES_OF_ALL),
  ];
}

/** Counts an attempt in all counters, unless one is locked. @returns the end of a lock, or null */
async function countAll(
  tx: Parameters<typeof countSignInAttempt>[0],
  counters: readonly FailureCounter[],
  now: Date,
): Promise<Date | null> {
  // A rejected attempt must not count elsewhere. Otherwise, one network could lock the address for all networks.
  for (const { hash } of counters) {
    const lockedUntil = await findLock(tx, hash, now);
    if (lockedUntil !== null) return lockedUntil;
  }
  for (const counter of counters) {
    const lockedUntil = await countSignInAttempt(tx, counter, now);
    if (lockedUntil !== null) return lockedUntil;
  }
  return null;
}
