import { describe, expect, test } from '@jest/globals';
import { AppError } from '@loci/core';
import { createMetrics, Secret } from '@loci/runtime';
import request from 'supertest';
import { createAdminApp } from './admin-app.ts';

const createApp = (adminToken: Secret | undefined) =>
  createAdminApp({
    metrics: createMetrics('test'),
    health: { notReady: () => Promise.resolve([]) },
    beforeScrape: () => Promise.resolve(),
    commands: {
      adminToken,
      run: {
        count: () => Promise.resolve({ items: 3 }),
        rebuild: () =>
          Promise.reject(new AppError('RES_ALREADY_EXISTS', 'The index is already being rebuilt.')),
      },
    },
    log: { warn: () => undefined },
  });
const app = createApp(new Secret('a-token-of-the-operator'));
const runCommand = (name: string, token: string) =>
  request(app).post(`/commands/${name}`).set('authorization', `Bearer ${token}`);

describe('Host header of the admin port', () => {
  const statusOf = async (host: string) => (await request(app).get('/metrics').set('host', host)).status;

  test.each(['evil.example', 'localhost.evil.example:9090', 'memory.loci.example', ''])(
    'rejects the host "%s", which a third party could resolve to this server, with 421',
    async (host) => {
      expect(await statusOf(host)).toBe(421);
    },
  );

  test.each(['localhost:9090', '127.0.0.1:9090', '[::1]:9090', '10.1.2.3:9090', 'auth-server:9090'])(
    'accepts the host %s',
    async (host) => {
      expect(await statusOf(host)).toBe(200);
    },
  );
});

describe('GET /metrics', () => {
  const metrics = createMetrics('test');
  const app = createAdminApp({
    metrics,
    health: { notReady: () => Promise.resolve([]) },
    beforeScrape: () => Promise.resolve(),
    commands: { adminToken: undefined, run: {} },
    log: { warn: () => undefined },
  });
  const labels = { http_request_method: 'GET', http_route: '/a', http_response_status_code: 200 };
  metrics.httpServerRequestDuration.observe({
    labels,
    value: 0.3,
    exemplarLabels: { trace_id: 'a-trace', span_id: 'a-span' },
  });
  metrics.deadLetters.inc({ group: 'search' });
  const PROMETHEUS_2 =
    'application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.3,*/*;q=0.2';
  const PROMETHEUS_3 =
    'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,' +
    'text/plain;version=1.0.0;escaping=allow-utf-8;q=0.3,text/plain;version=0.0.4;q=0.2,*/*;q=0.1';
  const scrape = async (accept: string) => {
    const { text, headers } = await request(app).get('/metrics').set('accept', accept);
    return { text, type: headers['content-type'] as string };
  };

  test.each([
    '*/*',
    'text/plain',
    'text/html',
    'application/openmetrics-text;version=2.0.0,text/plain;q=0.5',
  ])('sends the Prometheus format without exemplars to a client that accepts %s', async (accept) => {
    const { text, type } = await scrape(accept);
    expect(type).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(text).toContain('# TYPE loci_dead_letters_total counter');
    expect(text).toContain('loci_dead_letters_total{group="search",service="test"} 1');
    expect(text).not.toContain('a-trace');
  });

  test.each([
    ['Prometheus 2', PROMETHEUS_2],
    ['Prometheus 3', PROMETHEUS_3],
  ])('sends OpenMetrics with exemplars to %s', async (_client, accept) => {
    const { text, type } = await scrape(accept);
    expect(type).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    expect(text).toContain('# TYPE loci_dead_letters counter');
    expect(text).toContain('loci_dead_letters_total{group="search",service="test"} 1');
    expect(text).toMatch(/_bucket\{le="0.5",.*\} 1 # \{trace_id="a-trace",span_id="a-span"\} 0.3 \d+/);
    expect(text).toMatch(/\n# EOF\n$/);
  });

  test('keeps the names of counters in the Prometheus format after a scrape of OpenMetrics', async () => {
    await scrape(PROMETHEUS_3);
    const { text } = await scrape('text/plain');
    expect(text).toContain('loci_dead_letters_total{group="search",service="test"} 1');
  });
});

describe('POST /commands/<name>', () => {
  test('rejects a request without a token with 401', async () => {
    expect((await request(app).post('/commands/count')).status).toBe(401);
  });

  test('rejects a wrong token with 401', async () => {
    expect((await runCommand('count', 'another')).status).toBe(401);
  });

  test('rejects the right token with 429 after ten wrong tokens', async () => {
    const guessed = createApp(new Secret('a-token-of-the-operator'));
    const run = (token: string) =>
      request(guessed).post('/commands/count').set('authorization', `Bearer ${token}`);
    for (let guess = 0; guess < 10; guess++) expect((await run('guess')).status).toBe(401);
    const { status, headers } = await run('a-token-of-the-operator');
    expect([status, Number(headers['retry-after']) <= 60]).toEqual([429, true]);
  });

  test('returns 404 for every command if no admin token is configured', async () => {
    const { status, body } = await request(createApp(undefined))
      .post('/commands/count')
      .set('authorization', 'Bearer ');
    expect([status, body]).toEqual([
      404,
      { error: 'Commands are disabled. Set ADMIN_TOKEN to enable them.' },
    ]);
  });

  test('returns the result of the command', async () => {
    const { status, body } = await runCommand('count', 'a-token-of-the-operator');
    expect([status, body]).toEqual([200, { items: 3 }]);
  });

  test('returns the status, code and message of the error that the command throws', async () => {
    const { status, body } = await runCommand('rebuild', 'a-token-of-the-operator');
    expect([status, body]).toEqual([
      409,
      { error: 'The index is already being rebuilt.', code: 'RES_ALREADY_EXISTS' },
    ]);
  });

  test('returns 404 and the names of the commands for an unknown command', async () => {
    const { status, body } = await runCommand('toString', 'a-token-of-the-operator');
    expect([status, body.commands]).toEqual([404, ['count', 'rebuild']]);
  });
});
