import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A process that cannot be mistaken for a later one with the same id. */
export interface ProcessIdentity {
  pid: number;
  /** Since the machine was started. */
  startTicks: number;
}

interface ProcessEntry extends ProcessIdentity {
  parentPid: number;
  sessionId: number;
  isZombie: boolean;
}

const POLL_MS = 20;

/** @returns undefined when there is no such process, or when all that is left of it waits for its parent to notice */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const entry = readEntry(pid);
  return entry === undefined || entry.isZombie ? undefined : { pid, startTicks: entry.startTicks };
}

export function isAlive(process: ProcessIdentity): boolean {
  return identifyProcess(process.pid)?.startTicks === process.startTicks;
}

/**
 * A process, everything it started and everything those started; the process itself first. PostgreSQL's backends
 * leave the session of their parent and Elasticsearch's launcher is the parent of its server, hence the tree.
 *
 * @returns empty when the process is gone
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

/** Sends a signal to the whole tree, and to what it started meanwhile. A process that is gone is no error. */
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

/** Ends the whole tree at once, and resolves when none of it is left. */
export async function killTree(root: ProcessIdentity): Promise<void> {
  // Stopped first, so that none starts another one while the others die.
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

function readEntry(pid: number): ProcessEntry | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name is in brackets and may hold anything; the fields are counted from behind it (proc_pid_stat(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    pid,
    isZombie: fields[0] === 'Z' || fields[0] === 'X',
    parentPid: Number(fields[1]),
    sessionId: Number(fields[3]),
    startTicks: Number(fields[19]),
  };
}
