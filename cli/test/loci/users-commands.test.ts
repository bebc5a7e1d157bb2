import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { documentedCommand } from '../../../infra/documentation/src/documented-commands.ts';
import { recordToolCalls } from '../../../infra/documentation/src/tool-calls.ts';
import { VERSION } from '../../src/loci/version.ts';
import { API_KEY, errorResponse, sampleMemory, startFakeServer, success } from './fake-server.ts';
import type { FakeServer } from './fake-server.ts';
import { createTestMachine } from './run-command.ts';
import type { RunOptions, TestMachine } from './run-command.ts';

const TEST = 'cli/test/loci/users-commands.test.ts';

let machine: TestMachine;
let server: FakeServer;
beforeEach(async () => {
  machine = createTestMachine();
  server = await startFakeServer();
});
afterEach(async () => {
  machine.remove();
  await server.close();
});

/** Runs a command with an API key in the environment. */
const runWithKey = (args: string[], options: RunOptions = {}) =>
  machine.run(args, { ...options, env: { LOCI_API_KEY: API_KEY, LOCI_URL: server.url, ...options.env } });

const requestTo = (path: string) => server.requests.find((request) => request.path === path)!;

test('the version of the command is the version of the package', () => {
  const manifest = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  expect(VERSION).toBe((JSON.parse(manifest) as { version: string }).version);
});

describe('loci login', () => {
  test('stores an API key that it reads from the standard input, and uses it for later commands', async () => {
    server.handle = ({ path }) => (path === '/api/v2/memories' ? success(sampleMemory()) : undefined);
    const login = await machine.run(['login', '--api-key', '--url', server.url], { input: `${API_KEY}\n` });
    expect(login).toEqual({
      exitCode: 0,
      stdout: `Signed in to ${server.url} (profile "default", tenant tenant-1).\n`,
      stderr: '',
    });
    expect((await machine.run(['store', 'Ada prefers tea.'])).exitCode).toBe(0);
    expect(requestTo('/api/v2/memories').headers.authorization).toBe('Bearer token-1');
    // The second command uses the stored access token.
    expect(server.requests.filter(({ path }) => path === '/api/v2/auth/token')).toHaveLength(1);
  });

  test('rejects a wrong API key with exit code 3 and stores nothing', async () => {
    const result = await machine.run(['login', '--api-key', 'loci_a_b', '--url', server.url]);
    expect(result.exitCode).toBe(3);
    expect(result.stderr).toContain('error: The API key is wrong, expired or revoked.');
    expect((await machine.run(['list'])).stderr).toContain('You are not signed in (profile "default").');
  });

  test('rejects a text that is not an API key with exit code 2, without sending it', async () => {
    const result = await machine.run(['login', '--api-key', 'hunter2', '--url', server.url]);
    expect(result.exitCode).toBe(2);
    expect(server.requests).toEqual([]);
  });

  test('keeps the profiles of several servers apart', async () => {
    await machine.run(['login', '--api-key', API_KEY, '--url', server.url, '--profile', 'work']);
    expect((await machine.run(['list'], { env: { LOCI_PROFILE: 'home' } })).stderr).toContain(
      '(profile "home")',
    );
    server.handle = ({ path }) => (path === '/api/v2/memories' ? success(sampleMemory()) : undefined);
    expect((await machine.run(['store', 'a'], { env: { LOCI_PROFILE: 'work' } })).exitCode).toBe(0);
  });

  test('does not send a stored credential to another server', async () => {
    await machine.run(['login', '--api-key', API_KEY, '--url', server.url]);
    const other = await startFakeServer();
    const result = await machine.run(['list', '--url', other.url]);
    await other.close();
    expect(result.exitCode).toBe(3);
    expect(result.stderr).toContain(`The profile "default" belongs to ${server.url}, not to ${other.url}.`);
    expect(other.requests).toEqual([]);
  });

  test('rejects a profile name with other characters', async () => {
    const result = await machine.run(['list', '--profile', '__proto__']);
    expect(result).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is not a profile name') });
  });

  test('rejects an address with a password', async () => {
    const result = await machine.run(['list', '--url', 'http://a:b@localhost']);
    expect(result).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('is not the address of a server'),
    });
  });
});

