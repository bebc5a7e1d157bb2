import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { SuperuserConnection } from '../src/embedded/index.ts';

export interface HolderMessage {
  pid?: number;
  superuser?: SuperuserConnection;
  refused?: string;
  exit?: string;
}

/** A process of its own that holds a server (`hold-postgres.testing.ts`), as the platform would. */
export interface Holder {
  process: ChildProcess;
  /** The next line that it prints. */
  next(): Promise<HolderMessage>;
  /** With everything in its process group, like a terminal or a container that goes away. Resolves when it is gone, also if it was already. */
  killGroup(): Promise<void>;
}

/** @param account of another user, when this process may take it */
export function startHolder(dataDir: string, account: { uid?: number; gid?: number } = {}): Holder {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'hold-postgres.testing.ts'), dataDir],
    { ...account, cwd: '/', detached: true, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return {
    process: child,
    async next() {
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`The holder ended with ${child.exitCode ?? child.signalCode}`);
      return JSON.parse(value) as HolderMessage;
    },
    async killGroup() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      try {
        process.kill(-child.pid!, 'SIGKILL');
      } catch (error) {
        // It ended by itself, and the news of it is on its way.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
      await exited;
    },
  };
}
