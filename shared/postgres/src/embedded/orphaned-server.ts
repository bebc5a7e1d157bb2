import { pause } from '@loci/async';
import { readPostmasterFile } from './postmaster-file.ts';
import type { PostmasterFile } from './postmaster-file.ts';
import { isServerProcess } from './server-process.ts';

const POLL_MS = 20;
/**
 * Signals for a server that is still running after a delay. A server usually stops within 2 s after its
 * platform.
 */
const ESCALATION: readonly { signal: NodeJS.Signals; afterMs: number }[] = [
  { signal: 'SIGINT', afterMs: 2_000 },
  { signal: 'SIGQUIT', afterMs: 10_000 },
  { signal: 'SIGKILL', afterMs: 15_000 },
];

/**
 * Waits until no server of an earlier start runs on the cluster. Stops a server that does not stop automatically.
 *
 * @returns a stale `postmaster.pid`, or undefined if the file does not exist
 */
export async function stopOrphanedServer(clusterDir: string): Promise<PostmasterFile | undefined> {
  const startedAt = performance.now();
  let step = 0;
  for (;;) {
    const file = readPostmasterFile(clusterDir);
    if (file === null) return undefined;
    if (!isServerProcess(clusterDir, file.pid)) return file;
    const next = ESCALATION[step];
    if (next !== undefined && performance.now() - startedAt >= next.afterMs) {
      sendSignal(file.pid, next.signal);
      step += 1;
    }
    await pause(POLL_MS);
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
