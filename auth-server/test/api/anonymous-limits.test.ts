import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createExpressApp, createInMemoryRateLimiter, requireSignedIdentity, signIdentity } from '@loci/http';
import request from 'supertest';
import { ADMIN_TOKEN, startAuthServer } from '../auth-server.fixture.ts';
import type { StartedAuthServer } from '../auth-server.fixture.ts';

const SECRET = 'internal secret of the tests';
let auth: StartedAuthServer;
beforeAll(async () => {
  auth = await startAuthServer();
});
afterAll(() => auth.stop());

/** Serves a replica with a limit, as the process of the authorization server does. */
function serve(limit: number) {
  const app = createExpressApp();
  app.use(requireSignedIdentity([SECRET]));
  app.use(auth.replica({ limiter: createInMemoryRateLimiter(limit) }).router);
  return request(app);
}

const post = (path: string) => (http: ReturnType<typeof serve>) => http.post(path).type('form').send('a=b');
const get = (path: string) => (http: ReturnType<typeof serve>) => http.get(path);

describe('anonymous requests (threat 28)', () => {
  test.each([
    ['POST /api/v2/auth/token', post('/api/v2/auth/token'), 1],
    ['POST /api/v2/auth/refresh', post('/api/v2/auth/refresh'), 1],
    ['GET /welcome/<token>', get('/welcome/guess'), 1],
    ['GET /oauth/authorize', get('/oauth/authorize'), 4],
    ['POST /oauth/token', post('/oauth/token'), 4],
    ['POST /oauth/device_authorization', post('/oauth/device_authorization'), 4],
    ['GET /oauth/device', get('/oauth/device'), 4],
    ['POST /oauth/register', post('/oauth/register'), 4],
  ])('%s is rejected with 429 above the limit of the client network', async (_name, send, cost) => {
    const http = serve(2 * cost);
    for (let sent = 0; sent < 2; sent++) expect((await send(http)).status).not.toBe(429);
    const { status, headers, text } = await send(http);
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    expect(text).toContain('Too many requests');
  });

  test('different paths share one counter', async () => {
    const http = serve(8);
    await post('/oauth/token')(http);
    await get('/oauth/authorize')(http);
    expect((await post('/api/v2/auth/token')(http)).status).toBe(429);
  });

  test('requests of the gateway are not counted', async () => {
    const http = serve(1);
    const identity = signIdentity({ requestId: 'r', caller: null, internal: false }, SECRET);
    const send = (header: string) =>
      http.post('/api/v2/auth/token').set({ 'x-internal-identity': header, authorization: 'Bearer x' });
    for (let sent = 0; sent < 3; sent++) await send(identity).expect(401);
    await send('forged').expect(401);
    await send('forged').expect(429);
  });

  test('discovery documents and public keys are not counted', async () => {
    const http = serve(1);
    for (let sent = 0; sent < 3; sent++) {
      await http.get('/.well-known/oauth-authorization-server').expect(200);
      await http.get('/oauth/jwks').expect(200);
    }
  });

  test.each([
    ['/oauth/token', 17_000],
    ['/oauth/device_authorization', 17_000],
    ['/oauth/revoke', 17_000],
    ['/oauth/device', 9_000],
  ])('%s rejects a body of %d bytes with 413', async (path, bytes) => {
    await serve(100)
      .post(path)
      .type('form')
      .send(`a=${'x'.repeat(bytes)}`)
      .expect(413);
  });

  test('POST /api/v2/auth/refresh rejects a body of more than 8 KiB with 413', async () => {
    const refresh = (bytes: number) =>
      serve(100)
        .post('/api/v2/auth/refresh')
        .send({ refresh_token: 'x', padding: 'x'.repeat(bytes) });
    await refresh(9_000).expect(413);
    await refresh(7_000).expect(401);
  });
});

describe('the admin API', () => {
  const list = (http: ReturnType<typeof serve>, token = ADMIN_TOKEN) =>
    http.get('/admin/tenants').set('authorization', `Bearer ${token}`);

  test.each([
    ['https://auth.example', undefined, 404],
    ['https://auth.example', true, 200],
    ['http://localhost:8081', undefined, 200],
    ['http://localhost:8081', false, 404],
  ])(
    'of the issuer %s with PUBLIC_ADMIN_API=%s returns %i on the public port and 200 on ADMIN_PORT',
    async (issuer, publicAdminApi, status) => {
      const other = await startAuthServer({ issuer, publicAdminApi: undefined });
      try {
        const { router, adminRouter } = other.replica({ publicAdminApi });
        const publicApp = request(createExpressApp().use(router));
        await list(publicApp).expect(status);
        await list(request(createExpressApp().use(adminRouter))).expect(200);
      } finally {
        await other.stop();
      }
    },
  );

  test('rejects the right token with 429 after ten wrong tokens in a minute', async () => {
    auth.clock.ms = Math.ceil(auth.clock.ms / 60_000) * 60_000;
    const http = request(createExpressApp().use(auth.replica().router));
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, guess) => list(http, `guess-${guess}`)));
    expect(guesses.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(401), 429, 429]);
    const { body } = await list(http).expect(429);
    expect(body.error.code).toBe('BIZ_RATE_LIMIT_EXCEEDED');
    auth.clock.ms += 61_000;
    await list(http).expect(200);
  });
});
