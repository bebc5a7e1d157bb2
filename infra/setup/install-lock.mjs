import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const HEARTBEAT_MS = 1_000;
/** Milliseconds without a heartbeat after which a lock is stale, because its holder was killed. */
const STALE_MS = 15_000;

/**
 * Runs `action` while holding a lock that all processes of the clone share.
 *
 * @param {string} folder path of the lock, which this function creates and removes. The parent folder must
 *   exist.
 * @param {() => void} onWait called once if another process holds the lock
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 * @template T
 */
export async function withInstallLock(folder, onWait, action) {
  const owner = `${process.pid}-${Date.now()}`;
  for (let waited = false; !acquire(folder, owner); waited = true) {
    if (!waited) onWait();
    removeIfStale(folder);
    await delay(200);
  }
  const heartbeat = setInterval(() => utimesSync(folder, new Date(), new Date()), HEARTBEAT_MS);
  try {
    return await action();
  } finally {
    clearInterval(heartbeat);
    rmSync(folder, { recursive: true, force: true });
  }
}

function acquire(folder, owner) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(join(folder, 'owner'), owner);
  return true;
}

function removeIfStale(folder) {
  try {
    if (Date.now() - statSync(folder).mtimeMs < STALE_MS) return;
    const owner = ownerOf(folder);
    const renamed = `${folder}.stale-${process.pid}`;
    renameSync(folder, renamed);
    // Another process may have replaced the stale lock with its own lock in the meantime. Restore that lock.
    if (ownerOf(renamed) === owner) rmSync(renamed, { recursive: true, force: true });
    else renameSync(renamed, folder);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function ownerOf(folder) {
  try {
    return readFileSync(join(folder, 'owner'), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}
