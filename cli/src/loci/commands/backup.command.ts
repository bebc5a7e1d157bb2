import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { optionsOf } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { EXIT_CODE } from '../exit-code.ts';
import { readPassphrase } from '../operators/backup-passphrase.ts';
import { dataDirOf, dataDirOption } from '../operators/data-dir-option.ts';
import { loadOperatorModule } from '../operators/load-operator-module.ts';
import { toOperatorError } from '../operators/operator-error.ts';

interface Options {
  dataDir?: string;
  encrypt?: true;
  force?: true;
}

/** Adds `loci backup`. @see docs/recovery.md#back-up-the-standalone-platform */
export function addBackupCommand(program: Command, context: CommandContext): void {
  program
    .command('backup')
    .summary('back up a standalone platform, also while it runs')
    .description(
      'Writes the database, the objects and the secrets of a standalone platform to one file, and verifies the file. The ' +
        'platform can be running. Needs the repository of Loci.',
    )
    .argument('<file>', 'new file')
    .addOption(dataDirOption())
    .option('--encrypt', 'encrypt the file with the passphrase in LOCI_BACKUP_PASSPHRASE, or ask for it')
    .option('--force', 'replace the file')
    .action(async (file: string, _options: unknown, command: Command) => {
      const options = optionsOf<Options>(command);
      const { terminal } = context;
      const target = resolve(context.cwd, file);
      if (options.force !== true && (await exists(target)))
        throw new CommandError(EXIT_CODE.usage, `${file} exists. Choose another path, or use --force.`);
      const { createBackup } = await loadOperatorModule(() => import('../../backup/backup.operator.ts'));
      const passphrase = options.encrypt === true ? await readPassphrase(context, true) : undefined;
      const startedAt = performance.now();
      try {
        const dataDir = dataDirOf(context, options);
        const onProgress = (files: number): void => terminal.showProgress(`${files} files`);
        const size = await createBackup({ dataDir, target, passphrase, onProgress });
        terminal.endProgress();
        const ms = Math.round(performance.now() - startedAt);
        const encrypted = passphrase !== undefined;
        if (options.json === true) return terminal.printJson({ file: target, encrypted, ...size, ms });
        terminal.print(
          `Backed up and verified ${size.files} files (${toMegabytes(size.bytes)} MB) to ${file}`,
        );
      } catch (error) {
        terminal.endProgress();
        throw toOperatorError(error);
      }
      if (passphrase === undefined)
        terminal.note(
          'The file contains all data and secrets, and is not encrypted. Only you can read it. Use --encrypt before ' +
            'you store it elsewhere.',
        );
    });
}

/** Formats bytes as megabytes with one decimal. */
const toMegabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