describe('the device flow of loci login', () => {
  const device = {
    device_code: 'd',
    user_code: 'ABCD-EFGH',
    verification_uri: 'http://portal/device',
    expires_in: 60,
  };
  const tokens = { access_token: 'oauth-1', expires_in: 3600, refresh_token: 'r1' };
  let answers: { status?: number; json: unknown }[];

  beforeEach(() => {
    answers = [{ status: 400, json: { error: 'authorization_pending' } }, { json: tokens }];
    server.handle = ({ path }) => {
      if (path === '/.well-known/oauth-protected-resource')
        return { json: { resource: server.url, authorization_servers: [server.url] } };
      if (path === '/.well-known/oauth-authorization-server')
        return {
          json: {
            issuer: server.url,
            token_endpoint: `${server.url}/token`,
            revocation_endpoint: `${server.url}/revoke`,
            registration_endpoint: `${server.url}/register`,
            device_authorization_endpoint: `${server.url}/device_authorization`,
          },
        };
      if (path === '/register') return { status: 201, json: { client_id: 'client-1' } };
      if (path === '/device_authorization') return { json: { ...device, interval: 0.01 } };
      if (path === '/token') return answers.shift();
      if (path === '/revoke') return { json: {} };
      return undefined;
    };
  });

  test('shows the code, waits for the approval and stores the tokens', async () => {
    const result = await machine.run(['login', '--url', server.url]);
    expect(result).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('enter the code ABCD-EFGH'),
    });
    expect(requestTo('/device_authorization').body).toBe(
      'client_id=client-1&scope=read+write+offline_access',
    );
  });

  test('runs the commands of docs/connect-an-assistant.md', async () => {
    mkdirSync(join(machine.home, '.claude'));
    const commands = documentedCommand('docs/connect-an-assistant.md', TEST);
    const outputs: string[] = [];
    for (const { tool, args } of recordToolCalls(commands)) {
      expect([tool, args[0]]).toEqual(['npx', 'loci']);
      const options = { env: { LOCI_URL: server.url }, answers: 'y\n' };
      const { exitCode, stdout } = await machine.run(args.slice(1), options);
      expect(exitCode).toBe(0);
      outputs.push(stdout);
    }
    expect(outputs).toEqual([
      expect.stringContaining(`Signed in to ${server.url}`),
      expect.stringMatching(/^Claude Code\n {2}created {4}.*\.claude\.json\n/),
    ]);
  });

  test('reports a denial with exit code 3', async () => {
    answers = [{ status: 400, json: { error: 'access_denied' } }];
    const result = await machine.run(['login', '--url', server.url]);
    expect(result).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('The sign-in was denied') });
  });

  test('concurrent commands use a refresh token once', async () => {
    answers = [{ json: { ...tokens, expires_in: 1 } }, { json: { ...tokens, refresh_token: 'r2' } }];
    await machine.run(['login', '--url', server.url]);
    const page = { page: 1, total: 0, total_is_exact: true, has_next: false };
    const { handle } = server;
    server.handle = (request) =>
      request.path === '/api/v2/memories' ? success({ items: [], pagination: page }) : handle(request);
    const results = await Promise.all(Array.from({ length: 5 }, () => machine.run(['list'])));
    expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0, 0]);
    expect(server.requests.filter(({ body }) => body.includes('refresh_token=r1'))).toHaveLength(1);
  });

  test('rejects metadata that directs tokens to another server', async () => {
    const { handle } = server;
    server.handle = (request) =>
      request.path === '/.well-known/oauth-authorization-server'
        ? {
            json: {
              issuer: server.url,
              token_endpoint: 'https://attacker.example/token',
              revocation_endpoint: `${server.url}/revoke`,
              registration_endpoint: `${server.url}/register`,
            },
          }
        : handle(request);
    const result = await machine.run(['login', '--url', server.url]);
    expect(result).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('names another server') });
  });

  test('loci logout revokes the tokens and deletes the credential', async () => {
    await machine.run(['login', '--url', server.url]);
    expect((await machine.run(['logout'])).stdout).toBe('Signed out of the profile "default".\n');
    expect(requestTo('/revoke').body).toBe('token=r1&client_id=client-1');
    expect((await machine.run(['list'])).exitCode).toBe(3);
  });
});

