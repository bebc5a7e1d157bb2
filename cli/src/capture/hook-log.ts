import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Size at which the log is renamed, so that the log and its predecessor have at most twice this size. */
const MAX_BYTES = 256 * 1024;
const MAX_MESSAGE = 1_000;

/** Log of the hooks, because assistants hide their output. Contains no prompts. */
export class HookLog {
  readonly path: string;

  /** @param folder for the state of the command */
  constructor(folder: string) {
    this.path = join(folder, 'hooks.log');
  }

  /** Appends a line. Ignores errors, because a hook must not fail. */
  write(source: string, message: string): void {
    try {
      mkdirSync(join(this.path, '..'), { recursive: true, mode: 0o700 });
      if ((statSync(this.path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES)
        renameSync(this.path, `${this.path}.1`);
      const line = message.replaceAll(/\s+/gu, ' ').slice(0, MAX_MESSAGE);
      appendFileSync(this.path, `${new Date().toISOString()} ${source}: ${line}\n`, { mode: 0o600 });
    } catch {
      // The disk can be full, or the folder can be read-only.
    }
  }
}
