import { createTextSource } from './memory-texts.ts';
import type { TextSource } from './memory-texts.ts';

/**
 * Reads memories from a file with one text per line. After the last line it starts again with a number appended, so that all
 * memories differ. Questions are generated.
 *
 * @param file content of the file
 * @throws Error if the file has no text
 */
export function createFileTextSource(file: string, seed: number): TextSource {
  const lines = file.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new Error('The text file is empty. It needs one memory per line.');
  return {
    memory: (index) => {
      const line = lines[index % lines.length]!.trim();
      const round = Math.floor(index / lines.length);
      return round === 0 ? line : `${line} (${round + 1})`;
    },
    question: createTextSource(seed).question,
  };
}
