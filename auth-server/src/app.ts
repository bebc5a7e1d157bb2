import { AppError, newId } from '@loci/core';
import {
  chooseRequestId,
  errorHandler,
  getContext,
  serviceRouter,
  setContext,
  strictTransportSecurity,
  withIdempotencyKeys,
} from '@loci/http';
import type { RateLimiter, ResponseCheck, Route } from '@loci/http';
import { joinableDatabase } from '@loci/postgres';
import type { Database, ServiceSchema } from '@loci/postgres';
import type { Logger, Metrics, Secret, Secrets } from '@loci/runtime';
import {
  auditRoutes,
  createIdempotencyStore,
  createLastTransactions,
  maintainAuditLogJob,
  purgeIdempotencyKeysJob,
  userDataRoutes,
  observeRequests,
} from '@loci/service-hosting';
import type { AuditLogSettings, Job } from '@loci/service-hosting';
import { ConfigError, revealAll } from '@loci/runtime';
import {
  canonicalHost,
  createCsrfTokens,
  createLanguageChoice,
  languageRouter,
  sendAsset,
} from '@loci/pages';
import express from 'express';
import type { RequestHandler, Router } from 'express';
import { accountRouter } from './account/account.router.ts';
import { passwordRouter } from './account/password.router.ts';
import { requireAdmin } from './admin/require-admin.ts';
import { limitAnonymousRequests } from './anonymous-limit/limit-anonymous-requests.ts';
import { createAuthPages } from './pages/auth-pages.ts';
import type { AuthPages } from './pages/auth-pages.ts';
import { errorPageHandler, wantsPage } from './pages/error-page-handler.ts';
import { notFoundPage } from './pages/message.pages.ts';
import { localeOf } from './texts/texts.ts';
import { adminAuditRoutes } from './audit/audit.routes.ts';
import { apiKeyRoutes } from './api-keys/api-key.routes.ts';
import { ownApiKeyRoutes } from './api-keys/own-api-key.routes.ts';
import { connectionRoutes } from './connections/connection.routes.ts';
import { ensureBootstrap } from './bootstrap/ensure-bootstrap.ts';
import { authErasure } from './erasures/auth-erasure.ts';
import { erasurePassRoutes, erasureRoutes } from './erasures/erasure.routes.ts';
import { documentationPage, policyPage, termsPage } from './static-pages/static.pages.ts';
import type { Bootstrap, BootstrapOptions } from './bootstrap/ensure-bootstrap.ts';
import { grantRoutes } from './grants/grant.routes.ts';
import { cleanExpiredGrants } from './jobs/clean-expired-grants.ts';
import { createFirstSignInLink } from './invitations/create-invitation.ts';
import { ownInvitationRoutes } from './invitations/own-invitation.routes.ts';
import { invitationRoutes } from './invitations/invitation.routes.ts';
import { signupRouter } from './invitations/signup.router.ts';
import { cleanSignInRecords } from './jobs/clean-sign-in-records.ts';
import { measureErasuresJob } from './jobs/measure-erasures.ts';
import type { ErasureMetrics } from './jobs/measure-erasures.ts';
import { measureKeyHashes } from './jobs/measure-key-hashes.ts';
import type { KeyHashMetrics } from './jobs/measure-key-hashes.ts';
import { reencryptSigningKeys } from './jobs/reencrypt-signing-keys.ts';
import { removeRetiredSigningKeys } from './jobs/remove-retired-signing-keys.ts';
import { createCurrentProvider } from './oauth/current-provider.ts';
import type { Fetch } from './oauth/fetch-client-metadata.ts';
import { oauthRouter, prepareProvider } from './oauth/oauth.router.ts';
import { dpopJtiRoutes } from './dpop/dpop-jti.routes.ts';
import { createKnownBrowsers } from './sign-in/known-browsers.ts';
import { interactionRouter } from './sign-in/interaction.router.ts';
import { createSigningKeyRing } from './signing-keys/signing-key-ring.ts';
import { publishedKeyRoutes, signingKeyRoutes } from './signing-keys/signing-key.routes.ts';
import { tenantDeletionRoutes } from './tenant-deletion/tenant-deletion.routes.ts';
import { createDeletionTokens } from './tenant-deletion/deletion-token.ts';
import { ownTenantRoutes } from './tenants/own-tenant.routes.ts';
import { tenantRoutes } from './tenants/tenant.routes.ts';
import { longestAccessTokenSeconds } from './tokens/token-settings.ts';
import type { TokenSettings } from './tokens/token-settings.ts';
import { internalTokenRoutes, tokenRoutes } from './tokens/token.routes.ts';
import { memberRoutes } from './users/member.routes.ts';
import { userRoutes } from './users/user.routes.ts';

/** Schema of the authorization server in PostgreSQL. */
export const AUTH_SCHEMA: Pick<ServiceSchema, 'service' | 'migrationsDir'> = {
  service: 'auth',
  migrationsDir: new URL('../migrations/', import.meta.url),
};

