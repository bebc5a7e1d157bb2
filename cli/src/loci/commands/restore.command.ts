import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { optionsOf } from '../command-context.ts';
import { readPassphrase } from '../operators/backup-passphrase.ts';
import { dataDirOf, dataDirOption } from '../operators/data-dir-option.ts';
import { loadOperatorModule } from '../operators/load-operator-module.ts';
import { toOperatorError } from '../operators/operator-error.ts';

interface Options {
  dataDir?: string;
}

/** Adds `loci restore`. @see docs/recovery.md#restore-the-standalone-platform */
export function addRestoreCommand(program: Command, context: CommandContext): void {
  program
    .command('restore')
    .summary('restore a backup into an empty data folder')
    .description(
      'Restores a backup into a new or empty data folder, and compares all checksums. Then start the platform on this ' +
        'folder. It rebuilds the search indexes. Needs the repository of Loci.',
    )
    .argument('<file>', 'file of `loci backup`')
    .addOption(dataDirOption())
    .action(async (file: string, _options: unknown, command: Command) => {
      const options = optionsOf<Options>(command);
      const { terminal } = context;
      const source = resolve(context.cwd, file);
      const dataDir = dataDirOf(context, options);
      const { isEncrypted, restoreBackup } = await loadOperatorModule(
        () => import('../../backup/backup.operator.ts'),
      );
      const startedAt = performance.now();
      try {
        const passphrase = (await isEncrypted(source)) ? await readPassphrase(context, false) : undefined;
        const onProgress = (files: number): void => terminal.showProgress(`${files} files`);
        const size = await restoreBackup({ source, dataDir, passphrase, onProgress });
        terminal.endProgress();
        const ms = Math.round(performance.now() - startedAt);
        if (options.json === true) terminal.printJson({ data_dir: dataDir, ...size, ms });
        else terminal.print(`Restored ${size.files} files to ${dataDir}`);
      } catch (error) {
        terminal.endProgress();
        throw toOperatorError(error);
      }
    });
}
