import { createHash, randomBytes, randomUUID, scryptSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { notFoundHandler, createExpressApp } from '@loci/http';
import type { TrustedProxies } from '@loci/http';
import { openBrowser } from '@loci/testing';
import type { Browser, Visit } from '@loci/testing';
import { startAuthServer } from './auth-server.fixture.ts';

export const PASSWORD = 'correct horse battery';

/** Hash of {@link PASSWORD} with a low cost, which keeps tests fast. */
const CHEAP_HASH = (() => {
  const salt = Buffer.alloc(16, 7);
  const hash = scryptSync(PASSWORD, salt, 32, { N: 16, r: 8, p: 1 });
  return `$scrypt$ln=4,r=8,p=1$${salt.toString('base64url')}$${hash.toString('base64url')}`;
})();

export const REDIRECT = 'https://app.example/callback';

/** Starts the authorization server on its own port. Its URL is the issuer, as browsers and OAuth clients require. */
export async function startOAuthServer({
  trustedProxies,
  ...options
}: { trustedProxies?: TrustedProxies } & Pick<
  Parameters<typeof startAuthServer>[0] & object,
  'fetchClientMetadata'
> = {}) {
  const listening = createServer();
  await new Promise<void>((resolve) => listening.listen(0, resolve));
  const origin = `http://localhost:${(listening.address() as AddressInfo).port}`;
  const auth = await startAuthServer({ issuer: origin, ...options });
  const app = createExpressApp({ trustedProxies });
  app.use(auth.server.router);
  app.use(notFoundHandler);
  listening.on('request', app);

  let users = 0;
  /** Creates a user in the given tenant, or in a new tenant. */
  async function newUser(role = 'owner', tenantId?: string) {
    const tenant = tenantId ?? (await auth.newTenant()).tenantId;
    const email = `user-${++users}@example.com`;
    const userId = randomUUID();
    const createdAt = new Date();
    await auth.database.inSystemTransaction(async (tx) => {
      await tx.query(
        'INSERT INTO users (user_id, email, password_hash, created_at) VALUES ($1, $2, $3, $4)',
        [userId, email, CHEAP_HASH, createdAt],
      );
      await tx.query(
        'INSERT INTO memberships (tenant_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)',
        [tenant, userId, role, createdAt],
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
    const merged = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: REDIRECT,
      scope: 'read write',
      state: 'the-state',
      code_challenge_method: 'S256',
      ...parameters,
    };
    for (const [name, value] of Object.entries(merged))
      if (value !== undefined) url.searchParams.set(name, value);
    return url.href;
  }

  /**
   * Opens an authorization URL, signs in, approves the consent page if it appears, and returns the redirect.
   */
  async function authorize(browser: Browser, url: string, email: string): Promise<Visit> {
    let page = await browser.get(url);
    if (page.html.includes('name="password"'))
      page = await browser.submit(page, { email, password: PASSWORD });
    if (page.html.includes('value="approve"')) page = await browser.submit(page);
    return page;
  }

  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(new URL(path, origin), { method: 'POST', body: new URLSearchParams(fields), headers });

  /** Authorizes a client and returns the form fields of its token request. */
  async function newCode(
    clientId: string,
    email: string,
    parameters: Record<string, string | undefined> = {},
  ) {
    const verifier = newVerifier();
    const url = authorizeUrl(clientId, { code_challenge: challengeOf(verifier), ...parameters });
    const { externalRedirect, html } = await authorize(openBrowser(origin), url, email);
    const code = externalRedirect?.searchParams.get('code');
    if (!code) throw new Error(`The redirect has no code: ${externalRedirect?.href} ${html}`);
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
    newUser,
    register,
    authorizeUrl,
    newVerifier,
    challengeOf,
    authorize,
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
