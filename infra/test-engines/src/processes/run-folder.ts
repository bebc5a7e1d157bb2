import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { identifyProcess, isAlive, killTree } from './process-table.ts';
import type { ProcessIdentity } from './process-table.ts';

interface RunRecord {
  /** The process that started the servers and stops them. */
  owner: ProcessIdentity;
  servers: Record<string, ProcessIdentity>;
}

/** Folder with data, logs and pids of the servers of one run. */
export interface RunFolder {
  path: string;
  /** Records the process of a server, so that a later run can kill it if this run is killed. */
  record(name: string, server: ProcessIdentity): void;
  remove(): void;
}

const RECORD_FILE = 'processes.json';
/**
 * Age in milliseconds up to which a folder without a record is kept, because its owner may still be starting.
 */
const UNRECORDED_GRACE_MS = 60_000;

/** Creates a folder below `parent` that unprivileged accounts can enter. */
export function createRunFolder(parent: string): RunFolder {
  mkdirSync(parent, { recursive: true, mode: 0o755 });
  const path = mkdtempSync(join(parent, 'run-'));
  const record: RunRecord = { owner: identifyProcess(process.pid)!, servers: {} };
  writeRecord(path, record);
  chmodSync(path, 0o755);
  return {
    path,
    record: (name, server) => {
      record.servers[name] = server;
      writeRecord(path, record);
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Kills the servers of runs whose owner has exited, and deletes their folders. Does not affect active runs. */
export async function removeAbandonedRuns(parent: string, log: (line: string) => void): Promise<void> {
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent).filter((each) => each.startsWith('run-'))) {
    const path = join(parent, name);
    const record = readRecord(path);
    if (record === undefined && Date.now() - statSync(path).mtimeMs < UNRECORDED_GRACE_MS) continue;
    if (record !== undefined && isAlive(record.owner)) continue;
    for (const [server, identity] of Object.entries(record?.servers ?? {})) {
      if (!isAlive(identity)) continue;
      log(`Killing ${server} (process ${identity.pid}) of an aborted run`);
      await killTree(identity);
    }
    rmSync(path, { recursive: true, force: true });
  }
}

function writeRecord(path: string, record: RunRecord): void {
  const file = join(path, RECORD_FILE);
  writeFileSync(`${file}.new`, JSON.stringify(record));
  renameSync(`${file}.new`, file);
}

function readRecord(path: string): RunRecord | undefined {
  try {
    return JSON.parse(readFileSync(join(path, RECORD_FILE), 'utf8')) as RunRecord;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
