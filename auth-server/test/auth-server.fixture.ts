import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { createJwksCache, createAccessTokenVerifier, createGrantDenylist } from '@loci/access-token';
import { createAuthClient } from '@loci/contracts';
import { notFoundHandler, createExpressApp, inProcessClient, setContext } from '@loci/http';
import { Secret, createLogger } from '@loci/runtime';
import { createTestDatabase } from '@loci/testing';
import supertest from 'supertest';
import { AUTH_SCHEMA, DEFAULT_LIFETIMES, createAuthServer } from '../src/index.ts';
import type { AuthServer, AuthServerPorts } from '../src/index.ts';

export const ADMIN_TOKEN = 'admin-token-of-the-tests';
export const ISSUER = 'http://localhost:8081';
export const API = 'http://localhost:8080';
export const PORTAL = 'http://localhost:8082';

/** A running clock that tests can set forward. */
function createClock(): { ms: number } {
  let aheadMs = 0;
  return {
    get ms() {
      return Date.now() + aheadMs;
    },
    set ms(value) {
      aheadMs = value - Date.now();
    },
  };
}

/**
 * Starts the authorization server with its own database. Like the gateway, the HTTP server in front of it verifies access
 * tokens with the published keys and revocations.
 */
export async function startAuthServer({
  issuer = ISSUER,
  publicAdminApi = true,
  fetchClientMetadata,
}: {
  issuer?: string;
  publicAdminApi?: boolean | undefined;
  fetchClientMetadata?: AuthServerPorts['fetchClientMetadata'];
} = {}) {
  const testDatabase = await createTestDatabase({ auth: AUTH_SCHEMA.migrationsDir });
  const database = testDatabase.open('auth');
  const clock = createClock();
  const servers: Server[] = [];

  const replica = (
    overrides: Partial<
      Pick<
        AuthServerPorts,
        'signingKeySecrets' | 'apiKeyPeppers' | 'cookieKeys' | 'limiter' | 'publicAdminApi' | 'metrics'
      >
    > = {},
  ): AuthServer =>
    createAuthServer({
      database,
      log: createLogger({ service: 'auth', level: 'silent' }),
      responseCheck: 'throw',
      settings: { issuer, audience: API, ...DEFAULT_LIFETIMES },
      portalUrl: PORTAL,
      cookieKeys: [new Secret('a cookie key of the tests')],
      adminToken: new Secret(ADMIN_TOKEN),
      publicAdminApi,
      apiKeyPeppers: [new Secret('pepper')],
      signingKeySecrets: [new Secret('signing key secret')],
      fetchClientMetadata,
      now: () => new Date(clock.ms),
      ...overrides,
    });

  const server = replica();
  const client = createAuthClient(inProcessClient(server.routes, 'throw'));
  const now = (): number => clock.ms;
  const denylist = createGrantDenylist({ fetchRevoked: (since) => client.revokedGrants(since), now });
  const verifier = createAccessTokenVerifier({
    issuer,
    audiences: [API],
    keys: createJwksCache({ fetchJwks: () => client.jwks(), now }),
    denylist,
    now,
  });

  /** Serves a replica on its own port. */
  const serve = (target: AuthServer) => {
    const app = createExpressApp();
    app.use(async (request, _response, next) => {
      const token = /^Bearer (eyJ.+)$/.exec(request.headers.authorization ?? '')?.[1];
      const caller =
        token === undefined ? null : { ...(await verifier.verify(token)).caller, requestId: 't' };
      setContext(request, { requestId: 't', caller, internal: false });
      next();
    });
    app.use(target.router);
    app.use(notFoundHandler);
    const listening = app.listen(0);
    servers.push(listening);
    return supertest(listening);
  };
  const http = serve(server);

  const admin = (method: 'get' | 'post' | 'patch' | 'delete', path: string) =>
    http[method](path).set('authorization', `Bearer ${ADMIN_TOKEN}`);

  async function newTenant(tier = 'free'): Promise<{ tenantId: string; serviceUserId: string }> {
    const { body } = await admin('post', '/admin/tenants').send({ name: 'Acme', tier }).expect(201);
    return { tenantId: body.data.tenant_id, serviceUserId: body.data.service_user_id };
  }

  async function newKey(tenantId: string, permissions = ['read', 'write', 'delete'], userId?: string) {
    const { body } = await admin('post', '/admin/api-keys')
      .send({ tenant_id: tenantId, user_id: userId, name: randomUUID(), permissions })
      .expect(201);
    return { apiKey: body.data.api_key as string, keyId: body.data.key_id as string };
  }

  const exchange = (apiKey: string) =>
    http.post('/api/v2/auth/token').set('authorization', `Bearer ${apiKey}`);
  const refresh = (token: string) => http.post('/api/v2/auth/refresh').send({ refresh_token: token });

  return {
    testDatabase,
    database,
    clock,
    server,
    replica,
    serve,
    client,
    denylist,
    verifier,
    http,
    admin,
    newTenant,
    newKey,
    exchange,
    refresh,
    stop: async () => {
      for (const listening of servers) {
        listening.close();
        listening.closeAllConnections();
      }
      await testDatabase.close();
    },
  };
}

export type StartedAuthServer = Awaited<ReturnType<typeof startAuthServer>>;
