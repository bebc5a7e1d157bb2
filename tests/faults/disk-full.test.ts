import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { createPlatformSettings, isReady, startPlatform } from '../support/platform-process.ts';
import type { PlatformProcess } from '../support/platform-process.ts';
import type { Tenant } from '../support/tenants.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import {
  waitUntilConsumed,
  revisionDifferences,
  readIndexedRevisions,
  readStoredRevisions,
} from './index-consistency.ts';
import { listAllMemories, findLosses } from './memory-losses.ts';
import { startWriters } from './concurrent-writers.ts';

const SIZE_MIB = 160;

/** Mounts a file system of a fixed size, which only root may; null where it cannot be. */
function mountSmallDisk(path: string): { remove(): void } | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MIB}m`, 'tmpfs', path], { stdio: 'pipe' });
    return { remove: () => void execFileSync('umount', ['-l', path]) };
  } catch {
    return null;
  }
}

const folder = createTemporaryFolder();
const disk = mountSmallDisk(folder.path);
if (disk === null) {
  process.stderr.write('Skipped: a full disk, as only root may mount a file system of a fixed size.\n');
}

/** @see issue "Faults": the disk full: 503 in the envelope, nothing half-written, recovery by itself */
(disk === null ? describe.skip : describe)('a full disk', () => {
  const filling = join(folder.path, 'filling');
  let platform: PlatformProcess;
  let tenant: Tenant;

  beforeAll(async () => {
    platform = await startPlatform(await createPlatformSettings(folder.path));
    tenant = await platform.createTenant();
  }, 60_000);
  afterAll(async () => {
    await platform.stop();
    disk?.remove();
    folder.remove();
  }, 30_000);

  test('refuses writes with 503, loses nothing that it took, and goes on when there is room again', async () => {
    const writers = startWriters(platform.send, tenant.token, 'full', { endures: true });
    try {
      await writers.waitForAcknowledged(200);
      fillDisk(filling);
      await eventually(async () => {
        expect(writers.log.rejected.map(({ code }) => code)).toContain('SYS_SERVICE_UNAVAILABLE');
      }, 60_000);
      // The process lives, and says so.
      expect((await platform.send({ method: 'GET', path: '/health/live' })).status).toBe(200);
      rmSync(filling);
      await eventually(async () => expect(await isReady(platform)).toBe(true), 30_000);
      await writers.waitForAcknowledged(writers.log.acknowledged + 100);
    } finally {
      await writers.stop();
    }

    const { rejected } = writers.log;
    expect(
      rejected.filter(({ status, code }) => status !== 503 || code !== 'SYS_SERVICE_UNAVAILABLE'),
    ).toEqual([]);
    expect(findLosses(writers.log, await listAllMemories(platform.send, tenant.token))).toEqual([]);
    await waitUntilConsumed(platform, 40_000);
    const truth = await readStoredRevisions(folder.path, tenant.tenantId);
    await platform.killProcessGroup();
    const { keyword, vector } = await readIndexedRevisions(folder.path, tenant.tenantId);
    expect([revisionDifferences(truth, keyword), revisionDifferences(truth, vector)]).toEqual([[], []]);
  }, 180_000);
});

/** Writes until nothing more fits. */
function fillDisk(path: string): void {
  const descriptor = openSync(path, 'w');
  for (let block = Buffer.alloc(1_048_576); block.length > 512;) {
    try {
      writeSync(descriptor, block);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      block = block.subarray(block.length >> 1);
    }
  }
  closeSync(descriptor);
}
