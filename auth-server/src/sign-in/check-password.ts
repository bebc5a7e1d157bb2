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

/** Failed attempts from one network; those that succeed do not count. */
const PER_ADDRESS: AttemptLimit = { purpose: 'sign-in', max: 20, windowMs: 60_000 };

export type PasswordCheck =
  | { kind: 'right'; userId: string }
  /** The same for a wrong password and an address that nobody has. */
  | { kind: 'wrong' }
  | { kind: 'too-many'; retryAfterSeconds: number };

/**
 * Checks who somebody says they are. Nothing in the answer or in the time it takes tells whether an address has an
 * account: unknown ones are hashed, counted and locked alike.
 */
export async function checkPassword(
  deps: CheckPasswordDeps,
  input: { email: string; password: string; address: string },
): Promise<PasswordCheck> {
  const { database } = deps;
  const email = normalizeEmail(input.email).slice(0, MAX_EMAIL_LENGTH);
  const fromAddress = await throttleAttempt(deps, PER_ADDRESS, input.address);
  if (!fromAddress.allowed) {
    return { kind: 'too-many', retryAfterSeconds: fromAddress.retryAfterSeconds };
  }
  const emailHash = createHash('sha256').update(email).digest();
  const [lockedUntil, user] = await database.inSystemTransaction((tx) =>
    Promise.all([countSignInAttempt(tx, emailHash, deps.now()), findUserByEmail(tx, email)]),
  );
  if (lockedUntil !== null) {
    const waitMs = lockedUntil.getTime() - deps.now().getTime();
    return { kind: 'too-many', retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
  }
  const password = input.password.slice(0, MAX_PASSWORD_LENGTH);
  const right = await verifyPassword(password, user?.passwordHash ?? null);
  if (!right || user === null) return { kind: 'wrong' };
  await Promise.all([
    database.inSystemTransaction((tx) => clearFailures(tx, emailHash)),
    fromAddress.refund(),
  ]);
  return { kind: 'right', userId: user.userId };
}
