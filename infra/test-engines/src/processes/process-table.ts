import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Identity of a process that differs from later processes with the same pid. */
export interface ProcessIdentity {
  pid: number;
  /** Start time in clock ticks since boot. */
  startTicks: number;
}

interface ProcessEntry extends ProcessIdentity {
  parentPid: number;
  sessionId: number;
  isZombie: boolean;
}

const POLL_MS = 20;
/** A thread that waits for a disk does not stop before the disk has answered. */
const MAX_STOP_MS = 5_000;

/** Identifies a running process. @returns undefined if it does not exist or is a zombie */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const entry = readEntry(pid);
  return entry === undefined || entry.isZombie ? undefined : { pid, startTicks: entry.startTicks };
}

export function isAlive(process: ProcessIdentity): boolean {
  return identifyProcess(process.pid)?.startTicks === process.startTicks;
}

/**
 * Returns the pids of a process and all its descendants, the process first. A process group is not sufficient, because
 * PostgreSQL's backends create new sessions.
 *
 * @returns an empty list if the process does not exist
 */
export function processTree(root: ProcessIdentity): number[] {
  if (!isAlive(root)) return [];
  const entries = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readEntry(Number(name)))
    .filter((entry) => entry !== undefined && !entry.isZombie);
  const tree = new Set([root.pid]);
  let size = 0;
  while (size < tree.size) {
    size = tree.size;
    for (const entry of entries) {
      if (tree.has(entry!.parentPid) || entry!.sessionId === root.pid) tree.add(entry!.pid);
    }
  }
  return [...tree];
}

/** Sends a signal to a process tree and to processes that it starts meanwhile. Returns their pids. */
export function signalTree(root: ProcessIdentity, signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): number[] {
  const reached = new Set<number>();
  for (;;) {
    const next = processTree(root).filter((pid) => !reached.has(pid));
    if (next.length === 0) return [...reached];
    for (const pid of next) {
      signalProcess(pid, signal);
      reached.add(pid);
    }
  }
}

/**
 * Stops a process tree with SIGSTOP and waits until its threads have stopped, at most 5 s. The kernel delivers the signal
 * to one thread, so on a busy machine the other threads can still answer requests.
 */
export async function stopTree(root: ProcessIdentity): Promise<void> {
  const pids = signalTree(root, 'SIGSTOP');
  const deadline = Date.now() + MAX_STOP_MS;
  while (!pids.every(hasStopped) && Date.now() < deadline) await delay(POLL_MS);
}

/** Kills a process tree and waits until all processes have exited. */
export async function killTree(root: ProcessIdentity): Promise<void> {
  // Stops all processes first, so that no process starts another process.
  const members = signalTree(root, 'SIGSTOP')
    .map(identifyProcess)
    .filter((member) => member !== undefined);
  for (const { pid } of members) signalProcess(pid, 'SIGKILL');
  while (members.some(isAlive)) await delay(POLL_MS);
}

export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Returns true if all threads of a process have stopped or exited. */
function hasStopped(pid: number): boolean {
  let threads: string[];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    return true;
  }
  return threads.every((thread) => 'TtZX'.includes(readStat(`${pid}/task/${thread}`)?.[0] ?? 'X'));
}

/** Reads the fields of a process or a thread that follow its name: state, parent pid and others (proc_pid_stat(5)). */
function readStat(path: string): string[] | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${path}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The process name `(…)` can contain any character, so the fields start after its last `)`.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function readEntry(pid: number): ProcessEntry | undefined {
  const fields = readStat(String(pid));
  if (fields === undefined) return undefined;
  return {
    pid,
    isZombie: fields[0] === 'Z' || fields[0] === 'X',
    parentPid: Number(fields[1]),
    sessionId: Number(fields[3]),
    startTicks: Number(fields[19]),
  };
}
