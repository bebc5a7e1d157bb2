import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandBlocksOf } from '@loci/checks/command-blocks';

const ROOT = join(import.meta.dirname, '..', '..');

/**
 * Returns the commands on a page that are marked as tested by a test, in their order. A check of the pages requires the mark.
 *
 * @param page path of the page, such as `docs/recovery.md`
 * @param test path of the test
 * @throws Error if there are none
 */
export function documentedCommands(page: string, test: string, language: 'sh' | 'sql' = 'sh'): string[] {
  const commands = commandBlocksOf(readFileSync(join(ROOT, page), 'utf8'))
    .filter((block) => block.mark === test && block.language === language)
    .map(({ code }) => code);
  if (commands.length === 0) throw new Error(`${page} has no commands that ${test} executes.`);
  return commands;
}
