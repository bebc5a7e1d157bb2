import { createWriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { exportAccount } from '@loci/account-export';
import type { ExportRecord, HeaderRecord } from '@loci/account-export';
import { writeMarkdown } from '../../export/write-markdown.ts';
import type { CommandContext } from '../command-context.ts';
import { optionsOf } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { EXIT_CODE } from '../exit-code.ts';
import { openTransferClient } from '../transfer/open-transfer-client.ts';
import { toTransferError } from '../transfer/transfer-error.ts';

interface Options {
  markdown?: true;
  force?: true;
}

/** Number of exported records by type. */
type Counts = Partial<Record<ExportRecord['record'], number>>;

/** Names of one record and of several records of a type. */
const NAMES: Record<ExportRecord['record'], readonly [string, string]> = {
  header: ['header', 'headers'],
  memory: ['memory', 'memories'],
  memory_state: ['memory state', 'memory states'],
  context_state: ['context state', 'context states'],
  contradiction_state: ['contradiction', 'contradictions'],
  relationship_state: ['relationship state', 'relationship states'],
  retention: ['retention setting', 'retention settings'],
  relationship: ['relationship', 'relationships'],
  contradiction: ['contradiction', 'contradictions'],
  document: ['document', 'documents'],
  artifact: ['artifact', 'artifacts'],
  custom_persona: ['persona of the tenant', 'personas of the tenant'],
  persona: ['personality', 'personalities'],
};

/** Printed for users who cannot export the states, because an owner restores them. */
const OWN_EXPORT =
  'You are not an owner, so the export has no IDs, times and users that can be restored, no contradictions without a ' +
  'relationship, and no retention settings. It has your personality and that of the organization.';
const INTERRUPTED = 'Interrupted. Run the command again to export everything.';

/** Adds `loci export`. @see cli/src/export/README.md */
export function addExportCommand(program: Command, context: CommandContext): void {
  program
    .command('export')
    .summary('export all data that you can read')
    .description(
      'Writes memories with their states and versions, relationships, contradictions, retention settings, documents, ' +
        'artifacts and the personality as lines of JSON, which `loci import` restores.',
    )
    .argument('<path>', 'new file, "-" for the standard output, or a folder with --markdown')
    .option('--markdown', 'write a folder of Markdown files for Obsidian and similar programs')
    .option('--force', 'replace the file, or write into a folder that exists')
    .action(async (path: string, _options: unknown, command: Command) => {
      const options = optionsOf<Options>(command);
      const { terminal } = context;
      const signal = context.catchInterrupt();
      const target = resolve(context.cwd, path);
      const toOutput = path === '-' && options.markdown !== true;
      if (!toOutput && options.force !== true && (await exists(target)))
        throw new CommandError(EXIT_CODE.usage, `${path} exists. Choose another path, or use --force.`);
      const counts: Counts = {};
      const showCounts = (): void => terminal.showProgress(formatCounts(counts));
      try {
        const loci = await openTransferClient(context, options, signal);
        const isMarkdown = options.markdown === true;
        const exported = exportAccount(loci, isMarkdown ? { states: false } : {});
        const records = countRecords(
          exported,
          counts,
          ({ version }) => {
            if (version === 1 && !isMarkdown) terminal.note(OWN_EXPORT);
          },
          showCounts,
        );
        if (isMarkdown) await writeMarkdown(records, target);
        else if (toOutput) await terminal.printLines(toLines(records));
        else await writeLines(records, target);
        terminal.endProgress();
      } catch (error) {
        terminal.endProgress();
        throw toTransferError(error, signal, INTERRUPTED);
      }
      if (toOutput) return;
      if (options.json === true) terminal.printJson({ path: target, records: counts });
      else terminal.print(`Exported ${formatCounts(counts)} to ${path}`);
    });
}

async function* countRecords(
  records: AsyncIterable<ExportRecord>,
  counts: Counts,
  onHeader: (header: HeaderRecord) => void,
  onRecord: () => void,
): AsyncGenerator<ExportRecord> {
  for await (const record of records) {
    if (record.record === 'header') onHeader(record);
    else counts[record.record] = (counts[record.record] ?? 0) + 1;
    onRecord();
    yield record;
  }
}

const formatCounts = (counts: Counts): string =>
  Object.entries(counts)
    .map(([record, count]) => `${count} ${NAMES[record as keyof Counts][count === 1 ? 0 : 1]}`)
    .join(', ') || 'nothing';

async function* toLines(records: AsyncIterable<ExportRecord>): AsyncGenerator<string> {
  for await (const record of records) yield JSON.stringify(record);
}

/** Writes a file that has its name only when it is complete. It contains private data, so only the user can read it. */
async function writeLines(records: AsyncIterable<ExportRecord>, path: string): Promise<void> {
  const partial = `${path}.partial`;
  const lines = async function* (): AsyncGenerator<string> {
    for await (const line of toLines(records)) yield `${line}\n`;
  };
  try {
    await pipeline(Readable.from(lines()), createWriteStream(partial, { mode: 0o600 }));
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
