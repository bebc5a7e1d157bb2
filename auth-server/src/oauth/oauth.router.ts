import { authorizationServerMetadata, openidConfiguration } from '@loci/contracts';
import { AppError } from '@loci/core';
import { sendJson } from '@loci/http';
import type { Database } from '@loci/postgres';
import express from 'express';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { Provider } from 'oidc-provider';
import { throttleAttempt } from '../login-throttle/login-throttle.ts';
import type { Attempt, AttemptLimit } from '../login-throttle/login-throttle.ts';
import type { CurrentProvider } from './current-provider.ts';
import { sendDeviceRateLimitPage } from './oauth.pages.ts';
import type { DevicePageState } from './oauth.pages.ts';
import { openCors } from './open-cors.ts';
import { recordPoll } from './oidc-record.repository.ts';
import { RegistrationError, normalizeRegistration } from './client-registration.ts';
import { replaceRequestBody } from './replace-request-body.ts';
import { DEFAULT_SCOPE, canonicalResource } from './resource-indicators.ts';

export interface OAuthRouterDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  currentProvider: CurrentProvider;
  urls: { authUrl: string; baseUrl: string; portalUrl: string };
  now(): Date;
}

const DEVICE_POLL_SECONDS = 5;

/** Wrong user codes from one network. A code has 34.6 bits, so this leaves no hope of guessing one. */
const DEVICE_CODES: AttemptLimit = { purpose: 'device-code', max: 5, windowMs: 60_000 };
const REGISTRATIONS: AttemptLimit = { purpose: 'registration', max: 30, windowMs: 60_000 };

const METADATA_MAX_AGE_SECONDS = 300;

/**
 * The OAuth endpoints: the provider, and around it what it does not do or does otherwise than our clients need.
 * @see AUTH-AND-MCP.md 3.3, 3.4
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
    express.raw({ type: () => true, limit: '56kb' }),
    completeForm(urls.baseUrl),
    handleWithProvider,
  );
  router.post(
    '/oauth/register',
    openCors('POST'),
    noStore,
    limitRegistrations(deps),
    express.raw({ type: () => true, limit: '16kb' }),
    completeRegistration,
    handleWithProvider,
  );
  router.get(['/oauth/authorize', '/oauth/authorize/:uid', '/oauth/device/:uid'], handleWithProvider);
  router.get('/oauth/device', handleWithProvider);
  router.post('/oauth/device', limitDeviceCodes(deps), handleWithProvider);
  router.use(['/oauth/token', '/oauth/register', '/oauth/authorize', '/oauth/device'], rejectMethod);
  return router;
}

/** Middleware within the provider, where its parsed parameters and its answers are at hand. */
export function prepareProvider(
  provider: Provider,
  deps: Pick<OAuthRouterDeps, 'database' | 'urls' | 'now'>,
): void {
  const { database, urls, now } = deps;
  provider.use(async (ctx, next) => {
    if (ctx.path === '/oauth/authorize') ctx.query = completeQuery(ctx.query, urls.baseUrl);
    if (ctx.path === '/oauth/device' && ctx.method === 'GET' && ctx.query['user_code'] !== undefined) {
      // Shown in the form, not sent by a script: a link alone must not get past the entry.
      (ctx.state as DevicePageState).prefilledCode = [ctx.query['user_code']].flat()[0]!.slice(0, 20);
      ctx.query = {};
    }
    await next();
    if (ctx.path === '/oauth/device' && ctx.method === 'POST') {
      const { codeProblem } = ctx.state as DevicePageState;
      // Told to the rate limit outside, which forgives everything but a wrong code.
      (ctx.req as WithCodeProblem).codeProblem = codeProblem;
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
      const inTime =
        typeof code !== 'string' || (await database.inSystemTransaction((tx) => recordPoll(tx, code, now())));
      if (!inTime) {
        ctx.body = {
          error: 'slow_down',
          error_description: `ask less often: wait ${DEVICE_POLL_SECONDS} seconds more between requests`,
        };
      }
    }
  });
}

type WithCodeProblem = { codeProblem?: string | undefined };

/**
 * A client that names no scope gets the usual ones, and one that asks for `offline_access` is taken at its word:
 * the provider would drop it silently without `prompt=consent`.
 */
function completeQuery(
  query: Record<string, string | string[] | undefined>,
  baseUrl: string,
): Record<string, string | string[] | undefined> {
  const scope = query['scope'] || DEFAULT_SCOPE;
  const { prompt, resource } = query;
  const completed: Record<string, string | string[] | undefined> = { ...query, scope };
  if (typeof scope === 'string' && scope.split(' ').includes('offline_access') && !prompt) {
    completed['prompt'] = 'consent';
  }
  if (resource !== undefined) {
    const canonical = [resource].flat().map((one) => canonicalResource(one, baseUrl) ?? one);
    completed['resource'] = canonical.length === 1 ? canonical[0]! : canonical;
  }
  return completed;
}

/** The same for what comes in a form. A wrong resource would otherwise burn the refresh token. */
const completeForm =
  (baseUrl: string): RequestHandler =>
  (request, response, next) => {
    const form = new URLSearchParams(bodyText(request));
    const resources = form.getAll('resource');
    if (resources.length > 0) {
      form.delete('resource');
      for (const resource of resources) {
        const canonical = canonicalResource(resource, baseUrl);
        if (canonical === null) {
          sendOAuthError(response, 'invalid_target', 'resource indicator is missing, or unknown');
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
        'servers exchange an API key instead: POST /api/v2/auth/token',
      );
      return;
    }
    replaceRequestBody(
      request,
      form.toString(),
      request.headers['content-type'] ?? 'application/x-www-form-urlencoded',
    );
    next();
  };

const completeRegistration: RequestHandler = (request, response, next) => {
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
    throw new RegistrationError('invalid_client_metadata', 'The body is not JSON.');
  }
}

/** Empty when there was none. */
const bodyText = (request: Request): string =>
  Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';

function sendOAuthError(response: Response, error: string, description: string, status = 400): void {
  sendJson(response, status, { error, error_description: description });
}

const limitRegistrations =
  (deps: OAuthRouterDeps): RequestHandler =>
  async (request, response, next) => {
    const attempt = await throttleAttempt(deps, REGISTRATIONS, request.ip ?? '');
    if (attempt.allowed) {
      next();
      return;
    }
    response.setHeader('retry-after', attempt.retryAfterSeconds);
    sendOAuthError(response, 'temporarily_unavailable', 'too many registrations from this address', 429);
  };

const limitDeviceCodes =
  (deps: OAuthRouterDeps): RequestHandler =>
  async (request, response, next) => {
    const attempt = await throttleAttempt(deps, DEVICE_CODES, request.ip ?? '');
    if (!attempt.allowed) {
      response.setHeader('retry-after', attempt.retryAfterSeconds);
      sendDeviceRateLimitPage(response);
      return;
    }
    response.once('finish', () => refundKnownCode(request, attempt));
    next();
  };

function refundKnownCode(request: Request, attempt: Attempt): void {
  if ((request as WithCodeProblem).codeProblem === 'NotFoundError') return;
  // Nobody waits for this; an attempt that stays counted only makes the limit a little stricter.
  attempt.refund().catch(() => undefined);
}

const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'no-store');
  next();
};

const rejectMethod: RequestHandler = (request) => {
  throw new AppError('VAL_METHOD_NOT_ALLOWED', `${request.method} is not possible here.`);
};
