import { isPlaceholder, isRandom } from './placeholder.ts';
import { regexPattern, tokenPattern } from './secret-pattern.ts';
import type { SecretPattern } from './secret-pattern.ts';

/** Secrets that are recognized by their form or by their surroundings. */
export const GENERAL_PATTERNS: readonly SecretPattern[] = [
  tokenPattern('age-key', 'AGE-SECRET-KEY-1[A-Z0-9]{58}'),
  tokenPattern('jwt', 'eyJ[\\w-]{10,2000}\\.eyJ[\\w-]{10,4000}\\.[\\w-]{10,1000}'),
  regexPattern(
    'url-password',
    /:\/\/[^\s:@/?#"'<>`]{0,100}:([^\s@/?#"'<>`]{1,200})@[\w.[-]/dg,
    (password) => !isPlaceholder(password),
  ),
  regexPattern(
    'authorization-header',
    /\bauthorization["']?\s{0,3}[:=]\s{0,3}["']?(?:bearer|basic|token)\s{1,3}([\w.~+/=-]{16,4000})/dgi,
    (credential) => !isPlaceholder(credential),
  ),
  regexPattern(
    'password',
    /(?<![A-Za-z0-9])(?:[\w-]{0,30}[_-])?(?:password|passwd|passphrase|pwd)["']?\s{0,3}[:=]\s{0,3}(?:"([^"\n]{4,200})"|'([^'\n]{4,200})')/dgi,
    (password) => !isPlaceholder(password),
  ),
  regexPattern(
    'password',
    /(?<![A-Za-z0-9])(?:[\w-]{0,30}[_-])?(?:password|passwd|passphrase|pwd)\s{0,3}[:=]\s{0,3}([^\s"'`,;(){}<>]{4,200})/dgi,
    // Without quotation marks, a value of letters is usually a sentence or the name of a variable.
    (password) => !isPlaceholder(password) && /\d|[^\w.-]/.test(password),
  ),
  regexPattern(
    'secret-assignment',
    /(?:api_?-?key|secret(?:_?-?key)?|access_?-?token|auth_?-?token|client_?-?secret|private_?-?key|token)["']?\s{0,3}[:=]\s{0,3}["']?([\w.~+/=-]{16,500})/dgi,
    (secret) => !isPlaceholder(secret) && isRandom(secret),
  ),
];
