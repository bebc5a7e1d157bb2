import { isCommonPassword } from './common-passwords.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, normalizeEmail } from './user.ts';

/**
 * Validates a new password. Rejects passwords that attackers try first.
 *
 * @param email email address of the account
 * @returns a message for the user, or null if the password is valid
 * @see docs/reference/authentication.md#sign-in-and-sessions
 */
export function findPasswordProblem(password: string, email: string): string | null {
  if (password.length < MIN_PASSWORD_LENGTH) {
    return `The password must have at least ${MIN_PASSWORD_LENGTH} characters.`;
  }
  if (password.length > MAX_PASSWORD_LENGTH) {
    return `The password must have at most ${MAX_PASSWORD_LENGTH.toLocaleString('en')} characters.`;
  }
  if (password.trim() === '') return 'The password must not consist of spaces.';
  const [localPart] = email.split('@');
  if ([email, localPart].includes(normalizeEmail(password))) {
    return 'The password must not be your email address.';
  }
  return isCommonPassword(password) ? 'This password is too common. Choose another password.' : null;
}

/** Validates a new password that the user entered twice, like {@link findPasswordProblem}. */
export const findNewPasswordProblem = (password: string, repeated: string, email: string): string | null =>
  findPasswordProblem(password, email) ?? (password === repeated ? null : 'The passwords do not match.');
