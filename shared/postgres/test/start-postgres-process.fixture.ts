import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { SuperuserConnection } from '../src/embedded/index.ts';

/**
 * A line of output of the process, which is printed after a successful or failed start, and when the server
 * exits.
 */
export interface PostgresProcessMessage {
  pid?: number;
  superuser?: SuperuserConnection;
  refused?: string;
  exit?: string;
}

/** A child process that runs an embedded server, as the platform does. */
export interface PostgresProcess {
  process: ChildProcess;
  /** Returns the next message. */
  next(): Promise<PostgresProcessMessage>;
  /**
   * Kills all processes in the process group of the child process. Resolves when it has exited. Idempotent.
   */
  killGroup(): Promise<void>;
}

/**
 * Starts a child process with an embedded server.
 *
 * @param account uid and gid of the process; defaults to the current user
 */
export function startPostgresProcess(
  dataDir: string,
  account: { uid?: number; gid?: number } = {},
): PostgresProcess {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      fileURLToPath(new URL('./postgres-process.fixture.ts', import.meta.url)),
      dataDir,
    ],
    { ...account, cwd: '/', detached: true, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return {
    process: child,
    async next() {
      const { value, done } = await lines.next();
      if (done === true)
        throw new Error(`The PostgreSQL process exited with ${child.exitCode ?? child.signalCode}.`);
      return JSON.parse(value) as PostgresProcessMessage;
    },
    async killGroup() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      try {
        process.kill(-child.pid!, 'SIGKILL');
      } catch (error) {
        // The process has exited, but its exit event is still pending.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
      await exited;
    },
  };
}
