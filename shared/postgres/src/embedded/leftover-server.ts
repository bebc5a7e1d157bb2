import { setTimeout as delay } from 'node:timers/promises';
import { readPostmasterFile } from './postmaster-file.ts';
import { isServerOf } from './process-state.ts';

const POLL_MS = 20;
/** A server whose platform was killed stops by itself within this time; only then is it asked, and then told. */
const ESCALATION: readonly { signal: NodeJS.Signals; afterMs: number }[] = [
  { signal: 'SIGINT', afterMs: 2_000 },
  { signal: 'SIGQUIT', afterMs: 10_000 },
  { signal: 'SIGKILL', afterMs: 15_000 },
];

/**
 * Waits until no server of an earlier start runs on the cluster, and ends one that does not end by itself.
 *
 * @returns the number in a `postmaster.pid` that is left over from a server that is gone, else undefined
 */
export async function endLeftoverServer(clusterDir: string): Promise<number | undefined> {
  const startedAt = performance.now();
  let step = 0;
  for (;;) {
    const leftover = readPostmasterFile(clusterDir);
    if (leftover === null) return undefined;
    if (!isServerOf(clusterDir, leftover.pid)) return leftover.pid;
    const next = ESCALATION[step];
    if (next !== undefined && performance.now() - startedAt >= next.afterMs) {
      signal(leftover.pid, next.signal);
      step += 1;
    }
    await delay(POLL_MS);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
