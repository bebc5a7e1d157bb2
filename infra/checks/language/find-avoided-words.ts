import type { AvoidedWord } from './avoided-words.ts';

export interface AllowedUse {
  /** Path of the file, relative to the repository root. */
  file: string;
  /** Line, or part of a line, in which the word is allowed. */
  text: string;
  reason: string;
}

/**
 * Finds avoided words in the lines of a file.
 *
 * @returns one message per line and word, with the file, the line number, the line and the replacement
 */
export function findAvoidedWords(
  file: string,
  content: string,
  words: readonly AvoidedWord[],
  allowed: readonly AllowedUse[],
): string[] {
  const exceptions = allowed.filter((use) => use.file === file);
  return content.split('\n').flatMap((line, index) => {
    if (exceptions.some(({ text }) => line.includes(text))) return [];
    return words
      .filter(({ pattern }) => pattern.test(line))
      .map(({ write }) => `${file}:${index + 1} ${line.trim().slice(0, 120)} (write: ${write})`);
  });
}
