import { createMcpHandler } from '@modelcontextprotocol/server';
import type { AuthInfo } from '@modelcontextprotocol/server';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { AppError, isAppError } from '@loci/core';
import type { Caller } from '@loci/core';
import { getContext, pendingResponses, setContext } from '@loci/http';
import type { Metrics } from '@loci/runtime';
import express from 'express';
import type { Request, RequestHandler, Response, Router } from 'express';
import { authenticate } from '../authentication/authenticate.ts';
import type { VerifyToken } from '../authentication/authenticate.ts';
import { limitKey } from '../rate-limit/limit-key.ts';
import { countRequest } from '../rate-limit/count-request.ts';
import type { RateLimiter } from '@loci/http';
import { cors } from '../routing/cors.ts';
import { observeRequest } from '../routing/observe-request.ts';
import type { PublicUrls } from '../well-known.ts';
import { createToolServer } from './tool-server.ts';
import type { ToolServerPorts, ToolSession } from './tool-server.ts';
import type { ToolLog } from './tool.ts';
import { RESOURCE_METADATA_PATH, buildChallenge } from './transport/challenge.ts';
import { checkOrigin } from './transport/check-origin.ts';
import { readMessages } from './transport/read-messages.ts';
import { mcpResourceMetadata } from './transport/resource-metadata.ts';
import { readEndpointOptions } from './transport/endpoint-options.ts';
import { isToolCall, toMessages, findMissingScope } from './transport/tool-calls.ts';
import type { Message } from './transport/tool-calls.ts';

export interface McpEndpointPorts extends Omit<ToolServerPorts, 'portalUrl' | 'log'> {
  urls: PublicUrls;
  /** Verifies API keys, and access tokens for `{base_url}/mcp` and `{base_url}`. */
  verify: VerifyToken;
  /** Returns true for an API key that must be exchanged before it can be verified. */
  needsExchange(credential: string): boolean;
  /** Rate limiter, or null if rate limiting is off. */
  limiter: RateLimiter | null;
  /** Further origins whose browser pages are allowed. Null has the same effect as an empty list. */
  corsOrigins: readonly string[] | null;
  metrics: Metrics;
  log: ToolLog & { info(fields: object, message: string): void };
}

const PATH = '/mcp';

/**
 * Creates the routes of the assistant tools and of their protected resource metadata. Serves MCP over
 * stateless Streamable HTTP, with the protocol versions 2026-07-28, 2025-11-25, 2025-06-18 and 2025-03-26.
 * Requires a request context with the request id, and a `Host` header that was already checked.
 *
 * @see docs/reference/mcp-tools.md#transport
 */
export function createMcpEndpoint(ports: McpEndpointPorts): Router {
  const { urls, corsOrigins, log } = ports;
  const toolPorts = { ...ports, portalUrl: urls.portalUrl };
  const handler = createMcpHandler(({ authInfo }) => createToolServer(toolPorts, sessionOf(authInfo)), {
    // The log level is info, because invalid client requests cause nearly all of these errors.
    onerror: (error) => log.info({ err: error }, 'MCP request rejected'),
  });
  const serve = toNodeHandler(handler, {
    onerror: (error) => log.error({ err: error }, 'MCP request failed unexpectedly'),
  });
  const ownOrigins = [urls.baseUrl, urls.portalUrl].map((url) => new URL(url).origin);

  const router = express.Router({ strict: false });
  router.options(RESOURCE_METADATA_PATH, cors(null));
  router.get(RESOURCE_METADATA_PATH, cors(null), (_request, response) => {
    response.json(mcpResourceMetadata(urls));
  });
  router.all(
    PATH,
    (request, response, next) => {
      observeRequest(ports.metrics, request, response, { route: PATH, service: 'gateway' });
      next();
    },
    checkOrigin([...ownOrigins, ...(corsOrigins ?? [])]),
    authenticateCaller(ports),
    readMessages,
    async (request, response) => {
      const caller = getContext(request)!.caller!;
      const options = readEndpointOptions(request.query);
      const messages = toMessages(request.body);
      requireScopes(urls, messages, caller, response);
      const rejection = await countMessages(ports.limiter, caller, request, response);
      // Tool calls over the rate limit return a failure result, so only other requests fail with 429.
      if (rejection !== null && !(messages.length > 0 && messages.every(isToolCall))) throw rejection;
      response.setHeader('cache-control', 'no-store');
      const reserveBytes: ToolSession['reserveBytes'] = (bytes, options) =>
        pendingResponses.reserve(response, caller.tenantId, bytes, options);
      const authenticated = Object.assign(request, {
        auth: toAuthInfo({ caller, options, rejection, reserveBytes }),
      });
      await serve(authenticated, response as never, request.body);
    },
  );
  return router;
}

/** Authenticates a request and adds the caller to its context. Adds a challenge to a 401 response. */
function authenticateCaller(ports: McpEndpointPorts): RequestHandler {
  const { urls, verify, limiter, metrics } = ports;
  return async (request, response, next) => {
    const { requestId } = getContext(request)!;
    const credential = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
    // An exchange is counted before it runs, as for POST /api/v2/auth/token, so that keys cannot be guessed faster here.
    const isExchange = credential !== undefined && ports.needsExchange(credential);
    if (isExchange && limiter) await countRequest(limiter, limitKey(null, request), response);
    try {
      const caller = await authenticate(request, requestId, verify);
      setContext(request, { requestId, caller, internal: false });
    } catch (error) {
      if (!isAppError(error) || !error.code.startsWith('AUTH_')) throw error;
      if (limiter && !isExchange) await countRequest(limiter, limitKey(null, request), response);
      metrics.authTokenRejections.inc({ code: error.code });
      const problem = error.code === 'AUTH_UNAUTHORIZED' ? undefined : 'invalid_token';
      response.setHeader('www-authenticate', buildChallenge(urls.baseUrl, problem));
      throw error;
    }
    next();
  };
}

/**
 * Requires that an OAuth token has the scopes that the called tools need.
 *
 * @throws AUTH_INSUFFICIENT_PERMISSIONS with a challenge, so that the host can request the missing scope
 */
function requireScopes(
  { baseUrl }: PublicUrls,
  messages: readonly Message[],
  caller: Caller,
  response: Response,
): void {
  const missing = findMissingScope(messages, caller);
  if (missing === null) return;
  response.setHeader('www-authenticate', buildChallenge(baseUrl, 'insufficient_scope'));
  throw new AppError(
    'AUTH_INSUFFICIENT_PERMISSIONS',
    `The access token does not have the scope ${missing}. Authorize again with this scope.`,
    {
      details: { required_scope: missing },
    },
  );
}

/**
 * Counts the messages of the request against the rate limit.
 *
 * @returns the error if the limit is exceeded, otherwise null
 */
async function countMessages(
  limiter: RateLimiter | null,
  caller: Caller,
  request: Request,
  response: Response,
): Promise<AppError | null> {
  if (limiter === null) return null;
  const cost = Array.isArray(request.body) ? Math.max(1, request.body.length) : 1;
  try {
    await countRequest(limiter, limitKey(caller, request), response, cost);
    return null;
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
}

/** Wraps the session for the MCP SDK. Omits the access token, because the tools do not need it. */
const toAuthInfo = (session: ToolSession): AuthInfo => ({
  token: '',
  clientId: session.caller.clientId,
  scopes: [...session.caller.scopes],
  extra: { session },
});

const sessionOf = (authInfo: AuthInfo | undefined): ToolSession => authInfo!.extra!['session'] as ToolSession;
