import type { MemoryFilters } from '@loci/client';
import type { Command } from 'commander';
import { Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { optionsOf } from '../command-context.ts';
import { memoryTypeOption } from '../memory-types.ts';
import { commaSeparated, integerBetween, numberBetween } from '../option-values.ts';
import { formatTable } from '../output/table.ts';
import { openClient } from '../session.ts';

interface Options {
  type?: string;
  tag?: string[];
  minImportance?: number;
  from?: string;
  to?: string;
  pinned?: true;
  sort?: string;
  page: number;
  limit: number;
}

const FIELDS = ['created_at', 'occurred_at', 'importance', 'updated_at'];

/** Adds `loci list`. */
export function addListCommand(program: Command, context: CommandContext): void {
  program
    .command('list')
    .summary('list memories')
    .description('Lists memories, the newest first.')
    .addOption(memoryTypeOption('-t, --type <type>', 'only this memory type'))
    .option('--tag <tags>', 'only memories with one of these comma-separated tags', commaSeparated)
    .option('--min-importance <number>', 'only memories with this importance or more', numberBetween(0, 1))
    .option('--from <time>', 'only memories that occurred at this date or time, or later')
    .option('--to <time>', 'only memories that occurred at this date or time, or earlier')
    .option('--pinned', 'only pinned memories')
    .addOption(
      new Option('--sort <field>', 'order. "-" sorts in descending order.').choices(
        FIELDS.flatMap((field) => [field, `-${field}`]),
      ),
    )
    .option('-n, --limit <number>', 'memories per page, 1 to 100', integerBetween(1, 100), 20)
    .option('--page <number>', 'page', integerBetween(1, 1_000_000_000), 1)
    .action(async (_options: unknown, command: Command) => {
      const options = optionsOf<Options>(command);
      const loci = await openClient(context, options);
      const list = await loci.memories.list({
        memory_type: options.type,
        tags: options.tag,
        importance_threshold: options.minImportance,
        date_from: options.from,
        date_to: options.to,
        pinned: options.pinned,
        sort: options.sort,
        page: options.page,
        per_page: options.limit,
      } as MemoryFilters);
      const { terminal } = context;
      if (options.json === true) return terminal.printJson(list);
      if (list.items.length === 0) return terminal.note('No memory matches.');
      const rows = list.items.map((memory) => [
        memory.id,
        memory.memory_type,
        memory.importance.toFixed(2),
        memory.occurred_at.slice(0, 10),
        memory.content,
      ]);
      terminal.print(
        formatTable(
          [
            { title: 'ID' },
            { title: 'TYPE' },
            { title: 'IMP', align: 'right' },
            { title: 'DATE' },
            { title: 'TEXT' },
          ],
          rows,
          { width: terminal.width, styleHeader: (line) => terminal.style('bold', line) },
        ),
      );
      const { total, total_is_exact: isExact, has_next: hasNext } = list.pagination;
      if (hasNext)
        terminal.note(
          `${isExact ? total : `More than ${total}`} memories match. Next page: --page ${options.page + 1}`,
        );
    });
}