describe('loci store', () => {
  test('sends the options, prints the ID and shows warnings of the server', async () => {
    server.handle = ({ path }) =>
      path === '/api/v2/memories' ? success(sampleMemory(), { warnings: ['A tag was skipped.'] }) : undefined;
    const args = [
      'store',
      'Ada',
      'prefers tea.',
      '--type',
      'fact',
      '--importance',
      '0.7',
      '--tag',
      'a,b',
      '--pin',
    ];
    expect(await runWithKey(args)).toEqual({
      exitCode: 0,
      stdout: 'Stored 01a2018e-850c-7000-bee0-3ea9bd90741f\n',
      stderr: 'warning: A tag was skipped.\n',
    });
    const { body, query, headers } = requestTo('/api/v2/memories');
    expect(JSON.parse(body)).toEqual({
      content: 'Ada prefers tea.',
      memory_type: 'fact',
      importance: 0.7,
      tags: ['a', 'b'],
      pinned: true,
    });
    expect(query).toEqual({ wait_for: 'searchable' });
    expect(headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/u);
  });

  test('reads the text from the standard input', async () => {
    server.handle = ({ path }) => (path === '/api/v2/memories' ? success(sampleMemory()) : undefined);
    await runWithKey(['store', '-'], { input: 'Two\nlines\n' });
    expect(JSON.parse(requestTo('/api/v2/memories').body)).toEqual({ content: 'Two\nlines' });
  });

  test('repeats a change with the same idempotency key if the server is unavailable', async () => {
    let attempts = 0;
    server.handle = ({ path }) => {
      if (path !== '/api/v2/memories') return undefined;
      attempts += 1;
      return attempts < 3
        ? errorResponse(503, 'SYS_SERVICE_UNAVAILABLE', 'Unavailable.')
        : success(sampleMemory());
    };
    expect((await runWithKey(['store', 'a'])).exitCode).toBe(0);
    const keys = server.requests
      .filter(({ path }) => path === '/api/v2/memories')
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  test.each([
    [['store', '  '], 'The text is empty.'],
    [['store', 'a', '--importance', '2'], 'Must be a number from 0 to 1.'],
    [['list', '--limit', '101'], 'Must be an integer from 1 to 100.'],
    [['list', '--sort', 'name'], 'Allowed choices are'],
    [['get', ''], 'Must be the ID of a memory.'],
    [['delete', '..', '--yes'], 'Must be the ID of a memory.'],
    [['unknown'], "unknown command 'unknown'"],
  ])('rejects %j with exit code 2', async (args, message) => {
    const result = await runWithKey(args);
    expect(result).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) });
    expect(server.requests).toEqual([]);
  });
});

