import { readFile, readdir, readlink } from 'node:fs/promises';
import { parentPidOf } from '../platform/processes.ts';

/** Clock ticks per second in `/proc/<pid>/stat` (USER_HZ), which is 100 on Linux. */
const TICKS_PER_SECOND = 100;

/** Returns the CPU seconds that a process and its descendants have used. Linux only. */
export async function processorSeconds(rootPid: number): Promise<number> {
  const stats = await readStats();
  let seconds = 0;
  const add = (pid: number): void => {
    seconds += stats.get(pid)?.seconds ?? 0;
    for (const [child, { parentPid }] of stats) if (parentPid === pid) add(child);
  };
  add(rootPid);
  return seconds;
}

interface Stat {
  parentPid: number;
  seconds: number;
}

async function readStats(): Promise<Map<number, Stat>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(
    pids.map(async (pid): Promise<[number, Stat] | null> => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
      return stat === null ? null : [pid, { parentPid: parentPidOf(stat), seconds: secondsOf(stat) }];
    }),
  );
  return new Map(stats.filter((entry) => entry !== null));
}

/** Parses user and system time from `/proc/<pid>/stat`, including exited children. Returns seconds. */
export function secondsOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_SECOND;
}

/** Returns the pid of the process that listens on a local TCP port, or null if no visible process does. */
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

/** Finds the socket inodes that listen on a port. @param lines lines of `/proc/net/tcp` */
export function listeningInodes(lines: readonly string[], port: number): string[] {
  return lines.flatMap((line) => {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
    const isIt = state === LISTENING && Number.parseInt(local?.split(':')[1] ?? '', 16) === port;
    return isIt && inode !== undefined ? [inode] : [];
  });
}
