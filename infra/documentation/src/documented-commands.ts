import { commandBlocksOf } from './command-blocks.ts';
import type { Mark } from './command-blocks.ts';
import { readPage } from './markdown-files.ts';
import { recordToolCalls } from './tool-calls.ts';
import type { ToolCall } from './tool-calls.ts';

/**
 * Returns the blocks of commands on a page that are marked as executed by a test, in their order. A check of the pages requires the mark.
 *
 * @param page path of the page, such as `docs/recovery.md`
 * @param test path of the test
 * @throws Error if there are none
 */
export const documentedCommands = (page: string, test: string, language: 'sh' | 'sql' = 'sh'): string[] =>
  commandsOf(page, { kind: 'tested', test }, language);

/**
 * Returns the block of commands on a page that is marked as executed by a test.
 *
 * @throws Error if there is none, or if there are several, of which a test could forget one
 */
export function documentedCommand(page: string, test: string, language: 'sh' | 'sql' = 'sh'): string {
  const [command, ...others] = documentedCommands(page, test, language) as [string, ...string[]];
  if (others.length > 0) throw new Error(`${page} has several blocks of commands that ${test} executes.`);
  return command;
}

/**
 * Returns the tools that the commands on a page start, without starting them, for a test that parses their options. Only of commands
 * with the mark of this test.
 *
 * @param page path of the page, such as `docs/benchmarks.md`
 * @param test path of the test
 * @param environment variables for the commands
 * @throws Error if there are none, or if a command is wrong as in `recordToolCalls`
 */
export const documentedToolCalls = (
  page: string,
  test: string,
  environment?: Record<string, string>,
): ToolCall[] =>
  commandsOf(page, { kind: 'options tested', test }, 'sh').flatMap((commands) =>
    recordToolCalls(commands, environment),
  );

function commandsOf(page: string, mark: Mark & { test: string }, language: string): string[] {
  const commands = commandBlocksOf(readPage(page))
    .filter((block) => block.language === language)
    .filter(
      (block) => block.mark?.kind === mark.kind && 'test' in block.mark && block.mark.test === mark.test,
    )
    .map(({ code }) => code);
  if (commands.length === 0)
    throw new Error(`${page} has no commands with the mark "${mark.kind}: ${mark.test}".`);
  return commands;
}
