import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Content of `postmaster.pid`, which a running server keeps in its data folder. A killed server does not
 * delete it.
 */
export interface PostmasterFile {
  pid: number;
  /** Unix time in seconds. */
  startedAt: number;
  port: number;
  /** Folder of the Unix socket. Empty if there is none. */
  socketFolder: string;
  ready: boolean;
}

/**
 * Reads `postmaster.pid` of a cluster. Returns null if it does not exist or is incomplete.
 * @see https://github.com/postgres/postgres/blob/REL_18_STABLE/src/include/utils/pidfile.h
 */
export function readPostmasterFile(clusterDir: string): PostmasterFile | null {
  let lines: string[];
  try {
    lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return {
    pid,
    startedAt: Number(lines[2]),
    port: Number(lines[3]),
    socketFolder: lines[4] ?? '',
    ready: lines[7]?.trim() === 'ready',
  };
}
