import { Option } from 'commander';
import type { CommandContext } from './command-context.ts';

/** Option that `loci connect` adds to commands that assistants start, because they do not have the variable. */
export const configDirOption = (): Option =>
  new Option('--config-dir <folder>', 'folder for settings (LOCI_CONFIG_DIR)').hideHelp();

/** Returns the context with the folder of the option. */
export function withConfigDir(context: CommandContext, folder: string | undefined): CommandContext {
  if (folder === undefined) return context;
  const { machine } = context;
  return { ...context, machine: { ...machine, env: { ...machine.env, LOCI_CONFIG_DIR: folder } } };
}
