import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';

/**
 * What the process is to us: the server of this folder, or not (gone, a zombie that nobody reaps, or an innocent
 * process that was given the same number later).
 */
export function isServerOf(clusterDir: string, pid: number): boolean {
  return process.platform === 'linux' ? isServerOnLinux(clusterDir, pid) : isServerElsewhere(pid);
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
    // Another user's process: not the one that we started under our own account.
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES' || code === 'EPERM') return false;
    throw error;
  }
}

function isServerElsewhere(pid: number): boolean {
  try {
    const output = execFileSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return !output.startsWith('Z') && output.endsWith('postgres');
  } catch {
    return false;
  }
}
