import { existsSync, readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';

/** The machine on which the figures were measured. */
export interface Hardware {
  cpuModel: string;
  cores: number;
  memoryBytes: number;
  /** Name and release, for example `Linux 6.18.0`. */
  kernel: string;
  nodeVersion: string;
  /** File system of the data folder. With `tmpfs`, disk syncs cost nothing. */
  fileSystem: string;
}

export function describeHardware(dataFolder: string, nodeVersion: string): Hardware {
  return {
    cpuModel: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryBytes: totalmem(),
    kernel: `${type()} ${release()}`,
    nodeVersion,
    fileSystem: fileSystemOf(readMounts(), dataFolder),
  };
}

/** Returns the content of /proc/mounts, or an empty string on systems without /proc. */
function readMounts(): string {
  return existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8') : '';
}

/** Returns the file system type of the innermost mount above `path`. @param mounts content of /proc/mounts */
export function fileSystemOf(mounts: string, path: string): string {
  const holding = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, at]) => at !== undefined && (at === '/' || path === at || path.startsWith(`${at}/`)))
    .sort((a, b) => b[1]!.length - a[1]!.length);
  return holding[0]?.[2] ?? 'unknown';
}
