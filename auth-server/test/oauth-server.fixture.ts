import { createHash, randomBytes, randomUUID, scryptSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { notFoundHandler, createExpressApp } from '@loci/http';
import type { TrustedProxies } from '@loci/http';
import { openBrowser } from '@loci/testing';
import type { Browser, Visit } from '@loci/testing';
import { startAuthServer } from './auth-server.fixture.ts';

export const PASSWORD = 'correct horse battery';

/** Of PASSWORD, at a cost that a test can pay often: a stored hash says its own cost. */
const CHEAP_HASH = (() => {
  const salt = Buffer.alloc(16, 7);
  const hash = scryptSync(PASSWORD, salt, 32, { N: 16, r: 8, p: 1 });
  return `$scrypt$ln=4,r=8,p=1$${salt.toString('base64url')}$${hash.toString('base64url')}`;
})();

export const REDIRECT = 'https://app.example/callback';

/** The auth server on a port of its own, whose address is its issuer, as browsers and OAuth clients meet it. */
export async function startOAuthServer({ trustedProxies }: { trustedProxies?: TrustedProxies } = {}) {
  const listening = createServer();
  await new Promise<void>((resolve) => listening.listen(0, resolve));
  const origin = `http://localhost:${(listening.address() as AddressInfo).port}`;
  const auth = await startAuthServer({ issuer: origin });
  const app = createExpressApp({ trustedProxies });
  app.use(auth.server.router);
  app.use(notFoundHandler);
  listening.on('request', app);

  let people = 0;
  /** A person, of a tenant of their own unless one is named. */
  async function newPerson(role = 'owner', tenantId?: string) {
    const tenant = tenantId ?? (await auth.newTenant()).tenantId;
    const email = `person-${++people}@example.com`;
    const userId = randomUUID();
    await auth.database.inSystemTransaction(async (tx) => {
      await tx.query(
        'INSERT INTO users (user_id, email, password_hash, created_at) VALUES ($1, $2, $3, now())',
        [userId, email, CHEAP_HASH],
      );
      await tx.query(
        'INSERT INTO memberships (tenant_id, user_id, role, created_at) VALUES ($1, $2, $3, now())',
        [tenant, userId, role],
      );
    });
    return { email, userId, tenantId: tenant };
  }

  async function register(metadata: Record<string, unknown> = {}): Promise<string> {
    const response = await fetch(`${origin}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: 'Test app',
        redirect_uris: [REDIRECT],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
        scope: 'read write',
        ...metadata,
      }),
    });
    const body = (await response.json()) as { client_id: string };
    if (response.status !== 201) throw new Error(JSON.stringify(body));
    return body.client_id;
  }

  const newVerifier = (): string => randomBytes(32).toString('base64url');
  const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

  function authorizeUrl(clientId: string, parameters: Record<string, string | undefined> = {}): string {
    const url = new URL('/oauth/authorize', origin);
    const all = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: REDIRECT,
      scope: 'read write',
      state: 'the-state',
      code_challenge_method: 'S256',
      ...parameters,
    };
    for (const [name, value] of Object.entries(all))
      if (value !== undefined) url.searchParams.set(name, value);
    return url.href;
  }

  /** Through sign-in and consent, to the redirect. */
  async function allow(browser: Browser, url: string, email: string): Promise<Visit> {
    let page = await browser.get(url);
    if (page.html.includes('name="password"'))
      page = await browser.submit(page, { email, password: PASSWORD });
    if (page.html.includes('value="approve"')) page = await browser.submit(page);
    return page;
  }

  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(new URL(path, origin), { method: 'POST', body: new URLSearchParams(fields), headers });

  /** A code for this client and person, and what redeems it. */
  async function newCode(
    clientId: string,
    email: string,
    parameters: Record<string, string | undefined> = {},
  ) {
    const verifier = newVerifier();
    const url = authorizeUrl(clientId, { code_challenge: challengeOf(verifier), ...parameters });
    const { leftTo, html } = await allow(openBrowser(origin), url, email);
    const code = leftTo?.searchParams.get('code');
    if (!code) throw new Error(`No code: ${leftTo?.href} ${html}`);
    return {
      grant_type: 'authorization_code',
      code,
      client_id: clientId,
      redirect_uri: parameters['redirect_uri'] ?? REDIRECT,
      code_verifier: verifier,
    };
  }

  async function newTokens(clientId: string, email: string, parameters: Record<string, string> = {}) {
    const form = await newCode(clientId, email, { scope: 'read write offline_access', ...parameters });
    const response = await post('/oauth/token', form);
    const body = (await response.json()) as Record<string, string>;
    if (response.status !== 200) throw new Error(JSON.stringify(body));
    return body as { access_token: string; refresh_token: string; scope: string; token_type: string };
  }

  const refresh = (clientId: string, token: string, more: Record<string, string> = {}) =>
    post('/oauth/token', { grant_type: 'refresh_token', refresh_token: token, client_id: clientId, ...more });

  return {
    ...auth,
    origin,
    browser: () => openBrowser(origin),
    newPerson,
    register,
    authorizeUrl,
    newVerifier,
    challengeOf,
    allow,
    newCode,
    newTokens,
    oauthRefresh: refresh,
    post,
    stop: async () => {
      listening.close();
      listening.closeAllConnections();
      await auth.stop();
    },
  };
}

export type StartedOAuthServer = Awaited<ReturnType<typeof startOAuthServer>>;
