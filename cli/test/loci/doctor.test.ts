import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { CheckResult } from '../../src/loci/doctor/check.ts';
import { describeSpace } from '../../src/loci/doctor/check-folders.ts';
import { checkClock } from '../../src/loci/doctor/check-server.ts';
import { checkNode, checkVersion } from '../../src/loci/doctor/check-versions.ts';
import { VERSION } from '../../src/loci/version.ts';
import { API_KEY, errorResponse, startFakeServer, success } from './fake-server.ts';
import type { FakeResponse, FakeServer } from './fake-server.ts';
import { createTestMachine } from './run-command.ts';
import type { TestMachine } from './run-command.ts';

let machine: TestMachine;
let server: FakeServer;
let search: FakeResponse;
let coverage: number;
beforeEach(async () => {
  machine = createTestMachine();
  server = await startFakeServer();
  search = success({ items: [], search_metadata: { degraded: [] } });
  coverage = 1;
  server.handle = ({ path }) => {
    if (path === '/health/ready') return { json: { status: 'ready' } };
    if (path === '/openapi.json') return { json: { info: { version: VERSION } } };
    if (path === '/api/v2/search/hybrid') return search;
    if (path === '/api/v2/search/stats') return success({ embedding_coverage: coverage });
    return undefined;
  };
});
afterEach(async () => {
  machine.remove();
  await server.close();
});

async function runDoctor(options: { args?: string[]; env?: NodeJS.ProcessEnv } = {}): Promise<{
  exitCode: number;
  stderr: string;
  statusOf(name: string): string;
  check(name: string): CheckResult;
}> {
  const env = { PATH: process.env['PATH'], LOCI_API_KEY: API_KEY, LOCI_URL: server.url, ...options.env };
  const { exitCode, stdout, stderr } = await machine.run(['doctor', '--json', ...(options.args ?? [])], {
    env,
  });
  const { checks } = JSON.parse(stdout) as { checks: CheckResult[] };
  const check = (name: string): CheckResult => checks.find((result) => result.name === name)!;
  return { exitCode, stderr, check, statusOf: (name) => check(name).status };
}

