import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { optionsOf } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { EXIT_CODE } from '../exit-code.ts';
import { memoryId } from '../option-values.ts';
import { cleanText } from '../output/clean-text.ts';
import { openClient } from '../session.ts';

interface Options {
  erase?: true;
  yes?: true;
}

const SHOWN_CHARACTERS = 80;

/** Adds `loci delete`. */
export function addDeleteCommand(program: Command, context: CommandContext): void {
  program
    .command('delete')
    .summary('delete a memory')
    .description(
      'Deletes a memory with its relationships. Its states stay readable for 30 days, unless --erase is set.',
    )
    .argument('<id>', 'ID of the memory', memoryId)
    .option('--erase', 'also delete all earlier states at once')
    .option('-y, --yes', 'do not ask')
    .action(async (id: string, _options: unknown, command: Command) => {
      const options = optionsOf<Options>(command);
      const { terminal } = context;
      const loci = await openClient(context, options);
      if (options.yes !== true) {
        if (!terminal.isInteractive)
          throw new CommandError(
            EXIT_CODE.usage,
            'Confirm the deletion with --yes, because a question needs a terminal.',
          );
        const { content } = await loci.memories.get(id);
        const shown = content.length > SHOWN_CHARACTERS ? `${content.slice(0, SHOWN_CHARACTERS)}…` : content;
        if (!(await terminal.confirm(`Delete "${cleanText(shown)}"?`)))
          throw new CommandError(EXIT_CODE.canceled, 'Nothing was deleted.');
      }
      await loci.memories.delete(id, { erase: options.erase });
      if (options.json === true) terminal.printJson({ id, deleted: true });
      else terminal.print(`Deleted ${id}`);
    });
}
