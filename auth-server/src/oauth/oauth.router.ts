import { PORTAL_CLIENT_ID, authorizationServerMetadata, openidConfiguration } from '@loci/contracts';
import { AppError } from '@loci/core';
import { sendJson } from '@loci/http';
import type { Database } from '@loci/postgres';
import express from 'express';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { Provider } from 'oidc-provider';
import type { AuthPages } from '../pages/auth-pages.ts';
import { throttleAttempt } from '../login-throttle/login-throttle.ts';
import type { Attempt, AttemptLimit } from '../login-throttle/login-throttle.ts';
import type { CurrentProvider } from './current-provider.ts';
import { sendDeviceRateLimitPage } from './oauth.pages.ts';
import type { DevicePageState } from './oauth.pages.ts';
import { refundMetadataFetch } from './limit-metadata-fetches.ts';
import { openCors } from './open-cors.ts';
import { recordPoll } from './oidc-record.repository.ts';
import { RegistrationError, normalizeRegistration } from './client-registration.ts';
import { endSessionOfToken } from './end-session-of-token.ts';
import { replaceRequestBody } from './replace-request-body.ts';
import { DEFAULT_SCOPE, canonicalResource } from './resource-indicators.ts';

export interface OAuthRouterDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  currentProvider: CurrentProvider;
  pages: AuthPages;
  urls: { authUrl: string; baseUrl: string; portalUrl: string };
  now(): Date;
}

const DEVICE_POLL_SECONDS = 5;

/**
 * Limit of wrong user codes per client network. A code has 34.6 random bits, so guessing one is not feasible.
 */
const DEVICE_CODE_LIMIT: AttemptLimit = { purpose: 'device-code', max: 5, windowMs: 60_000 };
const REGISTRATION_LIMIT: AttemptLimit = { purpose: 'registration', max: 30, windowMs: 60_000 };

const METADATA_MAX_AGE_SECONDS = 300;

/**
 * Serves the OAuth endpoints. Adds features that the provider does not have: static discovery documents,
 * CORS, rate limits, and the normalization of parameters and registrations.
 *
 * @see docs/reference/authentication.md#authorization-code-with-pkce
 * @see docs/reference/authentication.md#register-a-client
 */
export function oauthRouter(deps: OAuthRouterDeps): Router {
  const { urls, currentProvider } = deps;
  const router = express.Router();
  const handleWithProvider: RequestHandler = async (request, response) => {
    await (await currentProvider()).callback()(request, response);
  };

  for (const [path, metadata] of [
    ['/.well-known/oauth-authorization-server', authorizationServerMetadata(urls)],
    ['/.well-known/openid-configuration', openidConfiguration(urls)],
  ] as const) {
    router.options(path, openCors('GET'));
    router.get(path, openCors('GET'), (_request, response) => {
      response.setHeader('cache-control', `public, max-age=${METADATA_MAX_AGE_SECONDS}`);
      sendJson(response, 200, metadata);
    });
  }

  for (const path of ['/oauth/token', '/oauth/device_authorization', '/oauth/revoke', '/oauth/register']) {
    router.options(path, openCors('POST'));
  }
  router.post(
    ['/oauth/token', '/oauth/device_authorization', '/oauth/revoke'],
    openCors('POST'),
    noStore,
    express.raw({ type: () => true, limit: '16kb' }),
    normalizeForm(urls.baseUrl),
    handleWithProvider,
  );
  router.post(
    '/oauth/register',
    openCors('POST'),
    noStore,
    limitRegistrations(deps),
    express.raw({ type: () => true, limit: '16kb' }),
    handleRegistration,
    handleWithProvider,
  );
  router.get(['/oauth/authorize', '/oauth/authorize/:uid', '/oauth/device/:uid'], handleWithProvider);
  router.get('/oauth/device', handleWithProvider);
  router.post('/oauth/device', limitDeviceCodes(deps), ...readForm, handleWithProvider);
  router.use(['/oauth/token', '/oauth/register', '/oauth/authorize', '/oauth/device'], rejectMethod);
  return router;
}

/**
 * Adds middleware that runs inside the provider, because it needs the parsed parameters and the responses.
 */
export function prepareProvider(
  provider: Provider,
  deps: Pick<OAuthRouterDeps, 'database' | 'urls' | 'now'>,
): void {
  const { database, urls, now } = deps;
  provider.use(async (ctx, next) => {
    if (ctx.path === '/oauth/authorize') ctx.query = normalizeQuery(ctx.query, urls.baseUrl);
    if (ctx.path === '/oauth/device' && ctx.method === 'GET' && ctx.query['user_code'] !== undefined) {
      // The code is only prefilled. A link must not skip the form (threat 11).
      (ctx.state as DevicePageState).prefilledCode = [ctx.query['user_code']].flat()[0]!.slice(0, 20);
      ctx.query = {};
    }
    await next();
    await refundMetadataFetch(ctx);
    if (ctx.path === '/oauth/device' && ctx.method === 'POST') {
      const { codeProblem } = ctx.state as DevicePageState;
      // `limitDeviceCodes` reads this field and refunds the attempt, unless the code was wrong.
      (ctx.req as WithCodeProblem).codeProblem = codeProblem;
    }
    // The portal revokes its refresh token when the user signs out.
    if (ctx.path === '/oauth/revoke' && ctx.oidc?.client?.clientId === PORTAL_CLIENT_ID) {
      await endSessionOfToken(provider, ctx.oidc.entities.RefreshToken);
    }
    const body = ctx.body as Record<string, unknown> | undefined;
    if (ctx.path === '/oauth/device_authorization' && ctx.status === 200 && body !== undefined) {
      const code = String(body['user_code']);
      body['verification_uri'] = `${urls.portalUrl}/device`;
      body['verification_uri_complete'] = `${urls.portalUrl}/device?user_code=${encodeURIComponent(code)}`;
      body['interval'] = DEVICE_POLL_SECONDS;
    }
    if (ctx.path === '/oauth/token' && ctx.status === 400 && body?.['error'] === 'authorization_pending') {
      const code = ctx.oidc.params?.['device_code'];
      const isOnTime =
        typeof code !== 'string' || (await database.inSystemTransaction((tx) => recordPoll(tx, code, now())));
      if (!isOnTime) {
        ctx.body = {
          error: 'slow_down',
          error_description: `Polled too early. Increase the interval by ${DEVICE_POLL_SECONDS} seconds.`,
        };
      }
    }
  });
}

