/** Part of a text that is a secret. */
export interface SecretRange {
  /** First character. */
  start: number;
  /** Character after the last one. */
  end: number;
}

/** Finder of one kind of secret. */
export interface SecretPattern {
  /** Stable name in lowercase, such as `github-token`. Appears in redacted texts. */
  kind: string;
  find(text: string): Iterable<SecretRange>;
}

/**
 * Finds secrets that are not part of a longer word.
 *
 * @param source regular expression with bounded repetitions, so that the search takes linear time
 */
export function tokenPattern(kind: string, source: string): SecretPattern {
  return regexPattern(kind, new RegExp(`(?<![A-Za-z0-9_-])(?:${source})(?![A-Za-z0-9_-])`, 'dg'));
}

/**
 * Finds the matches of a regular expression with the flags `d` and `g`. If a group matches, the group is the secret.
 *
 * @param isSecret excludes similar texts
 */
export function regexPattern(
  kind: string,
  expression: RegExp,
  isSecret: (secret: string) => boolean = () => true,
): SecretPattern {
  return {
    kind,
    *find(text) {
      for (const match of text.matchAll(expression)) {
        const [all, ...groups] = match.indices!;
        const [start, end] = groups.find((group) => group !== undefined) ?? all!;
        if (isSecret(text.slice(start, end))) yield { start, end };
      }
    },
  };
}
