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
  waitUntilConsumed,
  revisionDifferences,
  readIndexedRevisions,
  readStoredRevisions,
} from './index-consistency.ts';
import { listAllMemories, findLosses } from './memory-losses.ts';
import { startWriters } from './concurrent-writers.ts';

/** @see issue "Faults": the database gone: 503 in the envelope, nothing half-written, recovery by itself */
describe('PostgreSQL killed with -9 under a running platform', () => {
  const folder = createTemporaryFolder();
  let home: PlatformSettings;
  let platform: PlatformProcess;
  let tenant: Tenant;

  beforeAll(async () => {
    home = await createPlatformSettings(folder.path);
    platform = await startPlatform(home);
    tenant = await platform.createTenant();
  }, 60_000);
  afterAll(async () => {
    await platform.stop();
    folder.remove();
  }, 30_000);

  test('callers get 503 in the envelope, nothing acknowledged is lost or half-written, and it recovers', async () => {
    const writers = startWriters(platform.send, tenant.token, 'lost', { endures: true });
    try {
      const killed: number[] = [];
      for (let round = 1; round <= 3; round++) {
        await writers.waitForAcknowledged(writers.log.acknowledged + 100);
        killed.push(readPostmasterPid(folder.path));
        process.kill(killed.at(-1)!, 'SIGKILL');
        await eventually(async () => {
          expect(readPostmasterPid(folder.path)).not.toBe(killed.at(-1));
          expect(await isReady(platform)).toBe(true);
        }, 30_000);
      }
      await writers.waitForAcknowledged(writers.log.acknowledged + 100);
    } finally {
      await writers.stop();
    }

    const { rejected } = writers.log;
    expect(rejected.length).toBeGreaterThan(0);
    expect(
      rejected.filter(({ status, code }) => status !== 503 || code !== 'SYS_SERVICE_UNAVAILABLE'),
    ).toEqual([]);
    expect(findLosses(writers.log, await listAllMemories(platform.send, tenant.token))).toEqual([]);
    // The same process all the time: nobody had to start anything.
    expect(() => process.kill(platform.pid, 0)).not.toThrow();
  }, 120_000);

  test('events wait meanwhile: afterwards both indexes agree with PostgreSQL', async () => {
    await waitUntilConsumed(platform, 40_000);
    const truth = await readStoredRevisions(folder.path, tenant.tenantId);
    expect(truth.size).toBeGreaterThan(100);
    expect((await platform.stop()).code).toBe(0);
    const { keyword, vector } = await readIndexedRevisions(folder.path, tenant.tenantId);
    expect([revisionDifferences(truth, keyword), revisionDifferences(truth, vector)]).toEqual([[], []]);
    platform = await startPlatform(home);
  }, 90_000);

  test('a database that hangs: not ready, while metrics go on; then ready by itself', async () => {
    const postmaster = readPostmasterPid(folder.path);
    // Stopped, not gone: as a database that hangs.
    process.kill(postmaster, 'SIGSTOP');
    const backends = stopBackends(postmaster);
    try {
      await eventually(async () => {
        const ready = await platform.send({ method: 'GET', path: '/health/ready' });
        expect([ready.status, ready.body]).toEqual([503, { status: 'not ready', waiting_for: ['database'] }]);
      });
      expect((await platform.send({ method: 'GET', path: '/health/live' })).status).toBe(200);
      for (const [path, status] of [
        ['/health/ready', 503],
        ['/metrics', 200],
      ] as const) {
        expect((await platform.sendToAdminPort({ method: 'GET', path })).status).toBe(status);
      }
    } finally {
      for (const pid of [...backends, postmaster]) process.kill(pid, 'SIGCONT');
    }
    await eventually(async () => expect(await isReady(platform)).toBe(true));
    const answer = await tenant.call('POST', '/api/v2/memories', { content: 'Back again.' });
    expect(answer.status).toBe(201);
  }, 60_000);

  test('SIGTERM while PostgreSQL is gone still ends with 0', async () => {
    process.kill(readPostmasterPid(folder.path), 'SIGKILL');
    expect((await platform.stop()).code).toBe(0);
    platform = await startPlatform(home);
  }, 60_000);
});

/** Stops every process of a server, so that none of its sessions answers. */
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
    // The name in brackets may hold anything; state and parent follow it.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}
