import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LockOptions {
  /** Longest wait for another process. */
  timeoutMs: number;
  /** Age from which the process that created the lock has crashed. Longer than `action` can take. */
  staleMs: number;
  /** Creates the error after `timeoutMs`. */
  toError: () => Error;
}

/** Runs `action` while no other process holds the lock, which is a file. */
export async function withFileLock<T>(
  lock: string,
  { timeoutMs, staleMs, toError }: LockOptions,
  action: () => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  while (!(await createLock(lock))) {
    const age =
      Date.now() -
      (await stat(lock).then(
        ({ mtimeMs }) => mtimeMs,
        () => Date.now(),
      ));
    if (age > staleMs) await rm(lock, { force: true });
    else if (Date.now() > deadline) throw toError();
    else await sleep(20);
  }
  try {
    return await action();
  } finally {
    await rm(lock, { force: true });
  }
}

async function createLock(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
