import { readFileSync, readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import {
  createPlatformSettings,
  isReady,
  spawnPlatform,
  startPlatform,
} from '../support/platform-process.ts';
import type { PlatformSettings, PlatformProcess } from '../support/platform-process.ts';
import { openApiConnection } from '../support/api-connection.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

const KEY = /loci_[0-9a-f]+_[A-Za-z0-9_-]+/;

/** @see ARCHITECTURE.md section 7 */
describe('the start contract', () => {
  const folder = createTemporaryFolder();
  let home: PlatformSettings;
  let platform: PlatformProcess;
  let firstScreen: string;
  let apiKey: string;

  const exchange = async (key: string) =>
    (await platform.send({ method: 'POST', path: '/api/v2/auth/token', token: key })).body.data;

  beforeAll(async () => {
    // An unset ADMIN_TOKEN is made and printed; an empty variable counts as unset.
    home = await createPlatformSettings(folder.path, { ADMIN_TOKEN: '' });
    platform = await startPlatform(home);
    await eventually(async () => expect(platform.output()).toContain('Stop with Ctrl+C.'));
    firstScreen = platform.output();
    apiKey = KEY.exec(firstScreen)![0];
  }, 60_000);
  afterAll(async () => {
    await platform.stop();
    folder.remove();
  }, 30_000);

  test('the first screen fits one screen and names URLs, key and admin token', () => {
    expect(firstScreen.split('\n').length).toBeLessThanOrEqual(40);
    for (const port of [home.port, home.authPort, home.portalPort]) {
      expect(firstScreen).toContain(`http://localhost:${port}`);
    }
    expect(firstScreen).toContain(`http://127.0.0.1:${home.adminPort}/metrics`);
    expect(firstScreen).toContain(home.dataDir);
    expect(firstScreen).toMatch(/loci_admin_[A-Za-z0-9_-]{40,}/);
  });

  test('its key works, for a tenant of the tier unlimited', async () => {
    const { access_token: token } = await exchange(apiKey);
    const { body } = await platform.send({ method: 'GET', path: '/api/v2/auth/verify', token });
    expect(body.data).toMatchObject({
      valid: true,
      tier: 'unlimited',
      permissions: ['read', 'write', 'delete'],
    });
  });

  test('its admin token opens the admin API, and nothing else does', async () => {
    const auth = openApiConnection(`http://127.0.0.1:${home.authPort}`);
    const ask = (token: string | null) => auth.send({ method: 'GET', path: '/admin/tenants', token });
    expect((await ask(/loci_admin_[A-Za-z0-9_-]+/.exec(firstScreen)![0])).status).toBe(200);
    for (const bad of [null, 'x', apiKey]) expect((await ask(bad)).status).toBe(401);
    auth.close();
  });

  test('what was made is readable by its owner alone', () => {
    const secrets = join(folder.path, 'secrets');
    expect(statSync(secrets).mode & 0o077).toBe(0);
    for (const name of readdirSync(secrets)) {
      expect([name, statSync(join(secrets, name)).mode & 0o777]).toEqual([name, 0o600]);
    }
    expect(statSync(join(folder.path, 'postgres-password')).mode & 0o777).toBe(0o600);
  });

  test('no key is in the log, in the database or in a file of DATA_DIR', async () => {
    const secret = apiKey.split('_')[2]!;
    const kept = readdirSync(folder.path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => readFileSync(file).includes(secret));
    expect(kept).toEqual([]);
  });

  test("the operator's commands: both indexes made anew, dead letters handled again", async () => {
    const token = /loci_admin_[A-Za-z0-9_-]+/.exec(firstScreen)![0];
    const run = async (name: string) => {
      const path = `/commands/${name}`;
      return (await platform.sendToAdminPort({ method: 'POST', path, token })).body;
    };
    expect(await run('rebuild-indexes')).toEqual({ items: expect.any(Number) });
    const { replayed } = await run('replay-dead-letters');
    expect(replayed).toMatchObject({ search: 0, 'graph-memories': 0, 'analysis-memories': 0 });
  });

  test('Host: localhost, 127.0.0.1 and [::1] on the own port are known', async () => {
    for (const name of ['localhost', '127.0.0.1', '[::1]']) {
      const answer = await platform.send({
        method: 'GET',
        path: '/openapi.json',
        headers: { host: `${name}:${home.port}` },
      });
      expect(answer.status).toBe(200);
    }
  });

  test('SIGTERM: the request under way is answered, the exit code is 0, all in under 10 s', async () => {
    const { access_token: token } = await exchange(apiKey);
    const stored = await platform.send({
      method: 'POST',
      path: '/api/v2/memories',
      token,
      body: { content: 'Kept over a restart.' },
    });
    const slow = openRequest(home.port, token, '{"content": "Sent before the signal, ended after it."}');
    await slow.started;
    const startedAt = performance.now();
    platform.signal('SIGTERM');
    await eventually(async () => expect(await isReady(platform)).toBe(false));
    slow.finish();
    expect(await slow.status).toBe(201);
    const exit = await platform.exited;
    expect([exit.code, exit.signal]).toEqual([0, null]);
    expect(performance.now() - startedAt).toBeLessThan(10_000);

    platform = await startPlatform(home);
    // The token from before is still good: keys and secrets are those of the first start.
    const list = await platform.send({ method: 'GET', path: '/api/v2/memories', token });
    expect(list.body.data.items.map(({ content }: { content: string }) => content).sort()).toEqual([
      'Kept over a restart.',
      'Sent before the signal, ended after it.',
    ]);
    expect(list.body.data.items.map(({ id }: { id: string }) => id)).toContain(stored.body.data.id);
  }, 60_000);

  test('a later start shows no key again, and the old one works', async () => {
    await eventually(async () => expect(platform.output()).toContain('Stop with Ctrl+C.'));
    expect(platform.output()).not.toMatch(KEY);
    expect(platform.output()).not.toContain('loci_admin_');
    expect(await exchange(apiKey)).toMatchObject({ token_type: 'Bearer' });
  });

  test('SIGTERM amid the start: it ends with 0 and the next start is a good one', async () => {
    expect((await platform.stop()).code).toBe(0);
    const starting = spawnPlatform(home);
    await eventually(async () =>
      expect(readFileSync(join(folder.path, 'loci.pid'), 'utf8').trim()).toBe(String(starting.pid)),
    );
    starting.signal('SIGTERM');
    const exit = await starting.exited;
    expect([exit.code, exit.signal]).toEqual([0, null]);
    platform = await startPlatform(home);
    expect(await exchange(apiKey)).toMatchObject({ token_type: 'Bearer' });
  }, 60_000);
});

describe('npm start', () => {
  const folder = createTemporaryFolder();
  afterAll(() => folder.remove());

  test('starts the platform, and SIGTERM to npm drains it and exits 0', async () => {
    const platform = await startPlatform(await createPlatformSettings(folder.path), ['npm', 'start']);
    const tenant = await platform.createTenant();
    expect((await tenant.call('POST', '/api/v2/memories', { content: 'By npm.' })).status).toBe(201);
    const exit = await platform.stop();
    expect([exit.code, exit.signal]).toEqual([0, null]);
    expect(exit.output).toContain('Loci is ready');
    await expect(platform.send({ method: 'GET', path: '/health/live' })).rejects.toThrow('ECONNREFUSED');
  }, 90_000);
});

describe('RATE_LIMIT_PER_MINUTE', () => {
  const folder = createTemporaryFolder();
  let platform: PlatformProcess;

  beforeAll(async () => {
    platform = await startPlatform(
      await createPlatformSettings(folder.path, { RATE_LIMIT_PER_MINUTE: '60' }),
    );
  }, 60_000);
  afterAll(async () => {
    await platform.stop();
    folder.remove();
  }, 30_000);

  test('is of the tenant, whatever key, path or claimed address it uses; another tenant is free', async () => {
    const [busy, calm] = [await platform.createTenant(), await platform.createTenant()];
    const tokens = [busy.token, await busy.createToken(['read'])];
    const paths = ['/api/v2/tags', '/api/v2/tags/', '/api/v2/unknown', '/api/v2/memories?page=2'];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        platform.send({
          method: 'GET',
          path: paths[i % paths.length]!,
          token: tokens[i % tokens.length]!,
          headers: { 'x-forwarded-for': `198.51.100.${i}`, 'x-real-ip': `198.51.100.${i}` },
        }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    // A window may begin in between, and let one more through.
    expect([39, 40]).toContain(refused.length);
    for (const { headers, body } of refused) {
      expect(body.error.code).toBe('BIZ_RATE_LIMIT_EXCEEDED');
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual(['60', '0']);
      expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThan(Date.now() / 1000);
    }
    expect((await calm.call('GET', '/api/v2/tags')).status).toBe(200);
  }, 30_000);

  test('guesses without a token are counted by address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        platform.send({
          method: 'POST',
          path: '/api/v2/auth/token',
          token: `loci_000000000000_${'x'.repeat(42)}${i % 10}`,
          headers: { 'x-forwarded-for': `198.51.100.${i}` },
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
  }, 30_000);
});

/** A request whose body is held back until `finish`. */
function openRequest(port: number, token: string, body: string) {
  const outgoing = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/v2/memories',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      // The server's interim answer tells that it has the request.
      expect: '100-continue',
    },
  });
  const status = new Promise<number>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
  });
  const started = new Promise<void>((resolve) => outgoing.once('continue', resolve));
  outgoing.flushHeaders();
  return { started, status, finish: () => void outgoing.end(body) };
}
