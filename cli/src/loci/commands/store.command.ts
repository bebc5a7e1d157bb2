import type { MemoryInput } from '@loci/client';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { optionsOf } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { EXIT_CODE } from '../exit-code.ts';
import { memoryTypeOption } from '../memory-types.ts';
import { commaSeparated, numberBetween } from '../option-values.ts';
import { openClient } from '../session.ts';

interface Options {
  type?: string;
  importance?: number;
  confidence?: number;
  tag?: string[];
  occurredAt?: string;
  expiresAt?: string;
  pin?: true;
}

/** Adds `loci store`. */
export function addStoreCommand(program: Command, context: CommandContext): void {
  program
    .command('store')
    .summary('store a memory')
    .description(
      'Stores a memory, and waits until searches find it. Reads the text from the standard input if it is "-" or missing.',
    )
    .argument('[text...]', 'text of the memory, at most 10,000 characters')
    .addOption(memoryTypeOption('-t, --type <type>', 'memory type, such as fact, insight or task'))
    .option('-i, --importance <number>', 'importance from 0 to 1', numberBetween(0, 1))
    .option('--confidence <number>', 'confidence from 0 to 1', numberBetween(0, 1))
    .option('--tag <tags>', 'comma-separated tags', commaSeparated)
    .option('--occurred-at <time>', 'date or date-time of the event that the memory describes')
    .option('--expires-at <time>', 'future time from which the memory is gone')
    .option('--pin', 'protect the memory from retention defaults')
    .action(async (words: string[], _options: unknown, command: Command) => {
      const options = optionsOf<Options>(command);
      const content = await readContent(context, words);
      const loci = await openClient(context, options);
      const fields = {
        content,
        memory_type: options.type,
        importance: options.importance,
        confidence: options.confidence,
        tags: options.tag,
        occurred_at: options.occurredAt,
        expires_at: options.expiresAt,
        pinned: options.pin,
      } as MemoryInput;
      // Searches of the next command find the memory.
      const memory = await loci.memories.create(fields, { waitFor: 'searchable' });
      if (options.json === true) context.terminal.printJson(memory);
      else context.terminal.print(`Stored ${memory.id}`);
    });
}

async function readContent({ terminal }: CommandContext, words: string[]): Promise<string> {
  const given = words.join(' ');
  const readsInput = given === '-' || given === '';
  if (readsInput && given === '' && terminal.stdinIsTerminal)
    throw new CommandError(
      EXIT_CODE.usage,
      'The text is missing. Run for example: loci store "Ada prefers tea."',
    );
  const content = readsInput ? (await terminal.readInput()).trim() : given;
  if (content.trim() === '') throw new CommandError(EXIT_CODE.usage, 'The text is empty.');
  return content;
}
