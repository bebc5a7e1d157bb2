import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MemoryChanges } from '@loci/client';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { optionsOf } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { EXIT_CODE } from '../exit-code.ts';
import { memoryTypeOption } from '../memory-types.ts';
import { commaSeparated, memoryId, numberBetween } from '../option-values.ts';
import { openClient } from '../session.ts';

interface Options {
  text?: string;
  type?: string;
  importance?: number;
  tag?: string[];
}

/** Adds `loci edit`. */
export function addEditCommand(program: Command, context: CommandContext): void {
  program
    .command('edit')
    .summary('change a memory')
    .description(
      'Changes the given fields. Without an option, opens the text in the editor of VISUAL or EDITOR.',
    )
    .argument('<id>', 'ID of the memory', memoryId)
    .option('--text <text>', 'new text')
    .addOption(memoryTypeOption('-t, --type <type>', 'new memory type'))
    .option('-i, --importance <number>', 'new importance from 0 to 1', numberBetween(0, 1))
    .option('--tag <tags>', 'comma-separated tags that replace all tags', commaSeparated)
    .action(async (id: string, _options: unknown, command: Command) => {
      const options = optionsOf<Options>(command);
      const { terminal } = context;
      const loci = await openClient(context, options);
      const { text, type, importance, tag } = options;
      const isGiven = [text, type, importance, tag].some((value) => value !== undefined);
      const content = isGiven ? text : await editText(context, (await loci.memories.get(id)).content);
      if (!isGiven && content === undefined) return terminal.note('The text is unchanged.');
      const changes = { content, memory_type: type, importance, tags: tag } as MemoryChanges;
      const memory = await loci.memories.update(id, changes);
      if (options.json === true) terminal.printJson(memory);
      else terminal.print(`Changed ${id}`);
    });
}

/** Returns the text after the user has edited it, or undefined if it is the same. */
async function editText(
  { terminal, machine, openEditor }: CommandContext,
  text: string,
): Promise<string | undefined> {
  if (!terminal.isInteractive)
    throw new CommandError(
      EXIT_CODE.usage,
      'Set a new text with --text, because an editor needs a terminal.',
    );
  const editor =
    machine.env['VISUAL'] || machine.env['EDITOR'] || (machine.platform === 'win32' ? 'notepad' : 'vi');
  const folder = await mkdtemp(join(tmpdir(), 'loci-edit-'));
  try {
    const file = join(folder, 'memory.md');
    await writeFile(file, `${text}\n`, { mode: 0o600 });
    await openEditor(editor, file);
    const edited = (await readFile(file, 'utf8')).trim();
    if (edited === '') throw new CommandError(EXIT_CODE.canceled, 'The text is empty. Nothing was changed.');
    return edited === text.trim() ? undefined : edited;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