type WithCodeProblem = { codeProblem?: string | undefined };

/**
 * Normalizes the query of an authorization request: adds the default scope, normalizes resources, and adds
 * `prompt=consent` to requests for `offline_access`, because the provider would otherwise ignore this scope.
 */
function normalizeQuery(
  query: Record<string, string | string[] | undefined>,
  baseUrl: string,
): Record<string, string | string[] | undefined> {
  const scope = query['scope'] || DEFAULT_SCOPE;
  const { prompt, resource } = query;
  const normalized: Record<string, string | string[] | undefined> = { ...query, scope };
  if (typeof scope === 'string' && scope.split(' ').includes('offline_access') && !prompt) {
    normalized['prompt'] = 'consent';
  }
  if (resource !== undefined) {
    const canonical = [resource].flat().map((one) => canonicalResource(one, baseUrl) ?? one);
    normalized['resource'] = canonical.length === 1 ? canonical[0]! : canonical;
  }
  return normalized;
}

/**
 * Normalizes the form of a token, device authorization or revocation request. Rejects an unknown resource
 * before the provider consumes the refresh token or code.
 */
const normalizeForm =
  (baseUrl: string): RequestHandler =>
  (request, response, next) => {
    const form = new URLSearchParams(bodyText(request));
    const resources = form.getAll('resource');
    if (resources.length > 0) {
      form.delete('resource');
      for (const resource of resources) {
        const canonical = canonicalResource(resource, baseUrl);
        if (canonical === null) {
          sendOAuthError(response, 'invalid_target', 'The resource is unknown.');
          return;
        }
        form.append('resource', canonical);
      }
    }
    if (request.path === '/oauth/device_authorization' && !form.get('scope'))
      form.set('scope', DEFAULT_SCOPE);
    if (form.get('grant_type') === 'client_credentials') {
      sendOAuthError(
        response,
        'unauthorized_client',
        'client_credentials is not supported. Exchange an API key with POST /api/v2/auth/token.',
      );
      return;
    }
    replaceRequestBody(request, form.toString(), request.headers['content-type'] ?? FORM_TYPE);
    next();
  };

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Reads a small form, because the provider would accept 56 KiB. */
const readForm: readonly RequestHandler[] = [
  express.raw({ type: () => true, limit: '8kb' }),
  (request, _response, next) => {
    replaceRequestBody(request, bodyText(request), request.headers['content-type'] ?? FORM_TYPE);
    next();
  },
];

const handleRegistration: RequestHandler = (request, response, next) => {
  try {
    const registration = normalizeRegistration(parseJson(bodyText(request)));
    replaceRequestBody(request, JSON.stringify(registration), 'application/json');
  } catch (error) {
    if ((error as { error?: unknown }).error === undefined) throw error;
    const { error: code, message } = error as RegistrationError;
    sendOAuthError(response, code, message);
    return;
  }
  next();
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new RegistrationError('invalid_client_metadata', 'The request body is not valid JSON.');
  }
}

/** Returns the raw body as text. Empty if the request has no body. */
const bodyText = (request: Request): string =>
  Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';

function sendOAuthError(response: Response, error: string, description: string, status = 400): void {
  sendJson(response, status, { error, error_description: description });
}

const limitRegistrations =
  (deps: OAuthRouterDeps): RequestHandler =>
  async (request, response, next) => {
    const attempt = await throttleAttempt(deps, REGISTRATION_LIMIT, request.ip ?? '');
    if (attempt.allowed) {
      next();
      return;
    }
    response.setHeader('retry-after', attempt.retryAfterSeconds);
    sendOAuthError(response, 'temporarily_unavailable', 'Too many registrations from this network.', 429);
  };

const limitDeviceCodes =
  (deps: OAuthRouterDeps): RequestHandler =>
  async (request, response, next) => {
    const attempt = await throttleAttempt(deps, DEVICE_CODE_LIMIT, request.ip ?? '');
    if (!attempt.allowed) {
      response.setHeader('retry-after', attempt.retryAfterSeconds);
      sendDeviceRateLimitPage(deps.pages, request, response);
      return;
    }
    response.once('finish', () => refundKnownCode(request, attempt));
    next();
  };

function refundKnownCode(request: Request, attempt: Attempt): void {
  if ((request as WithCodeProblem).codeProblem === 'NotFoundError') return;
  // If the refund fails, the attempt stays counted, which only makes the limit stricter.
  attempt.refund().catch(() => undefined);
}

const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'no-store');
  next();
};

const rejectMethod: RequestHandler = (request) => {
  throw new AppError('VAL_METHOD_NOT_ALLOWED', `The method ${request.method} is not allowed for this path.`);
};
