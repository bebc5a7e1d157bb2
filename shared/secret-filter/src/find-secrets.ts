import { SECRET_PATTERNS } from './secret-kinds.ts';

/** Secret in a text. */
export interface SecretFinding {
  /** One of `SECRET_KINDS`. */
  kind: string;
  /** First character. */
  start: number;
  /** Character after the last one. */
  end: number;
}

/**
 * Part of every text with a secret: a long run of characters, many digits, or a name. Most texts have none, and testing
 * one expression is ten times as fast as searching with all of them.
 */
const CANDIDATE = /[\w+/=.~-]{16}|(?:\d[ -]?){14}|:\/\/|pass|pwd|PRIVATE KEY/i;

/**
 * Finds secrets in a text: keys and tokens of vendors, private keys, passwords, and card numbers. Takes linear time.
 *
 * @returns ranges that do not overlap, in the order of the text. Overlapping findings become one range with the kind of
 *   the first one.
 */
export function findSecrets(text: string): SecretFinding[] {
  if (!CANDIDATE.test(text)) return [];
  const found = SECRET_PATTERNS.flatMap(({ kind, find }) =>
    [...find(text)].map((range) => ({ kind, ...range })),
  );
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: SecretFinding[] = [];
  for (const finding of found) {
    const last = merged.at(-1);
    if (last === undefined || finding.start >= last.end) merged.push(finding);
    else last.end = Math.max(last.end, finding.end);
  }
  return merged;
}
