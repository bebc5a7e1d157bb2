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
  /** Empty folder in which each client has its home folder. */
  workFolder: string;
  /** Starts a program of `node_modules/.bin`. A program that still runs after the check is stopped. */
  start(program: string, parameters: readonly string[], environment?: Record<string, string>): StartedProgram;
}

/** A check of the platform with third-party software. */
export interface Check {
  name: string;
  /** Runs the check. Returns a summary of the result. @throws Error with the reason if the check fails */
  run(context: CheckContext): Promise<string>;
}

/** Asserts a condition. @throws Error with `message` if `condition` is false */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
