import type { BrowserUser } from '../browser-user.ts';
import type { Platform } from '../platform.ts';
import type { StartedProgram } from '../started-program.ts';

export interface CheckContext {
  platform: Platform;
  user: BrowserUser;
  /** Access token for `/mcp`, from the platform's bootstrap API key. */
  accessToken: string;
  /** Folder of this package, with the baselines and the installed programs. */
  folder: string;
  /** An empty folder for the home folders of clients. */
  workFolder: string;
  /** Starts a program of `node_modules/.bin`. It is stopped after the check at the latest. */
  start(program: string, parameters: readonly string[], environment?: Record<string, string>): StartedProgram;
}

/** A check of the platform with third-party software. */
export interface Check {
  name: string;
  /** Runs the check. Returns a summary of the result. @throws Error with the reason if the check fails */
  run(context: CheckContext): Promise<string>;
}

/** @throws Error with `message` if `condition` is false */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
