import { createTextSource } from './memory-texts.ts';
import type { TextSource } from './memory-texts.ts';

/**
 * Memories from a file, one a line; past its end it starts again, with the number of the round appended so that
 * no two memories are equal. Questions are the generated ones.
 *
 * @param file the text of the file
 * @throws Error when it has no line with text
 */
export function createFileTextSource(file: string, seed: number): TextSource {
  const lines = file.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new Error('The file of texts is empty: it needs one memory a line.');
  return {
    memory: (index) => {
      const line = lines[index % lines.length]!.trim();
      const round = Math.floor(index / lines.length);
      return round === 0 ? line : `${line} (${round + 1})`;
    },
    question: createTextSource(seed).question,
  };
}
