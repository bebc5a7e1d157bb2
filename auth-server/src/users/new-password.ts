import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './user.ts';

/** Validates a password that a user chose and repeated. Returns a message for the user, or null if it is valid. */
export function findPasswordProblem(password: string, repeated: string): string | null {
  if (password.length < MIN_PASSWORD_LENGTH) {
    return `The password must have at least ${MIN_PASSWORD_LENGTH} characters.`;
  }
  if (password.length > MAX_PASSWORD_LENGTH) {
    return `The password must have at most ${MAX_PASSWORD_LENGTH.toLocaleString('en')} characters.`;
  }
  return password === repeated ? null : 'The passwords do not match.';
}
