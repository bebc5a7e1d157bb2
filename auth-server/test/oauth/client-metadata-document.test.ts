import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { REDIRECT, startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

/** Maximum number of failed fetches per client network and minute. */
const MAX_FAILURES = 20;

let auth: StartedOAuthServer;
let fetched: string[];
beforeAll(async () => {
  auth = await startOAuthServer({
    // Serves a document for every URL of app.example. All other hosts are unavailable.
    fetchClientMetadata: (input) => {
      const client_id = String(input);
      fetched.push(client_id);
      if (!client_id.startsWith('https://app.example/')) return Promise.reject(new Error('unavailable'));
      const document = {
        client_id,
        client_name: 'Test app',
        redirect_uris: [REDIRECT],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
      };
      return Promise.resolve(Response.json(document));
    },
  });
});
afterAll(() => auth.stop());
beforeEach(() => {
  fetched = [];
  // The start of a minute is the start of a new rate limit window.
  auth.clock.ms = Math.ceil(auth.clock.ms / 60_000) * 60_000;
});

const authorize = (clientId: string, headers: Record<string, string> = {}) =>
  fetch(auth.authorizeUrl(clientId, { code_challenge: auth.challengeOf(auth.newVerifier()) }), {
    redirect: 'manual',
    headers: { accept: 'text/html', ...headers },
  });
const requestToken = (clientId: string) =>
  auth.post('/oauth/token', { grant_type: 'authorization_code', client_id: clientId, code: 'x' });

test('a client with a client metadata document receives tokens', async () => {
  const { email, tenantId } = await auth.newUser();
  const tokens = await auth.newTokens('https://app.example/client.json', email);
  expect((await auth.verifier.verify(tokens.access_token)).caller).toMatchObject({ tenantId, via: 'oauth' });
});

describe('the limit of failed fetches of client metadata documents (threat 16)', () => {
  test('rejects further clients from a network with 429, without a fetch, after 20 failures in a minute', async () => {
    for (let failure = 0; failure < MAX_FAILURES; failure++) {
      const url = `https://down.example/${failure}`;
      const response = failure % 2 === 0 ? await authorize(url) : await requestToken(url);
      expect([response.status, (await response.text()).includes('invalid_client')]).toEqual([400, true]);
    }
    expect(fetched).toHaveLength(MAX_FAILURES);
    const page = await authorize('https://down.example/another', { 'x-forwarded-for': '192.0.2.1' });
    expect([page.status, Number(page.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await page.text()).toContain('temporarily_unavailable');
    const token = await requestToken('https://down.example/another');
    expect([token.status, await token.json()]).toEqual([
      429,
      expect.objectContaining({ error: 'temporarily_unavailable' }),
    ]);
    expect(fetched).toHaveLength(MAX_FAILURES);
    auth.clock.ms += 60_000;
    await authorize('https://down.example/another');
    expect(fetched).toHaveLength(MAX_FAILURES + 1);
  });

  test('does not count successful fetches and registered clients', async () => {
    for (let client = 0; client <= MAX_FAILURES; client++) {
      expect((await authorize(`https://app.example/${client}`)).status).toBe(303);
    }
    const clientId = await auth.register();
    expect((await authorize(clientId)).status).toBe(303);
  });
});