export interface AuthServerPorts {
  /** Database connection with the role `loci_auth`. */
  database: Database;
  log: Logger;
  responseCheck: ResponseCheck;
  settings: TokenSettings;
  /** ADMIN_TOKEN. Authorizes the admin API. */
  adminToken: Secret;
  /** True if the server's own port also serves the admin API. Defaults to true if the issuer is a loopback URL. */
  publicAdminApi?: boolean | undefined;
  /** Counts requests on the server's own port by client network. Null turns the limit off. */
  limiter?: RateLimiter | null;
  /** API_KEY_PEPPER. The first value is the HMAC key of new hashes of API keys. All values verify API keys. */
  apiKeyPeppers: Secrets;
  /** SIGNING_KEY_SECRET. The first value encrypts the stored signing keys. All values decrypt them. */
  signingKeySecrets: Secrets;
  /** Public URL of the portal. */
  portalUrl: string;
  /** URL that other services use, if it differs from the issuer. */
  internalUrl?: string | undefined;
  /** COOKIE_KEYS. The first key signs cookies and CSRF tokens. All keys verify them. */
  cookieKeys: Secrets;
  /** Settings of the audit log. By default, all entries are kept. */
  auditLog?: AuditLogSettings;
  /** Metrics of unfinished erasures and of rotations. Absent in tests that do not read them. */
  metrics?: ErasureMetrics & KeyHashMetrics & Pick<Metrics, 'httpServerRequestDuration'>;
  /** Fetches client metadata documents. Only tests set it. */
  fetchClientMetadata?: Fetch | undefined;
  now?(): Date;
}

export interface AuthServer {
  /** Operations of the public API (`/api/v2/auth`) and internal operations (`/internal/auth`). */
  routes: readonly Route[];
  /** Operations of the admin API (`/admin`). */
  adminRoutes: readonly Route[];
  /** Router for ADMIN_PORT: the admin API. */
  adminRouter: Router;
  /** Router for the server's own port: the routes, the OAuth endpoints and the pages. */
  router: Router;
  jobs: readonly Job[];
  /**
   * Loads the signing keys and creates the first one if there is none. Call it before accepting requests.
   *
   * @throws ConfigError if the stored keys were encrypted with another secret
   */
  ensureSigningKeys(): Promise<void>;
  /** Creates the bootstrap tenant and its API key if they do not exist. See `ensureBootstrap`. */
  ensureBootstrap(options: BootstrapOptions): Promise<Bootstrap>;
  /**
   * Returns a link for the first sign-in, which the caller prints at startup. Each call invalidates the
   * previous link. Returns null if a user has already joined the bootstrap tenant.
   */
  firstSignInLink(): Promise<string | null>;
  /** Closes the server, but not its database, which the caller owns. */
  close(): Promise<void>;
}

/**
 * Creates the authorization server. It does not listen on a port and does not read environment variables.
 *
 * @throws ConfigError if the issuer has a path
 */
