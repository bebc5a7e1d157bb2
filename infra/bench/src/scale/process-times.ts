import { readFile, readdir, readlink } from 'node:fs/promises';
import { childSecondsOf, secondsOf } from '../platform/cpu-times.ts';
import type { CpuReader } from '../platform/cpu-times.ts';
import { parentPidOf } from '../platform/processes.ts';

/**
 * Creates a reader for the CPU times of components. Each component is a process and its descendants.
 *
 * @param roots pid of the root process of each component
 */
export function componentCpuReader(roots: Readonly<Record<string, number>>): CpuReader {
  return async () => {
    const stats = await readStats();
    const secondsOfTree = (pid: number): number => {
      let seconds = stats.get(pid)?.seconds ?? 0;
      for (const [child, { parentPid }] of stats) if (parentPid === pid) seconds += secondsOfTree(child);
      return seconds;
    };
    return new Map(
      Object.entries(roots).map(([component, pid]) => [
        component,
        { component, seconds: secondsOfTree(pid) },
      ]),
    );
  };
}

interface Stat {
  parentPid: number;
  /** CPU seconds, including those of exited children. */
  seconds: number;
}

async function readStats(): Promise<Map<number, Stat>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(
    pids.map(async (pid): Promise<[number, Stat] | null> => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
      if (stat === null) return null;
      return [pid, { parentPid: parentPidOf(stat), seconds: secondsOf(stat) + childSecondsOf(stat) }];
    }),
  );
  return new Map(stats.filter((entry) => entry !== null));
}

/** Returns the pid of the process that listens on a local TCP port, or null if /proc does not show it. */
export async function listenerOf(port: number): Promise<number | null> {
  const inodes = new Set<string>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const lines = (await readFile(table, 'utf8').catch(() => '')).split('\n');
    for (const inode of listeningInodes(lines, port)) inodes.add(`socket:[${inode}]`);
  }
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const file of files) {
      const link = await readlink(`/proc/${pid}/fd/${file}`).catch(() => '');
      if (inodes.has(link)) return Number(pid);
    }
  }
  return null;
}

const LISTENING = '0A';

/** Returns the inodes of the sockets that listen on a port. @param lines lines of `/proc/net/tcp` */
export function listeningInodes(lines: readonly string[], port: number): string[] {
  return lines.flatMap((line) => {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
    const isIt = state === LISTENING && Number.parseInt(local?.split(':')[1] ?? '', 16) === port;
    return isIt && inode !== undefined ? [inode] : [];
  });
}