describe('errors of the server', () => {
  test.each([
    [401, 'AUTH_TOKEN_INVALID', 3, 'Run `loci login` to sign in again.'],
    [403, 'AUTH_FORBIDDEN', 3, '`loci status` shows your permissions.'],
    [404, 'RES_NOT_FOUND', 4, '`loci list` shows the IDs of memories.'],
    [409, 'RES_ALREADY_EXISTS', 5, 'The message.'],
    [422, 'VAL_UUID_INVALID', 5, 'The message.'],
    [429, 'BIZ_RATE_LIMIT_EXCEEDED', 6, 'Wait a minute'],
    [500, 'SYS_INTERNAL_ERROR', 6, 'Request ID: request-1.'],
  ])('status %i with %s sets exit code %i and says what to do', async (status, code, exitCode, advice) => {
    server.handle = ({ path }) =>
      path.startsWith('/api/v2/memories') ? errorResponse(status, code, 'The message.') : undefined;
    const result = await runWithKey(['get', 'x']);
    expect(result).toMatchObject({ exitCode, stdout: '' });
    expect(result.stderr).toContain(`error: The message.`);
    expect(result.stderr).toContain(advice);
  });

  test('with --json, the error is JSON on standard error', async () => {
    const { stderr } = await runWithKey(['get', 'x', '--json']);
    expect(JSON.parse(stderr)).toEqual({
      error: {
        message: 'Not found. Check the ID. `loci list` shows the IDs of memories.',
        code: 'RES_NOT_FOUND',
        request_id: 'request-1',
        exit_code: 4,
      },
    });
  });

  test('a server that does not run sets exit code 6', async () => {
    await server.close();
    const result = await runWithKey(['list']);
    expect(result).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('Cannot connect to') });
    server = await startFakeServer();
  });

  test('a rejected access token is replaced once', async () => {
    let rejections = 0;
    server.handle = ({ path }) => {
      if (path !== '/api/v2/memories/x' || rejections > 0)
        return path === '/api/v2/memories/x' ? success(sampleMemory()) : undefined;
      rejections += 1;
      return errorResponse(401, 'AUTH_TOKEN_EXPIRED', 'Expired.');
    };
    expect((await runWithKey(['get', 'x'])).exitCode).toBe(0);
    expect(server.requests.filter(({ path }) => path === '/api/v2/auth/refresh')).toHaveLength(1);
  });

  test('an API key in the environment that the server rejects sets exit code 3', async () => {
    const { exitCode, stderr } = await runWithKey(['list'], { env: { LOCI_API_KEY: 'loci_a_b' } });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 3,
      stderr:
        'error: The API key is wrong, expired or revoked. Create a key in the portal, and run `loci login --api-key`.\n',
    });
  });

  test('a response that is not from Loci sets exit code 6', async () => {
    server.handle = ({ path }) => (path === '/api/v2/memories/x' ? { json: 'Welcome' } : undefined);
    expect(await runWithKey(['get', 'x'])).toEqual({
      exitCode: 6,
      stdout: '',
      stderr: 'error: The response of the server is not from Loci. Check the address with `loci status`.\n',
    });
  });

  test('a command does not wait longer than 10 seconds because of the rate limit', async () => {
    server.handle = ({ path }) =>
      path === '/api/v2/memories/x'
        ? { ...errorResponse(429, 'BIZ_RATE_LIMIT_EXCEEDED', 'Too many.'), headers: { 'retry-after': '11' } }
        : undefined;
    expect((await runWithKey(['get', 'x'])).exitCode).toBe(6);
    expect(server.requests.filter(({ path }) => path === '/api/v2/memories/x')).toHaveLength(1);
  });

  test('an import waits as long as the server requires', async () => {
    server.handle = ({ path }) =>
      path === '/api/v2/memories'
        ? { ...errorResponse(429, 'BIZ_RATE_LIMIT_EXCEEDED', 'Too many.'), headers: { 'retry-after': '11' } }
        : undefined;
    const source = join(import.meta.dirname, '../import/fixtures/memory.jsonl');
    const abort = new AbortController();
    const startedAt = Date.now();
    const running = runWithKey(['import', source], { signal: abort.signal });
    setTimeout(() => abort.abort(), 500);
    expect(await running).toMatchObject({ exitCode: 130, stderr: expect.stringContaining('Interrupted.') });
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(490);
  });

  test('a redirect is not followed', async () => {
    server.handle = ({ path }) =>
      path === '/api/v2/memories/x'
        ? { status: 302, headers: { location: `${server.url}/elsewhere` }, json: {} }
        : undefined;
    expect((await runWithKey(['get', 'x'])).exitCode).toBe(5);
    expect(requestTo('/elsewhere')).toBeUndefined();
  });
});

