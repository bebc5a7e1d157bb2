import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  RUN_MAIN,
  createPlatformSettings,
  isReady,
  spawnPlatform,
  startPlatform,
} from '../support/platform-process.ts';
import type { ProcessExit, PlatformProcess } from '../support/platform-process.ts';
import { eventually } from '../support/eventually.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

const API_KEY = /loci_[0-9a-f]+_[A-Za-z0-9_-]+/;
const ADMIN_TOKEN = /loci_admin_[A-Za-z0-9_-]{40,}/;

/** A failed start exits with code 2 and one message. @see docs/configuration.md */
describe('starting a standalone platform', () => {
  const folders: ReturnType<typeof createTemporaryFolder>[] = [];
  const newFolder = (): string => {
    const folder = createTemporaryFolder();
    folders.push(folder);
    return folder.path;
  };
  afterAll(() => folders.forEach((folder) => folder.remove()));

  const start = async (dataDir: string, environment: Record<string, string> = {}): Promise<ProcessExit> =>
    spawnPlatform(await createPlatformSettings(dataDir, environment)).exited;

  /** Expects exit code 2 and a short message without a stack trace that contains all parts. */
  function expectRefused(exit: ProcessExit, ...parts: (string | RegExp)[]): void {
    expect([exit.code, exit.signal]).toEqual([2, null]);
    for (const part of parts) expect(exit.output).toMatch(part);
    expect(exit.output).not.toMatch(/^\s+at /m);
    expect(exit.output.trim().split('\n').length).toBeLessThanOrEqual(12);
  }

  test('fails with an error that names an unknown argument', async () => {
    const settings = await createPlatformSettings(newFolder());
    expectRefused(
      await spawnPlatform(settings, [...RUN_MAIN, '--prot=80']).exited,
      /Unexpected argument: --prot=80/,
      /--help/,
    );
  }, 30_000);

  test('prints all environment variables if --help is given', async () => {
    const settings = await createPlatformSettings(newFolder());
    const exit = await spawnPlatform(settings, [...RUN_MAIN, '--help']).exited;
    expect(exit.code).toBe(0);
    expect(exit.output).toMatch(/^Usage: npm start$/m);
    expect(exit.output).toContain('PORT (default 8080)');
  }, 30_000);

  test('prints the API key and the admin token at the first start that becomes ready', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const port = String((blocker.address() as AddressInfo).port);
    const dataDir = newFolder();
    expectRefused(await start(dataDir, { PORTAL_PORT: port, ADMIN_TOKEN: '' }), port);
    blocker.close();
    const platform = await startPlatform(await createPlatformSettings(dataDir, { ADMIN_TOKEN: '' }));
    await eventually(async () => expect(platform.output()).toContain('Stop with Ctrl+C.'));
    expect(platform.output()).toMatch(API_KEY);
    expect(platform.output()).toMatch(ADMIN_TOKEN);
    await platform.stop();
  }, 60_000);

  describe('next to a running platform', () => {
    let running: PlatformProcess;

    beforeAll(async () => {
      running = await startPlatform(await createPlatformSettings(newFolder()));
    }, 60_000);
    afterAll(async () => {
      await running.stop();
    }, 30_000);

    test('fails with the pid of the process that uses the DATA_DIR', async () => {
      const { dataDir } = running.settings;
      expectRefused(await start(dataDir), dataDir, `pid ${running.pid}`, /another DATA_DIR/);
      expect(await isReady(running)).toBe(true);
    }, 30_000);

    test.each(['PORT', 'AUTH_PORT', 'PORTAL_PORT', 'ADMIN_PORT'])(
      'fails with an error that names %s and the port if the port is in use',
      async (variable) => {
        const server = createServer().listen(0, '127.0.0.1');
        await once(server, 'listening');
        const port = String((server.address() as AddressInfo).port);
        const exit = await start(newFolder(), { [variable]: port });
        server.close();
        expectRefused(exit, `Port ${port} is in use`, `${variable}=<port>`);
        expect(await isReady(running)).toBe(true);
      },
      40_000,
    );

    test('succeeds with another DATA_DIR and other ports, without sharing tenants', async () => {
      const second = await startPlatform(await createPlatformSettings(newFolder()));
      try {
        const [tenant, other] = [await running.createTenant(), await second.createTenant()];
        await tenant.data('POST', '/api/v2/memories', { content: 'Here.' });
        const { status, body } = await second.send({
          method: 'GET',
          path: '/api/v2/memories',
          token: tenant.token,
        });
        expect([status, body.error.code]).toEqual([401, 'AUTH_TOKEN_INVALID']);
        expect((await other.data('GET', '/api/v2/memories')).items).toEqual([]);
        expect(await isReady(running)).toBe(true);
      } finally {
        expect((await second.stop()).code).toBe(0);
      }
    }, 60_000);
  });

  test('fails, without writing to DATA_DIR, if DATA_DIR contains other files', async () => {
    const dataDir = newFolder();
    writeFileSync(join(dataDir, 'thesis.txt'), 'mine');
    expectRefused(await start(dataDir), dataDir, 'thesis.txt', /empty or new folder/);
    expect(readdirSync(dataDir)).toEqual(['thesis.txt']);
  }, 30_000);

  test('fails if DATA_DIR is a file', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    expectRefused(await start(file), file, /not a folder/);
  }, 30_000);

  test('fails if DATA_DIR cannot be created', async () => {
    expectRefused(await start('/proc/loci'), '/proc/loci', /another DATA_DIR/);
  }, 30_000);

  test('fails with an error that names all invalid variables, but only the values of numbers', async () => {
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
    expect(exit.output).toContain('PORT: must be a port number from 0 to 65535, not "eighty"');
    for (const value of ['too-short', 'loud', 'loci.example']) expect(exit.output).not.toContain(value);
  }, 30_000);

  test.each([
    ['HOST', '203.0.113.7', /no address/],
    ['BOOTSTRAP_API_KEY', 'not-a-key', /BOOTSTRAP_API_KEY must be/],
    ['AUTH_URL', 'ftp://localhost:8081', /AUTH_URL:/],
    ['PORT', '70000', /PORT:/],
  ])(
    'fails with the invalid variable %s=%s',
    async (variable, value, message) => {
      expectRefused(await start(newFolder(), { [variable]: value }), message);
    },
    40_000,
  );
});
