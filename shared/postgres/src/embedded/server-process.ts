import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';

/**
 * True if the process is a running server of this cluster. False if the process has ended, is a zombie, or is an
 * unrelated process that was assigned the same pid later.
 */
export function isServerProcess(clusterDir: string, pid: number): boolean {
  return process.platform === 'linux' ? isServerOnLinux(clusterDir, pid) : isServerByName(pid);
}

function isServerOnLinux(clusterDir: string, pid: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const name = status.slice(status.indexOf('(') + 1, status.lastIndexOf(')'));
    const state = status.slice(status.lastIndexOf(')') + 2)[0];
    if (state === 'Z' || state === 'X' || name !== 'postgres') return false;
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A process of another user cannot be the server, which runs under the account of this cluster.
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES' || code === 'EPERM') return false;
    throw error;
  }
}

function isServerByName(pid: number): boolean {
  try {
    const output = execFileSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return !output.startsWith('Z') && output.endsWith('postgres');
  } catch {
    return false;
  }
}