describe('loci search, recall, get and list', () => {
  const item = (content: string) => ({
    id: '01a2018e-850c-7000-bee0-3ea9bd90741f',
    content,
    snippet: content,
    score: 0.9876,
    source_type: 'direct_input',
    occurred_at: '2026-11-22T04:40:47.099Z',
    metadata: { memory_type: 'fact' },
  });
  const found = (...contents: string[]) =>
    success({ items: contents.map(item), search_metadata: { degraded: [], pending_writes: 0 } });

  test('search prints a table without escape sequences of the memory', async () => {
    server.handle = ({ path }) =>
      path === '/api/v2/search/hybrid' ? found('Ada\u001b[2J\nprefers tea.') : undefined;
    const { stdout } = await runWithKey(['search', 'tea', '--type', 'fact,insight', '--limit', '3']);
    expect(stdout).toBe(
      'ID                                    SCORE  TYPE  DATE        TEXT\n' +
        '01a2018e-850c-7000-bee0-3ea9bd90741f  0.988  fact  2026-11-22  Ada prefers tea.\n',
    );
    expect(JSON.parse(requestTo('/api/v2/search/hybrid').body)).toEqual({
      query: 'tea',
      limit: 3,
      memory_types: ['fact', 'insight'],
    });
  });

  test('search warns about failed retrievers on standard error', async () => {
    server.handle = ({ path }) =>
      path === '/api/v2/search/hybrid'
        ? success({ items: [item('a')], search_metadata: { degraded: ['vector'], pending_writes: 1 } })
        : undefined;
    const { stderr } = await runWithKey(['search', 'tea']);
    expect(stderr).toContain('these retrievers failed: vector.');
    expect(stderr).toContain('Your most recent changes are not in the results yet.');
  });

  test('recall prints whole texts as a list and stops before --tokens', async () => {
    server.handle = ({ path }) =>
      path === '/api/v2/search/hybrid' ? found('One\ntwo', 'x'.repeat(100)) : undefined;
    expect((await runWithKey(['recall', 'tea'])).stdout).toBe(
      `- 2026-11-22: One\n  two\n- 2026-11-22: ${'x'.repeat(100)}\n`,
    );
    expect((await runWithKey(['recall', 'tea', '--tokens', '10'])).stdout).toBe('- 2026-11-22: One\n  two\n');
  });

  test('get prints the fields and the text', async () => {
    server.handle = ({ path }) => (path === '/api/v2/memories/x' ? success(sampleMemory()) : undefined);
    const { stdout } = await runWithKey(['get', 'x', '--as-of', '2026-01-01']);
    expect(stdout).toContain('Tags       preferences\n');
    expect(stdout).toMatch(/\n\nAda prefers tea to coffee.\n$/u);
    expect(requestTo('/api/v2/memories/x').query).toEqual({ as_of: '2026-01-01' });
  });

  test('list prints a table and the next page', async () => {
    server.handle = ({ path }) =>
      path === '/api/v2/memories'
        ? success({
            items: [sampleMemory()],
            pagination: { page: 2, total: 50, total_is_exact: true, has_next: true },
          })
        : undefined;
    const result = await runWithKey([
      'list',
      '--page',
      '2',
      '--tag',
      'a',
      '--tag',
      'b',
      '--sort',
      '-importance',
    ]);
    expect(result.stdout).toContain(
      '01a2018e-850c-7000-bee0-3ea9bd90741f  fact  0.70  2026-11-22  Ada prefers',
    );
    expect(result.stderr).toBe('50 memories match. Next page: --page 3\n');
    expect(requestTo('/api/v2/memories').query).toEqual({
      tags: 'a,b',
      sort: '-importance',
      page: '2',
      per_page: '20',
    });
  });
});
