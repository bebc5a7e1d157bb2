import { describe, expect, test } from '@jest/globals';
import { AuthenticationError, Loci } from '../src/index.ts';
import { failure, scriptedFetch, success } from './scripted-fetch.ts';
import type { ScriptedFetch } from './scripted-fetch.ts';

const tokens = (name: string, expiresIn = 3_600): Response =>
  success({ access_token: name, refresh_token: `refresh-${name}`, expires_in: expiresIn });

const withKey = ({ fetch }: ScriptedFetch): Loci => new Loci({ apiKey: 'loci_key', fetch });

const sent = ({ requests }: ScriptedFetch): string[] =>
  requests.map(({ url, headers }) => `${new URL(url).pathname} ${headers.get('authorization')}`);

const LIST = '/api/v2/memories';
const EXCHANGE = '/api/v2/auth/token';
const REFRESH = '/api/v2/auth/refresh';

describe('an API key', () => {
  test('is exchanged once for concurrent calls', async () => {
    const script = scriptedFetch(tokens('a'), success({}), success({}), success({}));
    const loci = withKey(script);
    await Promise.all([loci.memories.list(), loci.memories.list(), loci.memories.list()]);
    expect(sent(script)).toEqual([
      `${EXCHANGE} Bearer loci_key`,
      `${LIST} Bearer a`,
      `${LIST} Bearer a`,
      `${LIST} Bearer a`,
    ]);
  });

  test('is not exchanged again for later calls', async () => {
    const script = scriptedFetch(tokens('a'), success({}), success({}));
    const loci = withKey(script);
    await loci.memories.list();
    await loci.memories.list();
    expect(sent(script)).toHaveLength(3);
  });

  test('has tokens that are refreshed once before they expire', async () => {
    const script = scriptedFetch(tokens('a', 0), success({}), tokens('b'), success({}), success({}));
    const loci = withKey(script);
    await loci.memories.list();
    await Promise.all([loci.memories.list(), loci.memories.list()]);
    expect(sent(script).slice(2)).toEqual([`${REFRESH} null`, `${LIST} Bearer b`, `${LIST} Bearer b`]);
    expect(await script.requests[2]!.json()).toEqual({ refresh_token: 'refresh-a' });
  });

  test('has a token that is refreshed after the server rejects it, and the request is repeated', async () => {
    const script = scriptedFetch(tokens('a'), failure(401, 'AUTH_TOKEN_EXPIRED'), tokens('b'), success({}));
    await withKey(script).memories.list();
    expect(sent(script).slice(1)).toEqual([`${LIST} Bearer a`, `${REFRESH} null`, `${LIST} Bearer b`]);
  });

  test('is exchanged again if the refresh token is rejected', async () => {
    const invalid = failure(401, 'AUTH_TOKEN_INVALID');
    const script = scriptedFetch(tokens('a', 0), success({}), invalid, tokens('b'), success({}));
    const loci = withKey(script);
    await loci.memories.list();
    await loci.memories.list();
    expect(sent(script).slice(2)).toEqual([
      `${REFRESH} null`,
      `${EXCHANGE} Bearer loci_key`,
      `${LIST} Bearer b`,
    ]);
  });

  test('that is wrong rejects the call, and the next call exchanges it again', async () => {
    const wrong = failure(401, 'AUTH_INVALID_CREDENTIALS');
    const script = scriptedFetch(wrong, tokens('a'), success({}));
    const loci = withKey(script);
    await expect(loci.memories.list()).rejects.toThrow(AuthenticationError);
    await loci.memories.list();
    expect(sent(script)).toHaveLength(3);
  });

  test('is exchanged for the other calls if the first call is aborted', async () => {
    const script = scriptedFetch(
      () => new Promise((resolve) => setTimeout(() => resolve(tokens('a')), 50)),
      success({}),
    );
    const loci = withKey(script);
    const controller = new AbortController();
    const aborted = loci.memories.list({}, { signal: controller.signal });
    const other = loci.memories.list();
    controller.abort(new Error('No longer needed.'));
    await expect(aborted).rejects.toThrow('No longer needed.');
    await other;
    expect(sent(script)).toEqual([`${EXCHANGE} Bearer loci_key`, `${LIST} Bearer a`]);
  });
});

describe('an access token', () => {
  test('from a callback is replaced once after the server rejects it', async () => {
    const script = scriptedFetch(failure(401, 'AUTH_TOKEN_EXPIRED'), success({}));
    const rejected: (string | null)[] = [];
    const accessToken = ({ rejectedToken }: { rejectedToken: string | null }): string => {
      rejected.push(rejectedToken);
      return rejectedToken === null ? 'old' : 'new';
    };
    await new Loci({ accessToken, fetch: script.fetch }).memories.list();
    expect(rejected).toEqual([null, 'old']);
    expect(sent(script)).toEqual([`${LIST} Bearer old`, `${LIST} Bearer new`]);
  });

  test('from a callback that is rejected twice rejects the call', async () => {
    const invalid = (): Response => failure(401, 'AUTH_TOKEN_INVALID');
    const script = scriptedFetch(invalid, invalid);
    const loci = new Loci({ accessToken: () => 'old', fetch: script.fetch });
    await expect(loci.memories.list()).rejects.toThrow(AuthenticationError);
  });

  test('that is constant is not sent again after the server rejects it', async () => {
    const script = scriptedFetch(failure(401, 'AUTH_TOKEN_EXPIRED'));
    const loci = new Loci({ accessToken: 'old', fetch: script.fetch });
    await expect(loci.memories.list()).rejects.toMatchObject({ code: 'AUTH_TOKEN_EXPIRED' });
  });
});
