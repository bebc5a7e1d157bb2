import { createHash } from 'node:crypto';
import type { Database } from '@loci/postgres';
import { throttleAttempt } from '../login-throttle/login-throttle.ts';
import type { AttemptLimit } from '../login-throttle/login-throttle.ts';
import { verifyPassword } from '../users/password.ts';
import { findUserByEmail } from '../users/user.repository.ts';
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH, normalizeEmail } from '../users/user.ts';
import { countSignInAttempt, clearFailures } from './sign-in-failure.repository.ts';

export interface CheckPasswordDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}

/** Limit of failed sign-ins per client network. Successful attempts are refunded. */
const SIGN_IN_LIMIT: AttemptLimit = { purpose: 'sign-in', max: 20, windowMs: 60_000 };

export type PasswordCheck =
  | { kind: 'correct'; userId: string }
  /** The password is wrong, or the email address has no account. */
  | { kind: 'incorrect' }
  | { kind: 'throttled'; retryAfterSeconds: number };

/**
 * Checks the password of an email address. Attempts are limited per client network and per email address.
 * Neither the result nor the response time reveals whether the address has an account, because unknown
 * addresses are hashed, counted and locked as well.
 *
 * @param input.clientAddress IP address of the client
 * @see docs/security-model.md#threat-24-rate-limit-bypass
 */
export async function checkPassword(
  deps: CheckPasswordDeps,
  input: { email: string; password: string; clientAddress: string },
): Promise<PasswordCheck> {
  const { database } = deps;
  const email = normalizeEmail(input.email).slice(0, MAX_EMAIL_LENGTH);
  const attempt = await throttleAttempt(deps, SIGN_IN_LIMIT, input.clientAddress);
  if (!attempt.allowed) {
    return { kind: 'throttled', retryAfterSeconds: attempt.retryAfterSeconds };
  }
  const emailHash = createHash('sha256').update(email).digest();
  const [lockedUntil, user] = await database.inSystemTransaction((tx) =>
    Promise.all([countSignInAttempt(tx, emailHash, deps.now()), findUserByEmail(tx, email)]),
  );
  if (lockedUntil !== null) {
    const waitMs = lockedUntil.getTime() - deps.now().getTime();
    return { kind: 'throttled', retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
  }
  const password = input.password.slice(0, MAX_PASSWORD_LENGTH);
  const isCorrect = await verifyPassword(password, user?.passwordHash ?? null);
  if (!isCorrect || user === null) return { kind: 'incorrect' };
  await Promise.all([database.inSystemTransaction((tx) => clearFailures(tx, emailHash)), attempt.refund()]);
  return { kind: 'correct', userId: user.userId };
}
