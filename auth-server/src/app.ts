import { AppError, newId } from '@loci/core';
import { chooseRequestId, getContext, errorHandler, serviceRouter, setContext } from '@loci/http';
import type { ResponseCheck, Route } from '@loci/http';
import type { Database, ServiceSchema } from '@loci/postgres';
import type { Logger, Secret } from '@loci/runtime';
import type { Job } from '@loci/service-hosting';
import { ConfigError } from '@loci/runtime';
import { canonicalHost, createCsrfTokens, sendAsset, sendPage } from '@loci/pages';
import express from 'express';
import type { RequestHandler, Router } from 'express';
import { accountRouter } from './account/account.router.ts';
import { requireAdmin } from './admin/require-admin.ts';
import { apiKeyRoutes } from './api-keys/api-key.routes.ts';
import { ownApiKeyRoutes } from './api-keys/own-api-key.routes.ts';
import { ensureBootstrap } from './bootstrap/ensure-bootstrap.ts';
import { documentationPage, notFoundPage, policyPage, termsPage } from './static-pages/static.pages.ts';
import type { Bootstrap } from './bootstrap/ensure-bootstrap.ts';
import { grantRoutes } from './grants/grant.routes.ts';
import { cleanExpiredGrants } from './jobs/clean-expired-grants.ts';
import { createFirstSignInLink } from './invitations/create-invitation.ts';
import { invitationRoutes } from './invitations/invitation.routes.ts';
import { signupRouter } from './invitations/signup.router.ts';
import { cleanSignInRecords } from './jobs/clean-sign-in-records.ts';
import { removeRetiredSigningKeys } from './jobs/remove-retired-signing-keys.ts';
import { createCurrentProvider } from './oauth/current-provider.ts';
import { oauthRouter, prepareProvider } from './oauth/oauth.router.ts';
import { dpopJtiRoutes } from './dpop/dpop-jti.routes.ts';
import { interactionRouter } from './sign-in/interaction.router.ts';
import { createSigningKeyRing } from './signing-keys/signing-key-ring.ts';
import { publishedKeyRoutes, signingKeyRoutes } from './signing-keys/signing-key.routes.ts';
import { tenantRoutes } from './tenants/tenant.routes.ts';
import { longestAccessTokenSeconds } from './tokens/token-settings.ts';
import type { TokenSettings } from './tokens/token-settings.ts';
import { tokenRoutes } from './tokens/token.routes.ts';
import { userRoutes } from './users/user.routes.ts';

/** What the auth server keeps in PostgreSQL. */
export const AUTH_SCHEMA: Pick<ServiceSchema, 'service' | 'migrationsDir'> = {
  service: 'auth',
  migrationsDir: new URL('../migrations/', import.meta.url),
};

export interface AuthServerPorts {
  /** As the role `loci_auth`. */
  database: Database;
  log: Logger;
  responseCheck: ResponseCheck;
  settings: TokenSettings;
  /** ADMIN_TOKEN */
  adminToken: Secret;
  /** Goes into the hash of every API key: with another one, no key works. */
  apiKeyPepper: Secret;
  /** Encrypts the signing keys at rest. */
  signingKeySecret: Secret;
  /** `portal_url` */
  portalUrl: string;
  /** By which our own services reach it, if not by the issuer. */
  internalUrl?: string | undefined;
  /** Sign cookies and forms: the first one signs, all verify. */
  cookieKeys: readonly [Secret, ...Secret[]];
  now?(): Date;
}

export interface AuthServer {
  /** The part of the public API (`/api/v2/auth`) and what our own services ask (`/internal/auth`). */
  routes: readonly Route[];
  /** The admin API. */
  adminRoutes: readonly Route[];
  /** Everything, for the auth server's own port: also the JWKS and the admin API. */
  router: Router;
  jobs: readonly Job[];
  /**
   * Makes sure that it can sign: call it before it serves.
   * @throws ConfigError when the signing keys were encrypted with another secret
   */
  ensureSigningKeys(): Promise<void>;
  ensureBootstrap(options: { apiKey?: Secret | undefined }): Promise<Bootstrap>;
  /**
   * The link for the first sign-in, to be shown to whoever started the platform; null once a person has joined the
   * bootstrap tenant. Each call ends the link before it.
   */
  firstSignInLink(): Promise<string | null>;
  /** The database stays open: it is its maker's to close. */
  close(): Promise<void>;
}

