import { describe, expect, test } from '@jest/globals';
import { ConnectionError, InvalidRequestError, Loci, RateLimitError, TimeoutError } from '../src/index.ts';
import type { LociOptions, ResponseInfo } from '../src/index.ts';
import { failure, neverResponds, scriptedFetch, success } from './scripted-fetch.ts';
import type { ScriptedFetch } from './scripted-fetch.ts';

const client = ({ fetch }: ScriptedFetch, options: Partial<LociOptions> = {}): Loci =>
  new Loci({ baseUrl: 'http://loci.test/', accessToken: 'token', fetch, ...options });

const header = (name: string, { requests }: ScriptedFetch): (string | null)[] =>
  requests.map(({ headers }) => headers.get(name));

const disconnected = new TypeError('fetch failed');

describe('requests', () => {
  test('contain the path, the query and the access token', async () => {
    const script = scriptedFetch(success({}));
    const filters = { tags: ['a', 'b'], memory_types: ['fact', 'task'], memory_type: undefined };
    await client(script).memories.list({ per_page: 5, ...filters });
    expect(script.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET http://loci.test/api/v2/memories?per_page=5&tags=a%2Cb&memory_types=fact%2Ctask',
    ]);
    expect(header('authorization', script)).toEqual(['Bearer token']);
  });

  test.each(['', '.', '..'])('with the path parameter "%s" are rejected before they are sent', async (id) => {
    const script = scriptedFetch();
    await expect(client(script).memories.get(id)).rejects.toThrow(
      new TypeError('memory_id must be a non-empty string that is not a relative path segment.'),
    );
    expect(script.requests).toEqual([]);
  });

  test('encode path parameters, so that an ID cannot name another operation', async () => {
    const script = scriptedFetch(success({}));
    await client(script).memories.get('a/../b?c');
    expect(script.requests[0]!.url).toBe('http://loci.test/api/v2/memories/a%2F..%2Fb%3Fc');
  });

  test('report facts about the response', async () => {
    const headers = { 'x-loci-position': 'p1', 'x-loci-searchable': 'false', 'idempotency-replayed': 'true' };
    const script = scriptedFetch(success({ id: 'a' }, headers, { warnings: ['w'], fresh: true }));
    const received: ResponseInfo[] = [];
    const onResponse = (info: ResponseInfo): void => void received.push(info);
    const options = { waitFor: 'searchable', waitMs: 5, onResponse } as const;
    expect(await client(script).memories.create({ content: 'a' }, options)).toEqual({ id: 'a' });
    expect(script.requests[0]!.url).toMatch(/\?wait_for=searchable&wait_ms=5$/);
    expect(received).toEqual([
      {
        status: 200,
        requestId: 'request-1',
        warnings: ['w'],
        fresh: true,
        searchable: false,
        replayed: true,
        etag: null,
        position: 'p1',
      },
    ]);
  });
});

