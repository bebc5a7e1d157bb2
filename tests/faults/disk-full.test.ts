import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { createHome, isReady, startPlatform } from '../support/platform-process.ts';
import type { PlatformProcess } from '../support/platform-process.ts';
import type { Tenant } from '../support/tenants.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { allConsumed, differences, revisionsInIndexes, revisionsInTruth } from './index-agreement.ts';
import { listAllMemories, lossesOf } from './stored-memories.ts';
import { startWriters } from './writers.ts';

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

const folder = temporaryFolder();
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
    platform = await startPlatform(await createHome(folder.path));
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
      await writers.acknowledged(200);
      fillDisk(filling);
      await eventually(async () => {
        expect(writers.written.refused.map(({ code }) => code)).toContain('SYS_SERVICE_UNAVAILABLE');
      }, 60_000);
      // The process lives, and says so.
      expect((await platform.send({ method: 'GET', path: '/health/live' })).status).toBe(200);
      rmSync(filling);
      await eventually(async () => expect(await isReady(platform)).toBe(true), 30_000);
      await writers.acknowledged(writers.written.acknowledged + 100);
    } finally {
      await writers.stop();
    }

    const { refused } = writers.written;
    expect(
      refused.filter(({ status, code }) => status !== 503 || code !== 'SYS_SERVICE_UNAVAILABLE'),
    ).toEqual([]);
    expect(lossesOf(writers.written, await listAllMemories(platform.send, tenant.token))).toEqual([]);
    await allConsumed(platform, 40_000);
    const truth = await revisionsInTruth(folder.path, tenant.tenantId);
    await platform.killGroup();
    const { keyword, vector } = await revisionsInIndexes(folder.path, tenant.tenantId);
    expect([differences(truth, keyword), differences(truth, vector)]).toEqual([[], []]);
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
