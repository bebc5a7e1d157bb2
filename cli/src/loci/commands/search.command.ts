import type { SearchRequest, SearchResults } from '@loci/client';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { optionsOf } from '../command-context.ts';
import { memoryTypeOption } from '../memory-types.ts';
import { commaSeparated, integerBetween, numberBetween } from '../option-values.ts';
import { formatTable } from '../output/table.ts';
import type { Terminal } from '../output/terminal.ts';
import { openClient } from '../session.ts';

/** Filters that `search` and `recall` have in common. */
export interface SearchOptions {
  limit?: number;
  type?: string[];
  tag?: string[];
  minImportance?: number;
  from?: string;
  to?: string;
}

/** Adds the options of `SearchOptions`. */
export const addSearchOptions = (command: Command, defaultLimit: number): Command =>
  command
    .option(
      '-n, --limit <number>',
      'maximum number of results, 1 to 100',
      integerBetween(1, 100),
      defaultLimit,
    )
    .addOption(
      memoryTypeOption('-t, --type <types>', 'only these comma-separated memory types').argParser(
        commaSeparated,
      ),
    )
    .option('--tag <tags>', 'only items with one of these comma-separated tags', commaSeparated)
    .option('--min-importance <number>', 'only memories with this importance or more', numberBetween(0, 1))
    .option('--from <time>', 'only items that occurred at this date or time, or later')
    .option('--to <time>', 'only items that occurred at this date or time, or earlier');

/** Converts the options to the body of a hybrid search. The server rejects unknown memory types. */
export const toSearchBody = (query: string, options: SearchOptions): SearchRequest =>
  ({
    query,
    limit: options.limit,
    memory_types: options.type,
    tags: options.tag?.join(','),
    importance_threshold: options.minImportance,
    start_date: options.from,
    end_date: options.to,
  }) as SearchRequest;

/** Warns if the results are incomplete. */
export function warnAboutResults(terminal: Terminal, { search_metadata: metadata }: SearchResults): void {
  if (metadata.degraded.length > 0)
    terminal.note(
      `warning: Results can be missing, because these retrievers failed: ${metadata.degraded.join(', ')}.`,
    );
  if (metadata.pending_writes > 0)
    terminal.note(
      'warning: Your most recent changes are not in the results yet. Repeat the search in a moment.',
    );
}

/** Adds `loci search`. */
export function addSearchCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('search')
    .summary('search memories and documents')
    .description('Searches by words, meaning and connections. Prints a table of snippets, best first.')
    .argument('<query...>', 'words to search for');
  addSearchOptions(command, 10).action(async (words: string[], _options: unknown, self: Command) => {
    const options = optionsOf<SearchOptions>(self);
    const loci = await openClient(context, options);
    const results = await loci.search.hybrid(toSearchBody(words.join(' '), options));
    const { terminal } = context;
    warnAboutResults(terminal, results);
    if (options.json === true) return terminal.printJson(results);
    if (results.items.length === 0) return terminal.note('Nothing was found.');
    const rows = results.items.map((item) => [
      item.id,
      item.score.toFixed(3),
      item.metadata.memory_type ?? 'document',
      item.occurred_at.slice(0, 10),
      item.snippet,
    ]);
    terminal.print(
      formatTable(
        [
          { title: 'ID' },
          { title: 'SCORE', align: 'right' },
          { title: 'TYPE' },
          { title: 'DATE' },
          { title: 'TEXT' },
        ],
        rows,
        { width: terminal.width, styleHeader: (line) => terminal.style('bold', line) },
      ),
    );
  });
}
