import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { optionsOf } from '../command-context.ts';
import { printMemory } from '../output/print-memory.ts';
import { memoryId } from '../option-values.ts';
import { openClient } from '../session.ts';

interface Options {
  asOf?: string;
  knownAt?: string;
}

/** Adds `loci get`. */
export function addGetCommand(program: Command, context: CommandContext): void {
  program
    .command('get')
    .summary('show a memory')
    .description('Shows all fields and the whole text of a memory.')
    .argument('<id>', 'ID of the memory', memoryId)
    .option('--as-of <time>', 'show the version that was true at this time')
    .option('--known-at <time>', 'show the state that was known at this time')
    .action(async (id: string, _options: unknown, command: Command) => {
      const options = optionsOf<Options>(command);
      const loci = await openClient(context, options);
      const memory = await loci.memories.get(id, { as_of: options.asOf, known_at: options.knownAt });
      if (options.json === true) context.terminal.printJson(memory);
      else printMemory(context.terminal, memory);
    });
}