/** The auth server, ready to be mounted; it does not listen and reads no environment. */
export function createAuthServer(ports: AuthServerPorts): AuthServer {
  const { database, log, responseCheck, settings, apiKeyPepper: pepper } = ports;
  const now = ports.now ?? (() => new Date());
  const keyRing = createSigningKeyRing({
    database,
    secret: ports.signingKeySecret,
    longestTokenSeconds: longestAccessTokenSeconds(settings),
    now,
  });
  const urls = { authUrl: settings.issuer, baseUrl: settings.audience, portalUrl: ports.portalUrl };
  if (new URL(urls.authUrl).pathname !== '/') throw new ConfigError('AUTH_URL must not have a path.');
  const deps = { database, keyRing, pepper, settings, newId: () => newId(), now };

  const currentProvider = createCurrentProvider(
    {
      database,
      keyRing,
      urls,
      accessTokenSeconds: settings.oauthAccessTokenSeconds,
      refreshTokenSeconds: settings.refreshTokenSeconds,
      cookieKeys: ports.cookieKeys,
      now,
    },
    (provider) => prepareProvider(provider, { database, urls, now }),
  );
  const forms = createCsrfTokens({
    secret: ports.cookieKeys[0].reveal(),
    origin: urls.authUrl,
    cookieName: 'loci_form',
  });
  const pageDeps = { ...deps, currentProvider, forms, urls, baseUrl: urls.baseUrl };
  const invitations = { database, authUrl: urls.authUrl, now };

  const routes = [
    ...tokenRoutes(deps),
    ...ownApiKeyRoutes(deps),
    ...publishedKeyRoutes(keyRing),
    ...grantRoutes(deps),
    ...dpopJtiRoutes(deps),
  ];
  const adminRoutes = [
    ...tenantRoutes(deps),
    ...userRoutes(deps),
    ...apiKeyRoutes(deps),
    ...signingKeyRoutes(keyRing),
    ...invitationRoutes(invitations),
  ];
  const router = express.Router();
  router.use(identifyRequest);
  // What the gateway and our services ask names the gateway's host, or the service's.
  router.use(unless(['/api/', '/internal/'], canonicalHost(urls.authUrl, ports.internalUrl)));
  router.use((request, response, next) => {
    if (!sendAsset(request, response)) next();
  });
  router.get('/documentation', (_request, response) => sendPage(response, 200, documentationPage(urls)));
  router.get('/policy', (_request, response) => sendPage(response, 200, policyPage()));
  router.get('/terms', (_request, response) => sendPage(response, 200, termsPage()));
  router.use(oauthRouter({ database, currentProvider, urls, now }));
  router.use(interactionRouter(pageDeps));
  router.use(signupRouter(pageDeps));
  router.use(accountRouter(pageDeps));
  router.use('/admin', requireAdmin(ports.adminToken));
  router.use(serviceRouter([...routes, ...adminRoutes], { log, responseCheck }));
  router.use(unless(['/api/', '/internal/'], noSuchPage));
  router.use(errorHandler(log));

  return {
    routes,
    adminRoutes,
    router,
    jobs: [cleanExpiredGrants(deps), cleanSignInRecords(deps), removeRetiredSigningKeys(keyRing)],
    ensureSigningKeys: () => keyRing.signingKey().then(() => undefined),
    ensureBootstrap: (options) => ensureBootstrap(deps, options),
    firstSignInLink: () => createFirstSignInLink(invitations),
    close: () => Promise.resolve(),
  };
}

/** The gateway has named the request already when it is the one that asks. */
const identifyRequest: RequestHandler = (request, response, next) => {
  if (getContext(request) === undefined) {
    const requestId = chooseRequestId(request.headers['x-request-id']);
    response.setHeader('x-request-id', requestId);
    setContext(request, { requestId, caller: null, internal: false });
  }
  next();
};

const unless =
  (prefixes: readonly string[], handler: RequestHandler): RequestHandler =>
  (request, response, next) =>
    prefixes.some((prefix) => request.path.startsWith(prefix)) ? next() : handler(request, response, next);

const noSuchPage: RequestHandler = (request, response) => {
  if (request.accepts(['json', 'html']) !== 'html') {
    throw new AppError('RES_NOT_FOUND', `There is nothing at ${request.path}.`);
  }
  sendPage(response, 404, notFoundPage());
};
