import {
  compressResponses,
  notFoundHandler,
  createExpressApp,
  chooseRequestId,
  errorHandler,
  inProcessClient,
  serviceRouter,
  setContext,
  strictTransportSecurity,
  traceRequest,
} from '@loci/http';
import type { HttpLog, ResponseCheck, Route, TrustedProxies } from '@loci/http';
import { authorizationServerMetadata, createMemoryClient } from '@loci/contracts';
import type { GraphClient, SearchClient, ServiceClient } from '@loci/contracts';
import type { Metrics, Secrets } from '@loci/runtime';
import type { Health } from '@loci/service-hosting';
import type { Express, RequestHandler } from 'express';
import { auditRoutes } from './audit/audit.routes.ts';
import type { AuditRouteDeps } from './audit/audit.routes.ts';
import type { VerifyToken } from './authentication/authenticate.ts';
import { docsPage } from './docs-page.ts';
import type { FirstToolCalls } from './mcp/first-tool-calls.ts';
import { createIndexingBacklog } from './indexing-backlog/indexing-backlog.ts';
import { createMcpEndpoint } from './mcp/mcp-endpoint.ts';
import type { McpEndpointPorts } from './mcp/mcp-endpoint.ts';
import { createOwnChanges } from './own-writes/own-changes.ts';
import { createInMemoryOwnPositions } from './own-writes/own-positions.ts';
import type { OwnPositions } from './own-writes/own-positions.ts';
import { createOwnWrites } from './own-writes/own-writes.ts';
import type { OwnWrites } from './own-writes/own-writes.ts';
import { recordOwnWrites } from './own-writes/record-own-writes.ts';
import { createAwaitPositions } from './positions/await-positions.ts';
import { createPositionTokens } from './positions/position-tokens.ts';
import { countRejections } from './rate-limit/count-rejections.ts';
import type { RateLimiter } from '@loci/http';
import { createApiClient } from './routing/api-client.ts';
import { checkHost } from './routing/check-host.ts';
import { cors } from './routing/cors.ts';
import { dispatchApi } from './routing/dispatch-api.ts';
import type { PublicRoute } from './routing/public-route.ts';
import { contextRoutes } from './context/context.routes.ts';
import type { ReadContextDeps } from './context/read-context.ts';
import { neighborhoodRoutes } from './neighborhood/neighborhood.routes.ts';
import type { NeighborhoodDeps } from './neighborhood/read-neighborhood.ts';
import type { ReadLog } from './search/read-log.ts';
import { hybridSearchRoutes } from './search/hybrid-search.routes.ts';
import { whyNotRoutes } from './search/why-not/why-not.routes.ts';
import { createSecretFilters } from './secret-filter/secret-filters.ts';
import { suggestionRoutes } from './suggestions/suggestion.routes.ts';
import type { PublicUrls } from './well-known.ts';
import { protectedResourceMetadata } from './well-known.ts';

export interface GatewayPorts {
  urls: PublicUrls;
  /** Base URL under which other services call this gateway. Defaults to `urls.baseUrl`. */
  internalUrl?: string | undefined;
  /** Public routes of the services, without the gateway's own routes. */
  routes: readonly PublicRoute[];
  /** Handlers by service name: a router in this process or a proxy. */
  targets: Record<string, RequestHandler>;
  openapi: object;
  verify: VerifyToken;
  /** Values of INTERNAL_SECRET. Sign the positions that clients receive. */
  internalSecrets: Secrets;
  /** Rate limiter. Null turns rate limiting off. */
  limiter: RateLimiter | null;
  /** Proxies trusted to set `X-Forwarded-For`. Defaults to none. */
  trustedProxies?: TrustedProxies | undefined;
  /** Origins allowed to call the API from a browser. Null allows every origin. */
  corsOrigins: readonly string[] | null;
  search: SearchClient;
  graph: GraphClient;
  readLog: Pick<ReadLog, 'noteFound'>;
  /** Latest positions of users. Defaults to positions that only this process knows. */
  ownPositions?: OwnPositions;
  /** Dependencies of the MCP tools in addition to `search` and `graph`. */
  mcp: {
    /** Returns the client of a service by its name. */
    connect(service: string): ServiceClient;
    /** Verifies access tokens. Accepts the audiences `{base_url}/mcp` and `{base_url}`. */
    verify: VerifyToken;
    /** Returns true for an API key that must be exchanged before it can be verified. */
    needsExchange(credential: string): boolean;
    firstToolCalls: Pick<FirstToolCalls, 'note'>;
  };
  health: Health;
  metrics: Metrics;
  log: HttpLog & McpEndpointPorts['log'];
  responseCheck: ResponseCheck;
}

