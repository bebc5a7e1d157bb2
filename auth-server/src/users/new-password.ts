import type { Texts } from '../texts/texts.ts';
import { isCommonPassword } from './common-passwords.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, normalizeEmail } from './user.ts';

/** Reason why a new password is rejected. */
export type PasswordProblem = keyof Texts['password']['problems'];

/**
 * Validates a new password. Rejects passwords that attackers try first.
 *
 * @param email email address of the account
 * @returns the problem, or null if the password is valid
 * @see docs/reference/authentication.md#sign-in-and-sessions
 */
export function findPasswordProblem(password: string, email: string): PasswordProblem | null {
  if (password.length < MIN_PASSWORD_LENGTH) return 'tooShort';
  if (password.length > MAX_PASSWORD_LENGTH) return 'tooLong';
  if (password.trim() === '') return 'blank';
  const [localPart] = email.split('@');
  if ([email, localPart].includes(normalizeEmail(password))) return 'emailAddress';
  return isCommonPassword(password) ? 'common' : null;
}

/** Validates a new password that the user entered twice, like {@link findPasswordProblem}. */
export const findNewPasswordProblem = (
  password: string,
  repeated: string,
  email: string,
): PasswordProblem | null =>
  findPasswordProblem(password, email) ?? (password === repeated ? null : 'different');

/** Returns the message for the user about a rejected password. */
export function passwordMessage({ password: { problems } }: Texts, problem: PasswordProblem): string {
  if (problem === 'tooShort') return problems.tooShort(MIN_PASSWORD_LENGTH);
  return problem === 'tooLong' ? problems.tooLong(MAX_PASSWORD_LENGTH) : problems[problem];
}
