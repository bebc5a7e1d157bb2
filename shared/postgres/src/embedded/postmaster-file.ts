import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the server writes about itself into its folder while it runs, and leaves behind when it is killed. */
export interface PostmasterFile {
  pid: number;
  /** Seconds since the epoch. */
  startedAt: number;
  port: number;
  ready: boolean;
}

/**
 * `postmaster.pid` of a cluster, or null when it is absent or half written.
 * @see PostgreSQL, src/include/utils/pidfile.h
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
  return { pid, startedAt: Number(lines[2]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}
