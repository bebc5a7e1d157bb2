import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';

/** On what the figures were taken; without it they say nothing. */
export interface Hardware {
  cpuModel: string;
  cores: number;
  memoryBytes: number;
  kernel: string;
  nodeVersion: string;
  /** Of the data folder. `tmpfs` would mean that no disk sync was paid for. */
  fileSystem: string;
}

export function describeHardware(dataFolder: string, nodeVersion: string): Hardware {
  return {
    cpuModel: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryBytes: totalmem(),
    kernel: release(),
    nodeVersion,
    fileSystem: fileSystemOf(readFileSync('/proc/mounts', 'utf8'), dataFolder),
  };
}

/** The type of the innermost mount that holds `path`, by a text such as /proc/mounts. */
export function fileSystemOf(mounts: string, path: string): string {
  const holding = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, at]) => at !== undefined && (at === '/' || path === at || path.startsWith(`${at}/`)))
    .sort((a, b) => b[1]!.length - a[1]!.length);
  return holding[0]?.[2] ?? 'unknown';
}
