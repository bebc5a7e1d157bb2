import { cardNumber } from './card-number.ts';
import { GENERAL_PATTERNS } from './general-patterns.ts';
import { privateKey } from './private-key.ts';
import type { SecretPattern } from './secret-pattern.ts';
import { VENDOR_PATTERNS } from './vendor-patterns.ts';

/** All patterns. If two patterns find the same range, the first one names it. */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  privateKey,
  ...VENDOR_PATTERNS,
  ...GENERAL_PATTERNS,
  cardNumber,
];

/** Names of all kinds of secrets that the filter finds. */
export const SECRET_KINDS: readonly string[] = [...new Set(SECRET_PATTERNS.map(({ kind }) => kind))];
