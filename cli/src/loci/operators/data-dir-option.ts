import { resolve } from 'node:path';
import { Option } from 'commander';
import type { CommandContext } from '../command-context.ts';

/** Option with the data folder of a standalone platform. */
export const dataDirOption = (): Option =>
  new Option('--data-dir <folder>', 'data folder of the platform (DATA_DIR, by default .data)');

/** Returns the absolute path of the data folder: `--data-dir`, then `DATA_DIR`, then `.data`. */
export const dataDirOf = ({ machine, cwd }: CommandContext, { dataDir }: { dataDir?: string }): string =>
  resolve(cwd, dataDir ?? (machine.env['DATA_DIR'] || '.data'));
