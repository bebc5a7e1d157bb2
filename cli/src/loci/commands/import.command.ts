import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { Option } from 'commander';
import { IMPORT_FORMATS } from '../../import/import-formats.ts';
import type { ImportReport } from '../../import/import-report.ts';
import { runImport } from '../../import/run-import.ts';
import type { ImportProgress } from '../../import/run-import.ts';
import type { CommandContext } from '../command-context.ts';
import { optionsOf } from '../command-context.ts';
import { stateFolder } from '../credentials/config-folder.ts';
import { formatDuration } from '../output/format-duration.ts';
import type { Terminal } from '../output/terminal.ts';
import { openTransferClient } from '../transfer/open-transfer-client.ts';
import { toTransferError } from '../transfer/transfer-error.ts';

interface Options {
  format?: string;
  dryRun?: true;
  again?: true;
  keepSecrets?: true;
}

/** Skipped parts that are printed. `--json` prints the first 1,000. */
const SHOWN_SKIPPED = 10;
/** Name of the file with the standard input. */
const INPUT_FILE = 'input';
const INTERRUPTED = 'Interrupted. Run the same command again to continue.';

/** Adds `loci import`. @see cli/src/import/README.md */
export function addImportCommand(program: Command, context: CommandContext): void {
  program
    .command('import')
    .summary('import memories of another program, or an export of Loci')
    .description(
      'Imports memories of another program, or restores an export of Loci. A repeated import creates nothing twice. An ' +
        'interrupted one continues when it is repeated. Keys, passwords and card numbers in the texts are replaced.',
    )
    .argument('<path>', 'file or folder, or "-" for a file from the standard input')
    .addOption(
      new Option('-f, --format <name>', 'format of the data. By default, it is detected.').choices(
        IMPORT_FORMATS.map(({ name }) => name),
      ),
    )
    .option('--dry-run', 'only read the data, and print what would be imported')
    .option('--again', 'also create memories again that were deleted after an earlier import')
    .option('--keep-secrets', 'do not replace keys, passwords and card numbers')
    .action(async (path: string, _options: unknown, command: Command) => {
      const { json, format, dryRun, again, keepSecrets, ...options } = optionsOf<Options>(command);
      const { terminal } = context;
      const signal = context.catchInterrupt();
      const input = path === '-' ? await mkdtemp(join(tmpdir(), 'loci-import-')) : undefined;
      try {
        const loci = await openTransferClient(context, options, signal);
        // An import reads its data twice, so a pipe becomes a file.
        if (input !== undefined) await terminal.saveInput(join(input, INPUT_FILE), signal);
        const report = await runImport({
          loci,
          path: input === undefined ? resolve(context.cwd, path) : join(input, INPUT_FILE),
          stateDir: stateFolder(context.machine),
          ...(format === undefined ? {} : { format }),
          dryRun: dryRun === true,
          again: again === true,
          keepSecrets: keepSecrets === true,
          onProgress: (progress) => terminal.showProgress(progressLine(progress)),
          signal,
        });
        terminal.endProgress();
        if (json === true) terminal.printJson(report);
        else printReport(terminal, report, dryRun === true);
      } catch (error) {
        terminal.endProgress();
        throw toTransferError(error, signal, INTERRUPTED);
      } finally {
        if (input !== undefined) await rm(input, { recursive: true, force: true });
      }
    });
}

function progressLine({ done, total, rate, remainingMs }: ImportProgress): string {
  const percent = total === 0 ? 100 : Math.floor((done * 100) / total);
  return `${percent} %  ${done} of ${total} memories  ${Math.round(rate)}/s  ${formatDuration(remainingMs)} left`;
}

function printReport(terminal: Terminal, report: ImportReport, isDryRun: boolean): void {
  const { format, memories, relationships, byType, from, to, redacted, skipped } = report;
  const types = Object.entries(byType).map(([type, count]) => `${count} ${type}`);
  const period = from === null || to === null ? '' : `, ${from.slice(0, 10)} to ${to.slice(0, 10)}`;
  terminal.print(`Format: ${format}`);
  terminal.print(`Memories: ${memories}${types.length === 0 ? '' : ` (${types.join(', ')})`}${period}`);
  terminal.print(`Relationships: ${relationships}`);
  if (!isDryRun) {
    terminal.print(
      `Created: ${report.createdMemories} memories, ${report.createdRelationships} relationships`,
    );
    terminal.print(
      `Already there: ${report.existingMemories} memories, ${report.existingRelationships} relationships`,
    );
  }
  if (redacted > 0) terminal.print(`Texts with replaced secrets: ${redacted}`);
  if (skipped > 0) terminal.print(`Skipped: ${skipped}`);
  for (const { where, reason } of report.skippedItems.slice(0, SHOWN_SKIPPED))
    terminal.print(`  ${where}: ${reason}`);
  if (skipped > SHOWN_SKIPPED) terminal.note('Print more of the skipped parts with --json.');
  if (isDryRun) terminal.note('Nothing was created. Run the command without --dry-run to import.');
}
