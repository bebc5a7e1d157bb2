import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiResponse } from '../support/api-connection.ts';
import { createPlatformSettings, startPlatform } from '../support/platform-process.ts';
import type { PlatformProcess } from '../support/platform-process.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import type { Tenant } from '../support/tenants.ts';

/** Writes after the backup. More than the transactions of the jobs that run after a start. */
const LOST_WRITES = 300;
const WAIT_MS = 5_000;

/** Restores a backup as the operations page describes. @see docs/operations.md */
describe('a platform with a restored backup', () => {
  const folder = createTemporaryFolder();
  const dataDir = join(folder.path, 'data');
  const archive = join(folder.path, 'backup.tar');
  let platform: PlatformProcess;
  let tenant: Tenant;
  let kept: string;
  let lost: string;

  const send = (path: string, body: object, position?: string): Promise<ApiResponse> =>
    platform.send({
      method: 'POST',
      path,
      token: tenant.token,
      body,
      ...(position !== undefined && { headers: { 'x-loci-min-position': position } }),
    });
  const store = async (): Promise<string> =>
    (await send('/api/v2/memories', { content: 'Ada prefers tea.' })).headers['x-loci-position']!;
  const search = (position: string): Promise<ApiResponse> =>
    send(`/api/v2/search/hybrid?wait_ms=${WAIT_MS}`, { query: 'tea' }, position);

  beforeAll(async () => {
    mkdirSync(dataDir, { mode: 0o700 });
    const settings = await createPlatformSettings(dataDir);
    platform = await startPlatform(settings);
    tenant = await platform.createTenant();
    kept = await store();
    await platform.stop();
    execFileSync('tar', ['-cf', archive, '--exclude=./indexes', '--exclude=./uploads', '-C', dataDir, '.']);
    platform = await startPlatform(settings);
    for (let count = 0; count < LOST_WRITES; count++) lost = await store();
    await platform.stop();
    rmSync(dataDir, { recursive: true });
    mkdirSync(dataDir, { mode: 0o700 });
    execFileSync('tar', ['-xf', archive, '-C', dataDir]);
    platform = await startPlatform(settings);
  }, 180_000);
  afterAll(async () => {
    await platform.stop();
    folder.remove();
  }, 30_000);

  test('rejects a read with the position of a lost write with 422 VAL_POSITION_INVALID', async () => {
    const { status, body } = await search(lost);
    expect([status, body.error.code, body.error.message]).toEqual([
      422,
      'VAL_POSITION_INVALID',
      'x-loci-min-position is later than every change of this platform. The platform was restored from a backup.',
    ]);
  });

  test('accepts positions from before the backup and from after its restoration', async () => {
    for (const position of [kept, await store()]) {
      const { status, body } = await search(position);
      expect([status, body.meta.fresh]).toEqual([200, true]);
    }
  });
});
