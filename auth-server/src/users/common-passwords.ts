import { readFileSync } from 'node:fs';

/**
 * The 10,000 most common passwords with at least 8 characters, in lower case. `common-passwords.txt` contains them by
 * descending frequency, one per line. Source: dictionary `passwords-common` of the npm package
 * `@zxcvbn-ts/language-common` 4.1.3 (MIT license).
 */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
);

/** True for one of the most common passwords. Ignores the letter case. */
export const isCommonPassword = (password: string): boolean =>
  COMMON_PASSWORDS.has(password.normalize('NFKC').toLowerCase());
