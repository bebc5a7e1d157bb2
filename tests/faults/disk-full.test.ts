import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { createPlatformSettings, isReady, startPlatform } from '../support/platform-process.ts';
import type { PlatformProcess, PlatformSettings } from '../support/platform-process.ts';
import type { Tenant } from '../support/tenants.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import {
  NO_DIFFERENCES,
  findIndexDifferences,
  readStoredRevisions,
  waitUntilConsumed,
} from './index-consistency.ts';
import { startWriters } from './concurrent-writers.ts';
import type { WriteLog } from './concurrent-writers.ts';
import { findLosses, listAllMemories } from './memory-losses.ts';

const DISK_SIZE_MIB = 160;

/** Mounts a file system of a fixed size. Returns null without root privileges, which mounting requires. */
function mountSmallDisk(path: string): { remove(): void } | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE_MIB}m`, 'tmpfs', path], { stdio: 'pipe' });
    return { remove: () => void execFileSync('umount', ['-l', path]) };
  } catch {
    return null;
  }
}

const folder = createTemporaryFolder();
const disk = mountSmallDisk(folder.path);
if (disk === null) {
  process.stderr.write('Skipped the tests of a full disk: mounting a file system requires root.\n');
}

(disk === null ? describe.skip : describe)('the platform on a full disk', () => {
  const fillerFile = join(folder.path, 'filler');
  let settings: PlatformSettings;
  let platform: PlatformProcess;
  let tenant: Tenant;

  beforeAll(async () => {
    settings = await createPlatformSettings(folder.path);
    platform = await startPlatform(settings);
    tenant = await platform.createTenant();
  }, 60_000);
  afterAll(async () => {
    await platform.stop();
    disk?.remove();
    folder.remove();
  }, 30_000);

  describe('during concurrent writes', () => {
    let log: WriteLog;

    beforeAll(async () => {
      const writers = startWriters(platform.send, tenant.token, 'full', { continueOnErrors: true });
      ({ log } = writers);
      try {
        await writers.waitForAcknowledged(200);
        fillDisk(fillerFile);
        await eventually(async () => {
          expect(log.rejected.map(({ code }) => code)).toContain('SYS_SERVICE_UNAVAILABLE');
        }, 60_000);
        expect((await platform.send({ method: 'GET', path: '/health/live' })).status).toBe(200);
        rmSync(fillerFile);
        await eventually(async () => expect(await isReady(platform)).toBe(true), 30_000);
        await writers.waitForAcknowledged(log.acknowledged + 100);
      } finally {
        await writers.stop();
      }
    }, 180_000);

    test('rejects writes only with 503 SYS_SERVICE_UNAVAILABLE', () => {
      expect(
        log.rejected.filter(({ status, code }) => status !== 503 || code !== 'SYS_SERVICE_UNAVAILABLE'),
      ).toEqual([]);
    });

    test('loses no acknowledged write', async () => {
      expect(findLosses(log, await listAllMemories(platform.send, tenant.token))).toEqual([]);
    });

    test('leaves both search indexes consistent after space has been freed', async () => {
      await waitUntilConsumed(platform, 40_000);
      const stored = await readStoredRevisions(folder.path, tenant.tenantId);
      await platform.killProcessGroup();
      expect(await findIndexDifferences(folder.path, tenant.tenantId, stored)).toEqual(NO_DIFFERENCES);
      platform = await startPlatform(settings);
    }, 90_000);
  });
});

/** Fills the disk with progressively smaller blocks until no space is left. */
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
