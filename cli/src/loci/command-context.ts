import type { Command } from 'commander';
import type { Machine } from './credentials/config-folder.ts';
import type { Terminal } from './output/terminal.ts';

/** Everything outside of the command that a subcommand uses. */
export interface CommandContext {
  terminal: Terminal;
  machine: Machine;
  /** Current folder of the process. */
  cwd: string;
  /**
   * From now on, the first Ctrl-C aborts the signal instead of ending the process, so that the command can finish what it
   * has started. The second one ends the process.
   */
  catchInterrupt: () => AbortSignal;
  /** Opens a file in an editor, and returns when the user has closed it. */
  openEditor: (command: string, path: string) => Promise<void>;
}

/** Options that every subcommand accepts. */
export interface GlobalOptions {
  profile?: string;
  url?: string;
  json?: true;
}

/** Returns the options of a subcommand together with the global options. */
export const optionsOf = <Options>(command: Command): Options & GlobalOptions => command.optsWithGlobals();
