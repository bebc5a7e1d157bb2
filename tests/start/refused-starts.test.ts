import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createPlatformSettings,
  isReady,
  spawnPlatform,
  startPlatform,
} from '../support/platform-process.ts';
import type { ProcessExit, PlatformProcess } from '../support/platform-process.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

/** One clear message with what to do, no stack, exit code 2. @see ARCHITECTURE.md section 7 */
describe('a start that cannot be', () => {
  const folders: ReturnType<typeof createTemporaryFolder>[] = [];
  const newFolder = (): string => {
    const folder = createTemporaryFolder();
    folders.push(folder);
    return folder.path;
  };
  afterAll(() => folders.forEach((folder) => folder.remove()));

  const start = async (dataDir: string, environment: Record<string, string> = {}): Promise<ProcessExit> =>
    spawnPlatform(await createPlatformSettings(dataDir, environment)).exited;

  function expectRefused(exit: ProcessExit, ...says: (string | RegExp)[]): void {
    expect([exit.code, exit.signal]).toEqual([2, null]);
    for (const part of says) expect(exit.output).toMatch(part);
    expect(exit.output).not.toMatch(/^\s+at /m);
    expect(exit.output.trim().split('\n').length).toBeLessThanOrEqual(12);
  }

  describe('beside a running one', () => {
    let running: PlatformProcess;

    beforeAll(async () => {
      running = await startPlatform(await createPlatformSettings(newFolder()));
    }, 60_000);
    afterAll(async () => {
      await running.stop();
    }, 30_000);

    test('on the same DATA_DIR: named, with what to do', async () => {
      const { dataDir } = running.settings;
      expectRefused(await start(dataDir), dataDir, `process ${running.pid}`, /another DATA_DIR/);
      expect(await isReady(running)).toBe(true);
    }, 30_000);

    test.each(['PORT', 'AUTH_PORT', 'PORTAL_PORT', 'ADMIN_PORT'])(
      'on its %s: the port and the variable are named',
      async (variable) => {
        const taken = createServer().listen(0, '127.0.0.1');
        await once(taken, 'listening');
        const port = String((taken.address() as AddressInfo).port);
        const exit = await start(newFolder(), { [variable]: port });
        taken.close();
        expectRefused(exit, `Port ${port} is taken`, `${variable}=<port>`);
        expect(await isReady(running)).toBe(true);
      },
      40_000,
    );

    test('with its own DATA_DIR and ports: both run, and neither knows the tenants of the other', async () => {
      const beside = await startPlatform(await createPlatformSettings(newFolder()));
      try {
        const [here, there] = [await running.createTenant(), await beside.createTenant()];
        await here.data('POST', '/api/v2/memories', { content: 'Here.' });
        const foreign = await beside.send({ method: 'GET', path: '/api/v2/memories', token: here.token });
        expect([foreign.status, foreign.body.error.code]).toEqual([401, 'AUTH_TOKEN_INVALID']);
        expect((await there.data('GET', '/api/v2/memories')).items).toEqual([]);
        expect(await isReady(running)).toBe(true);
      } finally {
        expect((await beside.stop()).code).toBe(0);
      }
    }, 60_000);
  });

  test('a DATA_DIR that is somebody else’s: nothing is written there', async () => {
    const dataDir = newFolder();
    writeFileSync(join(dataDir, 'thesis.txt'), 'mine');
    expectRefused(await start(dataDir), dataDir, 'thesis.txt', /empty or a new folder/);
    expect(readdirSync(dataDir)).toEqual(['thesis.txt']);
  }, 30_000);

  test('a DATA_DIR that is a file', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    expectRefused(await start(file), file, /not a folder/);
  }, 30_000);

  test('a DATA_DIR where nothing can be made', async () => {
    expectRefused(await start('/proc/loci'), '/proc/loci', /another DATA_DIR/);
  }, 30_000);

  test('bad variables: all of them are named at once, none with its value', async () => {
    const exit = await start(newFolder(), {
      PORT: 'eighty',
      RATE_LIMIT_PER_MINUTE: '-1',
      ADMIN_TOKEN: 'too-short',
      LOG_LEVEL: 'loud',
      PUBLIC_URL: 'http://loci.example',
    });
    expectRefused(
      exit,
      'PORT:',
      'RATE_LIMIT_PER_MINUTE:',
      'ADMIN_TOKEN:',
      'LOG_LEVEL:',
      'PUBLIC_URL:',
      /https/,
    );
    for (const value of ['eighty', 'too-short', 'loud', 'loci.example'])
      expect(exit.output).not.toContain(value);
  }, 30_000);

  test.each([
    ['HOST', '203.0.113.7', /no address/],
    ['BOOTSTRAP_API_KEY', 'not-a-key', /BOOTSTRAP_API_KEY must be/],
    ['AUTH_URL', 'ftp://localhost:8081', /AUTH_URL:/],
    ['PORT', '70000', /PORT:/],
  ])(
    'a %s of no use',
    async (variable, value, says) => {
      expectRefused(await start(newFolder(), { [variable]: value }), says);
    },
    40_000,
  );
});