export function createAuthServer(ports: AuthServerPorts): AuthServer {
  const { log, responseCheck, settings, apiKeyPeppers: peppers } = ports;
  const database = joinableDatabase(ports.database);
  const now = ports.now ?? (() => new Date());
  const keyRing = createSigningKeyRing({
    database,
    secrets: ports.signingKeySecrets,
    longestTokenSeconds: longestAccessTokenSeconds(settings),
    now,
  });
  const urls = { authUrl: settings.issuer, baseUrl: settings.audience, portalUrl: ports.portalUrl };
  const { pathname } = new URL(urls.authUrl);
  if (pathname !== '/') throw new ConfigError(`AUTH_URL must not have a path. Remove ${pathname}.`);
  const deps = { database, keyRing, peppers, settings, newId: () => newId(), now };
  const languages = createLanguageChoice({ publicUrl: urls.authUrl, localeOf });
  const pages = createAuthPages({ languages, portalUrl: urls.portalUrl });

  const currentProvider = createCurrentProvider(
    {
      database,
      keyRing,
      urls,
      accessTokenSeconds: settings.oauthAccessTokenSeconds,
      refreshTokenSeconds: settings.refreshTokenSeconds,
      cookieKeys: ports.cookieKeys,
      pages,
      fetchClientMetadata: ports.fetchClientMetadata,
      now,
    },
    (provider) => prepareProvider(provider, { database, urls, now }),
  );
  const csrfTokens = createCsrfTokens({
    secrets: revealAll(ports.cookieKeys),
    origin: urls.authUrl,
    cookieName: 'loci_form',
  });
  const knownBrowsers = createKnownBrowsers({ secrets: ports.cookieKeys, authUrl: urls.authUrl });
  const pageDeps = {
    ...deps,
    currentProvider,
    pages,
    csrfTokens,
    knownBrowsers,
    urls,
    baseUrl: urls.baseUrl,
  };
  const invitations = { ...deps, authUrl: urls.authUrl };

  const deletionTokens = createDeletionTokens(ports.cookieKeys);
  // The deletion of a tenant counts wrong passwords, and the counter must change even if the request fails. Therefore, only
  // its last transaction is committed together with the stored response.
  const { store, inLastTransaction } = createLastTransactions(
    { inTransaction: (_tenantId, work) => database.inSystemTransaction(work) },
    undefined,
  );

  const routes = [
    ...tokenRoutes(deps),
    ...internalTokenRoutes(deps),
    ...withIdempotencyKeys(
      [
        ...ownApiKeyRoutes(deps),
        ...memberRoutes(deps),
        ...connectionRoutes(deps),
        ...ownInvitationRoutes(invitations),
        ...erasureRoutes(deps),
      ],
      createIdempotencyStore(database, undefined, { joinsAllTenants: true }),
    ),
    ...withIdempotencyKeys(ownTenantRoutes({ ...deps, deletionTokens, inLastTransaction }), store),
    ...publishedKeyRoutes(keyRing),
    ...grantRoutes(deps),
    ...dpopJtiRoutes(deps),
    ...tenantDeletionRoutes(deps),
    ...auditRoutes({ database }),
    ...erasurePassRoutes(deps),
    ...userDataRoutes(authErasure(database)),
  ];
  const adminRoutes = [
    ...tenantRoutes(deps),
    ...userRoutes(deps),
    ...apiKeyRoutes(deps),
    ...signingKeyRoutes(keyRing),
    ...invitationRoutes(invitations),
    ...adminAuditRoutes(deps),
  ];
  const adminRouter = express.Router();
  adminRouter.use(setRequestId);
  adminRouter.use(
    '/admin',
    requireAdmin(ports.adminToken, log, () => now().getTime()),
  );
  adminRouter.use(serviceRouter(adminRoutes, { log, responseCheck }));
  adminRouter.use('/admin', sendNotFound(pages));
  adminRouter.use(errorHandler(log));
  const router = express.Router();
  if (ports.metrics) router.use(observeRequests(ports.metrics));
  router.use(strictTransportSecurity(urls.authUrl));
  router.use(setRequestId);
  // The gateway and the services send an internal host name in the Host header, so their paths skip the host
  // check.
  router.use(unless(['/api/', '/internal/'], canonicalHost(urls.authUrl, ports.internalUrl)));
  router.use((request, response, next) => {
    if (!sendAsset(request, response)) next();
  });
  router.get('/documentation', (request, response) =>
    pages.show(request, response, 200, (locale) => documentationPage(locale, urls)),
  );
  router.get('/policy', (request, response) => pages.show(request, response, 200, policyPage));
  router.get('/terms', (request, response) => pages.show(request, response, 200, termsPage));
  if (ports.limiter) router.use(limitAnonymousRequests({ limiter: ports.limiter, pages }));
  router.use(languageRouter({ languages }));
  router.use(oauthRouter({ database, currentProvider, pages, urls, now }));
  router.use(interactionRouter(pageDeps));
  router.use(signupRouter(pageDeps));
  router.use(accountRouter(pageDeps));
  router.use(passwordRouter(pageDeps));
  router.use(errorPageHandler({ log, pages }));
  if (ports.publicAdminApi ?? isLoopback(urls.authUrl)) router.use(adminRouter);
  router.use(serviceRouter(routes, { log, responseCheck }));
  router.use(unless(['/api/', '/internal/'], sendNotFound(pages)));
  router.use(errorHandler(log));

  return {
    routes,
    adminRoutes,
    adminRouter,
    router,
    jobs: [
      cleanExpiredGrants(deps),
      cleanSignInRecords(deps),
      removeRetiredSigningKeys(keyRing),
      ...(ports.metrics ? [measureErasuresJob({ database, now }, ports.metrics)] : []),
      // Both jobs have work only during a rotation.
      ...(ports.signingKeySecrets.length > 1 ? [reencryptSigningKeys(keyRing, log)] : []),
      ...(ports.metrics && peppers.length > 1 ? [measureKeyHashes(deps, peppers[0], ports.metrics)] : []),
      purgeIdempotencyKeysJob(database),
      maintainAuditLogJob('auth', database, ports.auditLog, now),
    ],
    ensureSigningKeys: () => keyRing.signingKey().then(() => undefined),
    ensureBootstrap: (options) => ensureBootstrap(deps, options),
    firstSignInLink: () => createFirstSignInLink(invitations),
    close: () => Promise.resolve(),
  };
}

const isLoopback = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

/** Sets the request id, unless the request comes from the gateway and already has one. */
const setRequestId: RequestHandler = (request, response, next) => {
  if (getContext(request) === undefined) {
    const requestId = chooseRequestId(request.headers['x-request-id']);
    response.setHeader('x-request-id', requestId);
    setContext(request, { requestId, caller: null, internal: false });
  }
  next();
};

/** Returns a handler that skips `handler` for paths with one of the prefixes. */
const unless =
  (prefixes: readonly string[], handler: RequestHandler): RequestHandler =>
  (request, response, next) =>
    prefixes.some((prefix) => request.path.startsWith(prefix)) ? next() : handler(request, response, next);

/** Returns 404 for an unknown path, with an HTML page for browsers and a JSON error for other clients. */
const sendNotFound =
  (pages: AuthPages): RequestHandler =>
  (request, response) => {
    if (!wantsPage(request)) throw new AppError('RES_NOT_FOUND', `The path ${request.path} does not exist.`);
    pages.show(request, response, 404, notFoundPage);
  };
