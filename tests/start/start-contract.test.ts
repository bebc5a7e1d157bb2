import { readFileSync, readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { documentedCommand } from '../../infra/documentation/src/documented-commands.ts';
import { freePorts } from '@loci/runtime/free-ports';
import { eventually } from '../support/eventually.ts';
import {
  createPlatformSettings,
  isReady,
  spawnPlatform,
  startPlatform,
} from '../support/platform-process.ts';
import type { PlatformProcess, PlatformSettings, ProcessExit } from '../support/platform-process.ts';
import { openApiConnection } from '../support/api-connection.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

const TEST = 'tests/start/start-contract.test.ts';

/** Returns the command that a page documents as a program that receives signals, with other variables than those of the page. */
function documentedStart(page: string, replacements: Record<string, string> = {}): string[] {
  const command = documentedCommand(page, TEST);
  const replaced = Object.entries(replacements).reduce((text, [from, to]) => text.replace(from, to), command);
  return ['sh', '-euc', `exec env ${replaced}`];
}

const API_KEY = /loci_[0-9a-f]+_[A-Za-z0-9_-]+/;
const ADMIN_TOKEN = /loci_admin_[A-Za-z0-9_-]{40,}/;

/** Start, restart and shutdown of the standalone platform. @see docs/configuration.md#npm-start */
describe('a standalone platform', () => {
  const folder = createTemporaryFolder();
  let settings: PlatformSettings;
  let platform: PlatformProcess;
  let banner: string;
  let apiKey: string;

  const exchange = async (key: string) =>
    (await platform.send({ method: 'POST', path: '/api/v2/auth/token', token: key })).body.data;

  beforeAll(async () => {
    // An empty variable counts as unset, so the platform generates an admin token.
    settings = await createPlatformSettings(folder.path, { ADMIN_TOKEN: '' });
    platform = await startPlatform(settings);
    await eventually(async () => expect(platform.output()).toContain('Stop with Ctrl+C.'));
    banner = platform.output();
    apiKey = API_KEY.exec(banner)![0];
  }, 60_000);
  afterAll(async () => {
    await platform.stop();
    folder.remove();
  }, 30_000);

  test('prints a startup banner of at most 40 lines with URLs, data folder and admin token', () => {
    expect(banner.split('\n').length).toBeLessThanOrEqual(40);
    for (const port of [settings.port, settings.authPort, settings.portalPort]) {
      expect(banner).toContain(`http://localhost:${port}`);
    }
    expect(banner).toContain(`http://127.0.0.1:${settings.adminPort}/metrics`);
    expect(banner).toContain(settings.dataDir);
    expect(banner).toMatch(ADMIN_TOKEN);
  });

  test('prints an API key of a tenant with the tier unlimited', async () => {
    const { access_token: token } = await exchange(apiKey);
    const { body } = await platform.send({ method: 'GET', path: '/api/v2/auth/verify', token });
    expect(body.data).toMatchObject({
      valid: true,
      tier: 'unlimited',
      permissions: ['read', 'write', 'delete'],
    });
  });

  test('accepts only the printed admin token at the admin API', async () => {
    const auth = openApiConnection(`http://127.0.0.1:${settings.authPort}`);
    const listTenants = (token: string | null) => auth.send({ method: 'GET', path: '/admin/tenants', token });
    expect((await listTenants(ADMIN_TOKEN.exec(banner)![0])).status).toBe(200);
    for (const token of [null, 'x', apiKey]) expect((await listTenants(token)).status).toBe(401);
    auth.close();
  });

  test('creates files and folders that other users cannot access', async () => {
    const { access_token: token } = await exchange(apiKey);
    const body = { content: 'Indexed by a file.' };
    await platform.send({ method: 'POST', path: '/api/v2/memories', token, body });
    const listPaths = () => readdirSync(folder.path, { recursive: true, encoding: 'utf8' });
    const isIndexFile = (path: string) => /^indexes\/keyword\/.*\./.test(path);
    await eventually(async () => expect(listPaths().filter(isIndexFile)).not.toEqual([]));
    // PostgreSQL can delete files at any time.
    const modeOf = (path: string) => statSync(join(folder.path, path), { throwIfNoEntry: false })?.mode ?? 0;
    expect(listPaths().filter((path) => (modeOf(path) & 0o077) !== 0)).toEqual([]);
    // PostgreSQL runs under another account if Loci runs as root. That account must be able to enter DATA_DIR.
    expect(statSync(folder.path).mode & 0o066).toBe(0);
  });

  test('stores no API key in a file of DATA_DIR', async () => {
    const secret = apiKey.slice('loci_'.length).replace(/^[^_]+_/, '');
    // Stores create and delete temporary files at any time, so the search repeats until no file disappears.
    const filesWithKey = await eventually(async () =>
      readdirSync(folder.path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((file) => readFileSync(file).includes(secret)),
    );
    expect(filesWithKey).toEqual([]);
  });

  const runCommand = async (name: string) => {
    const path = `/commands/${name}`;
    const token = ADMIN_TOKEN.exec(banner)![0];
    return (await platform.sendToAdminPort({ method: 'POST', path, token })).body;
  };

  test('prints no warning of Node.js when it compresses a large response', async () => {
    const { access_token: token } = await exchange(apiKey);
    const content = 'Ada prefers tea. '.repeat(20_000);
    const body = { path: '/large.md', content };
    expect((await platform.send({ method: 'POST', path: '/api/v2/artifacts', token, body })).status).toBe(
      201,
    );
    const response = await fetch(`http://127.0.0.1:${settings.port}/api/v2/artifacts?path=/large.md`, {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' },
    });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.text()).toContain(content);
    // The output of a request arrives after its response.
    await platform.send({ method: 'GET', path: '/health/live' });
    expect(platform.output()).not.toMatch(/Warning/);
  });

  test('rebuilds the indexes when the admin command rebuild-indexes is sent', async () => {
    expect(await runCommand('rebuild-indexes')).toEqual({ items: expect.any(Number) });
  });

  test('replays dead letters when the admin command replay-dead-letters is sent', async () => {
    const { replayed } = await runCommand('replay-dead-letters');
    expect(replayed).toMatchObject({ search: 0, 'graph-memories': 0, 'analysis-memories': 0 });
  });

  test.each(['localhost', '127.0.0.1', '[::1]'])('accepts the host %s with its port', async (name) => {
    const { status } = await platform.send({
      method: 'GET',
      path: '/openapi.json',
      headers: { host: `${name}:${settings.port}` },
    });
    expect(status).toBe(200);
  });

  describe('when it is stopped by SIGTERM during a request and restarted', () => {
    let token: string;
    let storedId: string;
    let requestStatus: number;
    let exit: ProcessExit;
    let shutdownMs: number;

    beforeAll(async () => {
      ({ access_token: token } = await exchange(apiKey));
      const stored = await platform.send({
        method: 'POST',
        path: '/api/v2/memories',
        token,
        body: { content: 'Stored before the restart.' },
      });
      storedId = stored.body.data.id;
      const pending = openRequest(settings.port, token, '{"content": "Sent during the shutdown."}');
      await pending.started;
      const signaledAt = performance.now();
      platform.signal('SIGTERM');
      await eventually(async () => expect(await isReady(platform)).toBe(false));
      pending.finish();
      requestStatus = await pending.status;
      exit = await platform.exited;
      shutdownMs = performance.now() - signaledAt;
      platform = await startPlatform(settings, documentedStart('services/standalone/README.md'));
      await eventually(async () => expect(platform.output()).toContain('Stop with Ctrl+C.'));
    }, 60_000);

    test('completes the request', () => {
      expect(requestStatus).toBe(201);
    });

    test('exits with 0 within 10 seconds', () => {
      expect([exit.code, exit.signal]).toEqual([0, null]);
      expect(shutdownMs).toBeLessThan(10_000);
    });

    test('returns all stored memories to clients with earlier access tokens', async () => {
      const { body } = await platform.send({ method: 'GET', path: '/api/v2/memories', token });
      const { items } = body.data as { items: { id: string; content: string }[] };
      expect(items.map(({ content }) => content).sort()).toEqual([
        'Indexed by a file.',
        'Sent during the shutdown.',
        'Stored before the restart.',
      ]);
      expect(items.map(({ id }) => id)).toContain(storedId);
    });

    test('does not print credentials again', () => {
      expect(platform.output()).not.toMatch(API_KEY);
      expect(platform.output()).not.toContain('loci_admin_');
    });

    test('accepts the API key from the first start', async () => {
      expect(await exchange(apiKey)).toMatchObject({ token_type: 'Bearer' });
    });
  });

  test('can be started again after a SIGTERM during startup, with other variables', async () => {
    expect((await platform.stop()).code).toBe(0);
    const starting = spawnPlatform(settings);
    await eventually(async () =>
      expect(readFileSync(join(folder.path, 'loci.pid'), 'utf8').trim()).toBe(String(starting.pid)),
    );
    starting.signal('SIGTERM');
    const exit = await starting.exited;
    expect([exit.code, exit.signal]).toEqual([0, null]);
    const [port] = (await freePorts(1)) as [number];
    const environment = { ...settings.environment, PORT: String(settings.port) };
    platform = await startPlatform(
      { ...settings, port, environment },
      documentedStart('docs/configuration.md', { 'PORT=9000': `PORT=${port}` }),
    );
    const { access_token: token } = await exchange(apiKey);
    // The log contains rejected MCP requests at the level `info`.
    await platform.send({ method: 'POST', path: '/mcp', token, body: {} });
    await eventually(async () => expect(platform.output()).toContain('"level":"info"'));
  }, 60_000);
});

describe('npm start', () => {
  const folder = createTemporaryFolder();
  afterAll(() => folder.remove());

  test('exits with 0 after it has forwarded SIGTERM to the platform', async () => {
    const settings = await createPlatformSettings(folder.path);
    const platform = await startPlatform(settings, documentedStart('README.md'));
    const tenant = await platform.createTenant();
    expect((await tenant.call('POST', '/api/v2/memories', { content: 'Stored.' })).status).toBe(201);
    const exit = await platform.stop();
    expect([exit.code, exit.signal]).toEqual([0, null]);
    expect(exit.output).toContain('Loci is ready');
    await expect(platform.send({ method: 'GET', path: '/health/live' })).rejects.toThrow('ECONNREFUSED');
  }, 90_000);

  test('serves the public addresses of docs/connect-an-assistant.md to a proxy', async () => {
    const settings = await createPlatformSettings(folder.path);
    const platform = await startPlatform(settings, documentedStart('docs/connect-an-assistant.md'));
    const { body } = await platform.send({
      method: 'GET',
      path: '/.well-known/oauth-protected-resource/mcp',
      headers: { host: 'loci.example.com' },
    });
    await platform.stop();
    expect(body).toMatchObject({
      resource: 'https://loci.example.com/mcp',
      authorization_servers: ['https://auth.loci.example.com'],
    });
  }, 90_000);
});

describe('threat 24: rate limit bypass', () => {
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

  test('requests of a tenant share one limit regardless of API key, path and client address', async () => {
    const tenant = await platform.createTenant();
    const other = await platform.createTenant();
    const tokens = [tenant.token, await tenant.createToken(['read'])];
    const paths = ['/api/v2/tags', '/api/v2/tags/', '/api/v2/unknown', '/api/v2/memories?page=2'];
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        platform.send({
          method: 'GET',
          path: paths[i % paths.length]!,
          token: tokens[i % tokens.length]!,
          headers: { 'x-forwarded-for': `198.51.100.${i}`, 'x-real-ip': `198.51.100.${i}` },
        }),
      ),
    );
    const rejected = responses.filter(({ status }) => status === 429);
    // If a rate limit window starts during the requests, one more request is accepted.
    expect([39, 40]).toContain(rejected.length);
    for (const { headers, body } of rejected) {
      expect(body.error.code).toBe('BIZ_RATE_LIMIT_EXCEEDED');
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual(['60', '0']);
      expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThan(Date.now() / 1000);
    }
    expect((await other.call('GET', '/api/v2/tags')).status).toBe(200);
  }, 30_000);

  test('requests without a valid token are limited by client address', async () => {
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        platform.send({
          method: 'POST',
          path: '/api/v2/auth/token',
          token: `loci_000000000000_${'x'.repeat(42)}${i % 10}`,
          headers: { 'x-forwarded-for': `198.51.100.${i}` },
        }),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401, 429]));
  }, 30_000);
});

/** Sends the headers of a request, and its body when `finish` is called. */
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
      // The interim response shows that the server has received the headers.
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