describe('loci doctor', () => {
  test('reports a healthy server and exit code 0', async () => {
    const { exitCode, stderr, statusOf } = await runDoctor();
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    for (const name of ['folders', 'server', 'readiness', 'clock', 'version', 'login', 'engines'])
      expect([name, statusOf(name)]).toEqual([name, 'ok']);
  });

  test('prints a line for each check, and what to do', async () => {
    search = success({ items: [], search_metadata: { degraded: ['vector'] } });
    const env = { PATH: process.env['PATH'], LOCI_API_KEY: API_KEY, LOCI_URL: server.url };
    const { exitCode, stdout } = await machine.run(['doctor'], { env });
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`ok    server       ${server.url} responds.\n`);
    expect(stdout).toContain(
      'warn  engines      These retrievers failed: vector. Searches can miss results.\n' +
        '                   See the log of the search service, and restore its engines.\n',
    );
  });

  test('checks this machine without a server, and fails with exit code 7', async () => {
    const { exitCode, stderr, check, statusOf } = await runDoctor({
      env: { LOCI_URL: 'http://127.0.0.1:1' },
    });
    expect(exitCode).toBe(7);
    expect(JSON.parse(stderr)).toMatchObject({ error: { exit_code: 7 } });
    expect(check('server')).toMatchObject({ status: 'fail', message: 'No server responds.' });
    expect(check('server').action).toContain('Cannot connect to http://127.0.0.1:1 ');
    expect(['readiness', 'clock', 'version', 'login', 'engines'].map(statusOf)).toEqual(
      Array(5).fill('skip'),
    );
    expect(['folders', 'disk'].map(statusOf)).toEqual(['ok', 'ok']);
  });

  test('reports a server that is not ready', async () => {
    const { handle } = server;
    server.handle = (request) =>
      request.path === '/health/ready'
        ? { status: 503, json: { status: 'not ready', waiting_for: ['database'] } }
        : handle(request);
    const { exitCode, check } = await runDoctor();
    expect(exitCode).toBe(7);
    expect(check('readiness')).toMatchObject({
      status: 'fail',
      message: 'The server is not ready. It waits for: database.',
    });
  });

  test('reports an address that is not a Loci server', async () => {
    server.handle = () => errorResponse(404, 'RES_NOT_FOUND', 'Not found.');
    expect((await runDoctor()).check('server')).toMatchObject({
      status: 'fail',
      message: `${server.url} is not a Loci server.`,
    });
  });

  test.each([
    ['a wrong API key', { LOCI_API_KEY: 'loci_a_b' }, 'The API key is wrong, expired or revoked.'],
    ['no credential', { LOCI_API_KEY: '' }, 'You are not signed in'],
  ])('reports %s', async (_name, env, action) => {
    const { exitCode, check, statusOf } = await runDoctor({ env });
    expect(exitCode).toBe(7);
    expect(check('login').action).toContain(action);
    expect([check('login').status, statusOf('engines')]).toEqual(['fail', 'skip']);
  });

  test('warns about memories that are not indexed', async () => {
    coverage = 0.5;
    expect((await runDoctor()).check('engines')).toMatchObject({
      status: 'warn',
      message: '50.0 % of the memories are indexed by meaning.',
    });
  });

  test('reports a file with credentials that other users can read', async () => {
    const config = join(machine.home, 'config');
    mkdirSync(config, { mode: 0o700 });
    writeFileSync(join(config, 'profiles.json'), '{"version":1,"profiles":{}}', { mode: 0o600 });
    expect((await runDoctor()).statusOf('credentials')).toBe('ok');
    chmodSync(join(config, 'profiles.json'), 0o644);
    const { exitCode, check } = await runDoctor();
    expect(exitCode).toBe(7);
    expect(check('credentials').action).toContain(`chmod 600 ${join(config, 'profiles.json')}`);
  });

  test('checks the data folder of a standalone platform', async () => {
    const data = join(machine.home, 'data');
    mkdirSync(join(data, 'postgres'), { recursive: true, mode: 0o700 });
    writeFileSync(join(data, 'loci-data.json'), '{}');
    const args = ['--data-dir', data];
    expect((await runDoctor({ args })).check('database')).toMatchObject({
      status: 'fail',
      message: `${data} has no readable database.`,
    });
    writeFileSync(join(data, 'postgres', 'PG_VERSION'), '18\n');
    writeFileSync(join(data, 'postgres', 'postmaster.pid'), `${process.pid}\n`);
    const running = await runDoctor({ args });
    expect(running.check('database').message).toContain(`PostgreSQL 18 and runs with pid ${process.pid}`);
    expect(running.statusOf('data')).toBe('ok');
    chmodSync(data, 0o755);
    expect((await runDoctor({ args })).check('data').message).toBe(`Other users can read ${data}.`);
    expect((await runDoctor()).statusOf('data')).toBe('skip');
  });

  test('reports a port of the platform that another program uses', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const { port } = blocker.address() as AddressInfo;
    const env = { LOCI_URL: 'http://127.0.0.1:1', AUTH_PORT: '0', PORTAL_PORT: '0' };
    const blocked = await runDoctor({ env: { ...env, PORT: String(port) } });
    expect(blocked.check('ports')).toMatchObject({
      status: 'fail',
      message: `Another program uses port ${port}.`,
    });
    blocker.close();
    expect((await runDoctor({ env: { ...env, PORT: '0' } })).statusOf('ports')).toBe('ok');
    expect((await runDoctor({ env: { ...env, PORT: 'x' } })).check('ports').message).toBe(
      'PORT is not a port.',
    );
  });
});

describe('single checks', () => {
  test.each([
    ['18.20.0', 'fail'],
    ['20.11.0', 'warn'],
    ['22.12.0', 'warn'],
    ['22.13.0', 'ok'],
    ['24.1.0', 'ok'],
  ])('Node.js %s is %s', (version, status) => {
    expect(checkNode(version).status).toBe(status);
  });

  test.each([
    ['2.0.0', 'ok'],
    ['2.1.0', 'warn'],
    ['3.0.0', 'fail'],
    [null, 'warn'],
  ])('the command 2.0.0 with the server %s is %s', (version, status) => {
    expect(checkVersion('2.0.0', version).status).toBe(status);
  });

  test.each([
    [0, 'ok'],
    [5, 'ok'],
    [30, 'warn'],
    [-30, 'warn'],
    [90, 'fail'],
    [-90, 'fail'],
  ])('a clock of the server that differs by %i s is %s', (seconds, status) => {
    const now = Date.UTC(2026, 0, 1);
    expect(checkClock(new Date(now + seconds * 1_000).toUTCString(), now, now + 20).status).toBe(status);
    expect(checkClock(null, now, now).status).toBe('skip');
  });

  test.each([
    [50_000_000, 'fail'],
    [500_000_000, 'warn'],
    [5_000_000_000, 'ok'],
  ])('%i free bytes are %s', (bytes, status) => {
    expect(describeSpace('/data', bytes).status).toBe(status);
  });
});
