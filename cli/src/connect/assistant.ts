import type { Machine } from '../loci/credentials/config-folder.ts';

/** Program and arguments, without a shell. */
export interface CommandLine {
  command: string;
  args: readonly string[];
}

/** MCP server in the terms of an assistant: a process on this machine, or the address of an endpoint. */
export type ServerEntry = ({ kind: 'process' } & CommandLine) | { kind: 'http'; url: string };

/** Action of a hook. @see docs/connect-an-assistant.md#recall-and-store-automatically */
export type HookAction = 'recall' | 'store';

/** Settings that `loci connect` writes. */
export interface Setup {
  server: ServerEntry;
  /** Returns the command of a hook. Undefined if the assistant must not have hooks. */
  hook: ((assistant: string, action: HookAction) => CommandLine) | undefined;
}

/** Configuration file of an assistant. */
export interface ConfigFile {
  path: string;
  /**
   * Returns the content with the settings of Loci. Content that has them already is returned unchanged.
   *
   * @param text empty if the file does not exist
   * @throws ConfigError if the content is invalid
   */
  connect(text: string, setup: Setup): string;
  /** Returns the content without the settings of Loci. */
  disconnect(text: string): string;
}

/** Program for conversations with a language model. */
export interface Assistant {
  name: string;
  title: string;
  /** Files and folders. If one of them exists, the assistant is installed. */
  traces(machine: Machine): string[];
  files(machine: Machine): ConfigFile[];
  /** False if the assistant can only start processes. */
  acceptsHttp: boolean;
  /** What the user must do after the change. */
  nextStep: string;
}
