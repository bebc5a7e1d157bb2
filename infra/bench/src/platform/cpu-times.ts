import { readFile, readdir } from 'node:fs/promises';
import type { CpuPerOperation } from '../report/figure.ts';
import { listProcesses, platformProcesses } from './processes.ts';

/** Clock ticks per second in /proc (USER_HZ), which is 100 on Linux. */
const TICKS_PER_SECOND = 100;

/** CPU time that a thread or process has used since its start. */
export interface CpuTime {
  /** Component that the thread or process belongs to. */
  component: string;
  seconds: number;
  /** True for a child process, whose time is added to {@link EXITED} when it ends. */
  isChild?: boolean;
}

/** Component of the child processes that have ended. */
const EXITED = 'exited processes';

/** CPU times by a key of the thread or process. */
export type CpuTimes = ReadonlyMap<string, CpuTime>;

/** Reads CPU times. Returns undefined on systems without /proc. */
export type CpuReader = () => Promise<CpuTimes | undefined>;

const BACKGROUND =
  /^postgres: (checkpointer|background writer|walwriter|autovacuum|logical replication|io worker)/;

/** Name prefixes of the threads that Node.js starts in every process. */
const NODE_THREADS = /^(node|V8Worker|libuv-worker|DelayedTask|SignalInspector|WorkerThreads)/;

/**
 * Creates a reader for a standalone platform. Its components are the main thread and each named worker thread
 * of the root process, the PostgreSQL backends, the PostgreSQL background processes, all other processes, and the
 * processes that have ended.
 */
export function platformCpuReader(rootPid: () => number, dataDir: string): CpuReader {
  return async () => {
    const entries = await listProcesses().catch(() => undefined);
    if (entries === undefined) return undefined;
    const times = new Map<string, CpuTime>();
    await Promise.all(
      platformProcesses(entries, rootPid(), dataDir).map(async (pid) => {
        const stat = await readText(`/proc/${pid}/stat`);
        if (pid === rootPid()) {
          await addThreads(times, pid);
        } else {
          const component = processComponent(await readText(`/proc/${pid}/cmdline`));
          times.set(String(pid), { component, seconds: secondsOf(stat), isChild: true });
        }
        times.set(`${pid} children`, { component: EXITED, seconds: childSecondsOf(stat) });
      }),
    );
    return times;
  };
}

async function addThreads(times: Map<string, CpuTime>, pid: number): Promise<void> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  await Promise.all(
    threads.map(async (thread) => {
      const [stat, name] = await Promise.all([
        readText(`/proc/${pid}/task/${thread}/stat`),
        readText(`/proc/${pid}/task/${thread}/comm`),
      ]);
      times.set(`${pid}/${thread}`, {
        component: threadComponent(name.trim(), Number(thread) === pid),
        seconds: secondsOf(stat),
      });
    }),
  );
}

/** Returns the component of a thread. @param name content of `comm`, the first 15 characters of the name */
export function threadComponent(name: string, isMain: boolean): string {
  if (isMain) return 'main thread';
  return NODE_THREADS.test(name) ? 'V8 and libuv threads' : name;
}

/**
 * Returns the component of a process.
 *
 * @param commandLine content of `cmdline`, which PostgreSQL replaces with the role of the process
 */
export function processComponent(commandLine: string): string {
  if (BACKGROUND.test(commandLine)) return 'PostgreSQL background';
  return commandLine.startsWith('postgres: ') ? 'PostgreSQL backends' : 'other processes';
}

/** Returns the user and system time in a `stat` file in seconds, or 0 for an empty file. */
export function secondsOf(stat: string): number {
  return ticks(stat, 11) / TICKS_PER_SECOND;
}

/** Returns the CPU time of exited children in a `stat` file in seconds, or 0 for an empty file. */
export function childSecondsOf(stat: string): number {
  return ticks(stat, 13) / TICKS_PER_SECOND;
}

/**
 * Adds two adjacent fields of a `stat` file.
 *
 * @param first index of the first field, counted from the field after the name. The name is in parentheses
 *   and can contain any character.
 */
function ticks(stat: string, first: number): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[first] ?? 0) + Number(fields[first + 1] ?? 0);
}

/**
 * Returns an empty string if the file does not exist, because a thread or process can end after it was
 * listed.
 */
function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

/** Minimum share of the total CPU time. Components with a smaller share are omitted. */
const MIN_SHARE = 0.005;

/**
 * Returns CPU milliseconds per operation between two readings. Ignores threads that ended before the second. The time of
 * a process that ended is the increase of {@link EXITED} minus the time that the first reading contains.
 */
export function cpuPerOperation(before: CpuTimes, after: CpuTimes, operations: number): CpuPerOperation {
  const used: Record<string, number> = {};
  for (const [key, { component, seconds }] of after) {
    used[component] = (used[component] ?? 0) + Math.max(0, seconds - (before.get(key)?.seconds ?? 0));
  }
  for (const [key, { seconds, isChild }] of before) {
    if (isChild && !after.has(key)) used[EXITED] = Math.max(0, (used[EXITED] ?? 0) - seconds);
  }
  const total = Object.values(used).reduce((sum, seconds) => sum + seconds, 0);
  return Object.fromEntries(
    Object.entries(used)
      .filter(([, seconds]) => seconds > 0 && seconds >= total * MIN_SHARE)
      .sort((a, b) => b[1] - a[1])
      .map(([component, seconds]) => [component, (seconds * 1000) / operations]),
  );
}

/**
 * Measures the CPU time during `work`. The function `cpu` of the result returns the CPU milliseconds per
 * operation, or undefined without /proc and for 0 operations.
 */
export async function measureCpu<T>(
  read: CpuReader,
  work: () => Promise<T>,
): Promise<{ result: T; cpu(operations: number): CpuPerOperation | undefined }> {
  const before = await read();
  const result = await work();
  const after = await read();
  return {
    result,
    cpu: (operations) =>
      before === undefined || after === undefined || operations === 0
        ? undefined
        : cpuPerOperation(before, after, operations),
  };
}

/** Measures the CPU milliseconds of one process during `work`. `cpuMs` is undefined without /proc. */
export async function measureProcessCpu<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ result: T; cpuMs: number | undefined }> {
  const read = async () => {
    const stat = await readText(`/proc/${pid}/stat`);
    return stat === '' ? undefined : secondsOf(stat);
  };
  const before = await read();
  const result = await work();
  const after = await read();
  const isMeasured = before !== undefined && after !== undefined;
  return { result, cpuMs: isMeasured ? (after - before) * 1000 : undefined };
}
