import { readFile, readdir, readlink } from 'node:fs/promises';

export interface ProcessEntry {
  pid: number;
  parentPid: number;
  /** Working directory of the process. Undefined if it cannot be read. */
  workingFolder: string | undefined;
}

export interface ProcessMemory {
  processes: number;
  /** Sum of the resident set sizes. Shared pages, such as PostgreSQL's buffers, count once per process. */
  rssBytes: number;
  /** Sum of the proportional set sizes. Shared pages count once. Undefined if the kernel denies access. */
  pssBytes: number | undefined;
}

/**
 * Returns the sorted pids of a platform: the process tree under `rootPid`, and the trees of processes whose
 * working folder is inside `dataDir`. The latter include a database server that outlived its parent process.
 */
export function platformProcesses(entries: ProcessEntry[], rootPid: number, dataDir: string): number[] {
  const chosen = new Set<number>();
  const choose = (pid: number) => {
    if (chosen.has(pid)) return;
    chosen.add(pid);
    for (const entry of entries) if (entry.parentPid === pid) choose(entry.pid);
  };
  for (const entry of entries) {
    const inside = entry.workingFolder === dataDir || entry.workingFolder?.startsWith(`${dataDir}/`) === true;
    if (entry.pid === rootPid || inside) choose(entry.pid);
  }
  return [...chosen].sort((a, b) => a - b);
}

/** Measures the memory of a platform. Returns undefined without /proc. */
export async function measureMemory(rootPid: number, dataDir: string): Promise<ProcessMemory | undefined> {
  const entries = await listProcesses().catch(() => undefined);
  if (entries === undefined) return undefined;
  const pids = platformProcesses(entries, rootPid, dataDir);
  const memory: ProcessMemory = { processes: 0, rssBytes: 0, pssBytes: 0 };
  for (const pid of pids) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined);
    if (status === undefined) continue;
    memory.processes++;
    memory.rssBytes += kilobyteField(status, 'VmRSS') ?? 0;
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    const pssBytes = kilobyteField(rollup, 'Pss');
    memory.pssBytes =
      memory.pssBytes === undefined || pssBytes === undefined ? undefined : memory.pssBytes + pssBytes;
  }
  return memory;
}

/** Parses a line such as `VmRSS:	  123 kB`. Returns bytes, or undefined if there is no line with the name. */
export function kilobyteField(text: string, name: string): number | undefined {
  const match = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text);
  return match === null ? undefined : Number(match[1]) * 1024;
}

/** Parses the parent pid from `/proc/<pid>/stat`. The process name in it can contain any character. */
export function parentPidOf(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Lists all processes. @throws ENOENT without /proc */
export async function listProcesses(): Promise<ProcessEntry[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const entries = await Promise.all(
    pids.map(async (pid): Promise<ProcessEntry | undefined> => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
      if (stat === undefined) return undefined;
      const workingFolder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
      return { pid, parentPid: parentPidOf(stat), workingFolder };
    }),
  );
  return entries.filter((entry) => entry !== undefined);
}