describe('retries', () => {
  test('repeat a write with the same idempotency key after a failed connection and a 503', async () => {
    const script = scriptedFetch(disconnected, failure(503, 'SYS_SERVICE_UNAVAILABLE'), success({ id: 'a' }));
    await client(script).memories.create({ content: 'a' });
    const keys = header('idempotency-key', script);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(await Promise.all(script.requests.map((request) => request.text()))).toEqual([
      '{"content":"a"}',
      '{"content":"a"}',
      '{"content":"a"}',
    ]);
  });

  test('use another idempotency key for each call, or the key of the caller', async () => {
    const script = scriptedFetch(success({}), success({}), success({}));
    const loci = client(script);
    await loci.memories.create({ content: 'a' });
    await loci.memories.create({ content: 'a' });
    await loci.memories.create({ content: 'a' }, { idempotencyKey: 'own' });
    const keys = header('idempotency-key', script);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('own');
  });

  test('stop after the maximum number of repetitions', async () => {
    const script = scriptedFetch(disconnected, disconnected);
    const call = client(script, { maxRetries: 1 }).memories.list();
    await expect(call).rejects.toThrow(ConnectionError);
    expect(script.requests).toHaveLength(2);
  });

  test('do not repeat a request that the server rejected', async () => {
    const script = scriptedFetch(failure(422, 'VAL_FIELD_INVALID'));
    await expect(client(script).memories.list()).rejects.toMatchObject({
      name: 'InvalidRequestError',
      status: 422,
      code: 'VAL_FIELD_INVALID',
      requestId: 'request-2',
      message: 'Message of VAL_FIELD_INVALID.',
    });
    expect(script.requests).toHaveLength(1);
  });

  test('do not repeat a refresh after a failed connection, because the refresh token may be used', async () => {
    const script = scriptedFetch(disconnected);
    await expect(client(script).auth.refresh('r')).rejects.toThrow(ConnectionError);
    expect(script.requests).toHaveLength(1);
  });

  test('wait as long as retry-after requires', async () => {
    const limited = failure(429, 'BIZ_RATE_LIMIT_EXCEEDED', { 'retry-after': '1' });
    const script = scriptedFetch(limited, success({}));
    const start = performance.now();
    await client(script).memories.list();
    expect(performance.now() - start).toBeGreaterThanOrEqual(995);
  });

  test('do not wait for a retry-after of more than a minute', async () => {
    const script = scriptedFetch(failure(429, 'BIZ_RATE_LIMIT_EXCEEDED', { 'retry-after': '61' }));
    const error = await client(script)
      .memories.list()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfterSeconds: 61 });
  });

  test('end when the signal of the call aborts', async () => {
    const controller = new AbortController();
    const script = scriptedFetch(failure(429, 'BIZ_RATE_LIMIT_EXCEEDED', { 'retry-after': '30' }));
    const call = client(script).memories.list({}, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('No longer needed.')), 20);
    await expect(call).rejects.toThrow('No longer needed.');
  });
});

test('the signal of the client aborts a call, also if the call has its own signal', async () => {
  const controller = new AbortController();
  const loci = client(scriptedFetch(neverResponds, neverResponds), { signal: controller.signal });
  const calls = [loci.memories.list(), loci.memories.list({}, { signal: new AbortController().signal })];
  controller.abort(new Error('The program ends.'));
  for (const call of calls) await expect(call).rejects.toThrow('The program ends.');
});

test('onResponse of the client receives facts about the responses to all calls', async () => {
  const warnings: string[] = [];
  const script = scriptedFetch(
    success({}, {}, { warnings: ['first'] }),
    success({}, {}, { warnings: ['second'] }),
  );
  const loci = client(script, { onResponse: (info) => void warnings.push(...info.warnings) });
  await loci.memories.list({}, { onResponse: () => void warnings.push('call') });
  await loci.memories.list();
  expect(warnings).toEqual(['first', 'call', 'second']);
});

test('the limit for retry-after is an option', async () => {
  const script = scriptedFetch(failure(429, 'BIZ_RATE_LIMIT_EXCEEDED', { 'retry-after': '2' }));
  await expect(client(script, { maxRetryAfterMs: 1_000 }).memories.list()).rejects.toThrow(RateLimitError);
});

describe('timeouts', () => {
  test('end each attempt', async () => {
    const script = scriptedFetch(neverResponds, neverResponds);
    const call = client(script).memories.list({}, { timeoutMs: 20, maxRetries: 1 });
    await expect(call).rejects.toThrow(new TimeoutError('No response within 20 ms.'));
    expect(script.requests).toHaveLength(2);
  });

  test('also apply to the body of the response', async () => {
    const stalled = (request: Request): Response =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            request.signal.addEventListener('abort', () => controller.error(request.signal.reason));
          },
        }),
      );
    const call = client(scriptedFetch(stalled)).memories.list({}, { timeoutMs: 20, maxRetries: 0 });
    await expect(call).rejects.toThrow(TimeoutError);
  });

  test('do not replace the reason of the signal of the call', async () => {
    const controller = new AbortController();
    const call = client(scriptedFetch(neverResponds)).memories.list({}, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('No longer needed.')), 20);
    await expect(call).rejects.toThrow('No longer needed.');
  });
});

