import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import {
  createPlatformSettings,
  isReady,
  readPostmasterPid,
  startPlatform,
} from '../support/platform-process.ts';
import type { PlatformSettings, PlatformProcess } from '../support/platform-process.ts';
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

describe('the platform during a database outage', () => {
  const folder = createTemporaryFolder();
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
    folder.remove();
  }, 30_000);

  describe('when PostgreSQL is killed three times during concurrent writes', () => {
    let log: WriteLog;

    beforeAll(async () => {
      const writers = startWriters(platform.send, tenant.token, 'outage', { continueOnErrors: true });
      ({ log } = writers);
      try {
        for (let round = 1; round <= 3; round++) {
          await writers.waitForAcknowledged(log.acknowledged + 100);
          const killed = readPostmasterPid(folder.path);
          process.kill(killed, 'SIGKILL');
          await eventually(async () => {
            expect(readPostmasterPid(folder.path)).not.toBe(killed);
            expect(await isReady(platform)).toBe(true);
          }, 30_000);
        }
        await writers.waitForAcknowledged(log.acknowledged + 100);
      } finally {
        await writers.stop();
      }
    }, 120_000);

    test('rejects writes only with 503 SYS_SERVICE_UNAVAILABLE', () => {
      expect(log.rejected.length).toBeGreaterThan(0);
      expect(
        log.rejected.filter(({ status, code }) => status !== 503 || code !== 'SYS_SERVICE_UNAVAILABLE'),
      ).toEqual([]);
    });

    test('loses no acknowledged write', async () => {
      expect(findLosses(log, await listAllMemories(platform.send, tenant.token))).toEqual([]);
    });

    test('does not exit', () => {
      expect(() => process.kill(platform.pid, 0)).not.toThrow();
    });

    test('leaves both search indexes consistent after all events have been processed', async () => {
      await waitUntilConsumed(platform, 40_000);
      const stored = await readStoredRevisions(folder.path, tenant.tenantId);
      expect(stored.size).toBeGreaterThan(100);
      expect((await platform.stop()).code).toBe(0);
      expect(await findIndexDifferences(folder.path, tenant.tenantId, stored)).toEqual(NO_DIFFERENCES);
      platform = await startPlatform(settings);
    }, 90_000);
  });

  describe('when PostgreSQL hangs', () => {
    let processes: number[];

    beforeAll(() => {
      const postmaster = readPostmasterPid(folder.path);
      process.kill(postmaster, 'SIGSTOP');
      processes = [...stopBackends(postmaster), postmaster];
    });
    afterAll(async () => {
      for (const pid of processes) process.kill(pid, 'SIGCONT');
      await eventually(async () => expect(await isReady(platform)).toBe(true));
      const { status } = await tenant.call('POST', '/api/v2/memories', { content: 'Back again.' });
      expect(status).toBe(201);
    }, 30_000);

    test('names the database in the failed readiness check', async () => {
      await eventually(async () => {
        const { status, body } = await platform.send({ method: 'GET', path: '/health/ready' });
        expect([status, body]).toEqual([503, { status: 'not ready', waiting_for: ['database'] }]);
      });
      expect((await platform.sendToAdminPort({ method: 'GET', path: '/health/ready' })).status).toBe(503);
    });

    test('returns 200 for the liveness check', async () => {
      expect((await platform.send({ method: 'GET', path: '/health/live' })).status).toBe(200);
    });

    test('serves metrics', async () => {
      expect((await platform.sendToAdminPort({ method: 'GET', path: '/metrics' })).status).toBe(200);
    });
  });

  test('exits with 0 on SIGTERM while PostgreSQL is down', async () => {
    process.kill(readPostmasterPid(folder.path), 'SIGKILL');
    expect((await platform.stop()).code).toBe(0);
    platform = await startPlatform(settings);
  }, 60_000);
});

/**
 * Sends SIGSTOP to all child processes of a PostgreSQL server, so that its sessions hang. Returns their pids.
 */
function stopBackends(postmaster: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === postmaster);
  for (const pid of children) process.kill(pid, 'SIGSTOP');
  return children;
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name in parentheses may contain spaces. State and parent id follow it.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}
