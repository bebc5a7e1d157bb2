import type { Person } from '../person.ts';
import type { Platform } from '../platform.ts';
import type { StartedProgram } from '../started-program.ts';

export interface CheckContext {
  platform: Platform;
  person: Person;
  /** A token for `/mcp` of the platform's own API key. */
  accessToken: string;
  /** Of this package: its baselines and its installed programs. */
  folder: string;
  /** A fresh folder, for the homes of clients. */
  workFolder: string;
  /** Starts a program of `node_modules/.bin`; it is stopped in the end if the check does not. */
  start(program: string, parameters: readonly string[], environment?: Record<string, string>): StartedProgram;
}

/** One thing that somebody else's program has to find in order. */
export interface Check {
  name: string;
  /** @returns what was seen, in a line or several @throws Error that says what was not in order */
  run(context: CheckContext): Promise<string>;
}

/** @throws Error with the message when it does not hold */
export function insist(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(message);
}