describe('positions', () => {
  const written = (position: string): Response => success({}, { 'x-loci-position': position });

  test('of writes are sent with later requests, and replaced by the position of the next write', async () => {
    const script = scriptedFetch(written('p1'), written('p2'), success({}));
    const loci = client(script);
    await loci.memories.create({ content: 'a' });
    await loci.memories.create({ content: 'b' });
    await loci.memories.list();
    expect(header('x-loci-min-position', script)).toEqual([null, 'p1', 'p2']);
  });

  test('of concurrent writes are all sent, at most eight', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `p${index}`);
    const script = scriptedFetch(...names.map(written), success({}));
    const loci = client(script);
    await Promise.all(names.map((content) => loci.memories.create({ content })));
    await loci.memories.list();
    expect(script.requests.at(-1)!.headers.get('x-loci-min-position')!.split(',')).toHaveLength(8);
  });

  test('of other clients are sent with the call that names them, also if readYourWrites is false', async () => {
    for (const readYourWrites of [true, false]) {
      const script = scriptedFetch(written('p1'), success({}), success({}));
      const loci = client(script, { readYourWrites });
      await loci.memories.create({ content: 'a' });
      await loci.memories.list({}, { minPosition: 'p2' });
      await loci.memories.list();
      const own = readYourWrites ? 'p1' : null;
      expect(header('x-loci-min-position', script)).toEqual([null, own === null ? 'p2' : 'p2,p1', own]);
    }
  });

  test('of other clients replace the oldest of eight own positions', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `p${index}`);
    const script = scriptedFetch(...names.map(written), success({}));
    const loci = client(script);
    await Promise.all(names.map((content) => loci.memories.create({ content })));
    await loci.memories.list({}, { minPosition: 'other' });
    expect(script.requests.at(-1)!.headers.get('x-loci-min-position')).toBe('other,p1,p2,p3,p4,p5,p6,p7');
  });

  test('of other clients that the server rejects are rejected after one repetition', async () => {
    const invalid = (): Response => failure(422, 'VAL_POSITION_INVALID');
    const script = scriptedFetch(written('p1'), invalid(), invalid());
    const loci = client(script);
    await loci.memories.create({ content: 'a' });
    const call = loci.memories.list({}, { minPosition: 'p2' });
    await expect(call).rejects.toMatchObject({ code: 'VAL_POSITION_INVALID' });
    expect(header('x-loci-min-position', script)).toEqual([null, 'p2,p1', 'p2']);
  });

  test('are not sent if readYourWrites is false', async () => {
    const script = scriptedFetch(written('p1'), success({}));
    const loci = client(script, { readYourWrites: false });
    await loci.memories.create({ content: 'a' });
    await loci.memories.list();
    expect(header('x-loci-min-position', script)).toEqual([null, null]);
  });

  test('that the server rejects are forgotten, and the request is repeated without them', async () => {
    const script = scriptedFetch(written('p1'), failure(422, 'VAL_POSITION_INVALID'), success({}));
    const loci = client(script);
    await loci.memories.create({ content: 'a' });
    await loci.memories.list();
    expect(header('x-loci-min-position', script)).toEqual([null, 'p1', null]);
  });
});

describe('responses that are not from Loci', () => {
  test('with an error status have the code UNKNOWN', async () => {
    const script = scriptedFetch(new Response('<h1>Not found</h1>', { status: 404 }));
    await expect(client(script).memories.list()).rejects.toMatchObject({
      name: 'NotFoundError',
      code: 'UNKNOWN',
      requestId: null,
      message: 'The server returned the status 404.',
    });
  });

  test.each(['<h1>Welcome</h1>', '{}', 'null'])(
    'with status 200 and the body %s are reported',
    async (body) => {
      const script = scriptedFetch(new Response(body));
      await expect(client(script).memories.list()).rejects.toThrow(
        'The response is not from Loci. Check `baseUrl`.',
      );
    },
  );
});

describe('the constructor', () => {
  test.each([{}, { apiKey: 'a', accessToken: 'b' }])('rejects the credentials %j', (credentials) => {
    expect(() => new Loci(credentials)).toThrow('Exactly one of `apiKey` and `accessToken` is required.');
  });

  test('rejects a base URL that is not an HTTP URL', () => {
    expect(() => new Loci({ baseUrl: 'file:///tmp', accessToken: 'a' })).toThrow(
      '`baseUrl` must be an HTTP or HTTPS URL, not file:///tmp.',
    );
  });
});

test('a rejected request has a class that extends ApiError and LociError', async () => {
  const error = await client(scriptedFetch(failure(422, 'VAL_FIELD_INVALID')))
    .memories.list()
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(InvalidRequestError);
});
