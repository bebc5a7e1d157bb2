import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const HEARTBEAT_MS = 1_000;
/** A holder that was killed with -9 leaves its lock; one that lives touches it every second. */
const STALE_MS = 15_000;

/**
 * Runs `action` while no other process runs one under the same lock folder.
 *
 * @param {string} folder made and removed; its parent exists
 * @param {() => void} onWait called once if another one has to be waited for
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
    const aside = `${folder}.stale-${process.pid}`;
    renameSync(folder, aside);
    // Somebody may have removed the stale one and locked anew in between: that one goes back.
    if (ownerOf(aside) === owner) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, folder);
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