/** The operations that the gateway implements itself, because they combine several services. */
export const gatewayRoutes = (
  ports: Pick<GatewayPorts, 'search' | 'graph'> &
    AuditRouteDeps &
    Pick<ReadContextDeps & NeighborhoodDeps, 'memory'> & {
      ownWrites: OwnWrites;
      readLog: Pick<ReadLog, 'noteFound'>;
    },
): Route[] => [
  ...hybridSearchRoutes(ports),
  ...contextRoutes(ports),
  ...neighborhoodRoutes(ports),
  ...whyNotRoutes(ports),
  ...suggestionRoutes(ports),
  ...auditRoutes(ports),
];

/** Discovery documents, which pages of every origin may read. */
const METADATA_PATHS = ['/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server'];

/** Creates the public Express application: API, MCP endpoint, documentation, discovery documents and health. */
export function createGateway(ports: GatewayPorts): Express {
  const { urls, log, health } = ports;
  const limiter = ports.limiter && countRejections(ports.limiter, ports.metrics);
  const app = createExpressApp({ trustedProxies: ports.trustedProxies });
  const ownWrites = createOwnWrites(ports.search);
  const awaitPositions = createAwaitPositions(ports.mcp.connect);
  const ownChanges = createOwnChanges(ports.ownPositions ?? createInMemoryOwnPositions(), awaitPositions);
  const secretFilters = createSecretFilters(createMemoryClient(ports.mcp.connect('memory')));
  const own = gatewayRoutes({
    ...ports,
    connect: ports.mcp.connect,
    memory: createMemoryClient(ports.mcp.connect('memory')),
    ownWrites,
  });
  const routes = [...ports.routes, ...own.map(toPublic)];
  const ownClient = inProcessClient(own, ports.responseCheck);
  app.use(strictTransportSecurity(urls.baseUrl));
  app.use(identifyRequest);
  app.get('/health/live', (_request, response) => void response.json({ status: 'live' }));
  app.get(['/health', '/health/ready'], async (_request, response) => {
    const waitingFor = await health.notReady();
    const ready = waitingFor.length === 0;
    response
      .status(ready ? 200 : 503)
      .json(ready ? { status: 'ready' } : { status: 'not ready', waiting_for: waitingFor });
  });
  app.use(checkHost([urls.baseUrl, ...(ports.internalUrl === undefined ? [] : [ports.internalUrl])]));
  app.options(METADATA_PATHS, cors(null));
  app.get('/.well-known/oauth-protected-resource', cors(null), (_request, response) => {
    response.json(protectedResourceMetadata(urls));
  });
  app.get('/.well-known/oauth-authorization-server', cors(null), (_request, response) => {
    response.json(authorizationServerMetadata(urls));
  });
  // Not at /mcp, whose clients read event streams.
  app.use(['/api', '/docs', '/openapi.json'], compressResponses());
  app.use(docsPage(ports.openapi));
  app.use(
    createMcpEndpoint({
      ...ports,
      limiter,
      verify: ports.mcp.verify,
      needsExchange: ports.mcp.needsExchange,
      firstToolCalls: ports.mcp.firstToolCalls,
      ownChanges,
      secretFilters,
      memory: createMemoryClient(recordOwnWrites(ports.mcp.connect('memory'), ownWrites)),
      api: createApiClient(routes, (service) =>
        service === 'gateway' ? ownClient : recordOwnWrites(ports.mcp.connect(service), ownWrites),
      ),
    }),
  );
  app.use('/api', cors(ports.corsOrigins));
  app.use(
    dispatchUnder('/api', {
      routes,
      targets: { ...ports.targets, gateway: serviceRouter(own, ports) },
      verify: ports.verify,
      limiter,
      metrics: ports.metrics,
      ownWrites,
      positionTokens: createPositionTokens(ports.internalSecrets),
      awaitPositions,
      ownChanges,
      secretFilters,
      indexingBacklog: createIndexingBacklog(),
      challenge: `Bearer resource_metadata="${urls.baseUrl}/.well-known/oauth-protected-resource", scope="read write"`,
    }),
  );
  app.use(notFoundHandler);
  app.use(errorHandler(log));
  return app;
}

const toPublic = ({ method, path, scope, reads }: Route): PublicRoute => ({
  service: 'gateway',
  method,
  path,
  scope: scope as PublicRoute['scope'],
  ...(reads && { reads }),
});

const identifyRequest: RequestHandler = (request, response, next) => {
  const requestId = chooseRequestId(request.headers['x-request-id']);
  response.setHeader('x-request-id', requestId);
  response.setHeader('x-content-type-options', 'nosniff');
  setContext(request, { requestId, caller: null, internal: false });
  traceRequest(request, response, { isTrusted: false }, next);
};

/** Dispatches requests below `prefix`. Not mounted at `prefix`, because the dispatcher matches full paths. */
function dispatchUnder(prefix: string, deps: Parameters<typeof dispatchApi>[0]): RequestHandler {
  const dispatch = dispatchApi(deps);
  return (request, response, next) => {
    if (request.path === prefix || request.path.startsWith(`${prefix}/`))
      return dispatch(request, response, next);
    next();
  };
}
