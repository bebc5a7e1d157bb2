import { createTextSource } from './memory-texts.ts';
import type { TextSource } from './memory-texts.ts';

/**
 * Creates a text source from a file with one memory per line. After the last line, the source continues with
 * the first line and appends a number to each line, so that all memories differ. Questions are generated and
 * do not come from the file.
 *
 * @param file content of the file
 * @throws Error if the file has no text
 */
export function createFileTextSource(file: string, seed: number): TextSource {
  const lines = file.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new Error('The text file is empty. It must contain one memory per line.');
  return {
    memory: (index) => {
      const line = lines[index % lines.length]!.trim();
      const round = Math.floor(index / lines.length);
      return round === 0 ? line : `${line} (${round + 1})`;
    },
    question: createTextSource(seed).question,
  };
}
