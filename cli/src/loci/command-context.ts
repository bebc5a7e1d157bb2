import type { Command } from 'commander';
import type { CommandLine } from '../connect/assistant.ts';
import type { Machine } from './credentials/config-folder.ts';
import type { Streams, Terminal } from './output/terminal.ts';

/** Everything outside of the command that a subcommand uses. */
export interface CommandContext {
  terminal: Terminal;
  /** Standard streams, for commands that read or write more than lines. */
  streams: Streams;
  machine: Machine;
  /** Command line of this process without the arguments of the command. The last argument is the script. */
  program: CommandLine;
  /** Current folder of the process. */
  cwd: string;
  /**
   * From now on, the first Ctrl-C aborts the signal instead of ending the process, so that the command can finish what it
   * has started. The second one ends the process.
   */
  catchInterrupt: () => AbortSignal;
  /**
   * Starts the command in another process, which continues after this process has ended.
   *
   * @param input standard input of the process
   */
  startDetached: (args: readonly string[], input: string) => Promise<void>;
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
