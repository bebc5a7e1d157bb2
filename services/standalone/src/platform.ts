import { join } from 'node:path';
import { AUTH_SCHEMA, DEFAULT_LIFETIMES, createAuthServer } from '@loci/auth-server';
import type { AuthServer, Bootstrap } from '@loci/auth-server';
import { cacheVerifyingKeys, createAccessTokenVerifier, createGrantDenylist } from '@loci/access-token';
import {
  createAuthClient,
  createGraphClient,
  createMemoryClient,
  createMemoryInventoryClient,
  createSearchClient,
} from '@loci/contracts';
import { createGateway, gatewayRoutes, inMemoryRateLimiter, publicRoutesOf } from '@loci/gateway';
import type { PublicUrls } from '@loci/gateway';
import { GRAPH_MIGRATIONS, createGraphService, graphEdgeLoader } from '@loci/graph-service';
import { createEmbeddedGraphStore } from '@loci/graph-service/embedded';
import { inProcessClient, serviceRouter, toOpenApi } from '@loci/http';
import type { ResponseCheck, Route } from '@loci/http';
import { MEMORY_MIGRATIONS, createMemoryService } from '@loci/memory-service';
import { createOutbox } from '@loci/outbox';
import type { ClaimedDataDir } from '@loci/postgres/embedded';
import { startJobs } from '@loci/runtime';
import type { Job, Logger, Metrics, Secret, Service } from '@loci/runtime';
import { SEARCH_MIGRATIONS, createLostTenants, createSearchService } from '@loci/search-service';
import {
  createBuiltinEmbedder,
  createEmbeddedKeywordIndex,
  createEmbeddedVectorIndex,
} from '@loci/search-service/embedded';
import type { Express } from 'express';
import { openStores } from './open-stores.ts';
import type { Schema, Stores } from './open-stores.ts';

export interface PlatformOptions {
  dataDir: ClaimedDataDir;
  urls: PublicUrls;
  rateLimitPerMinute: number;
  corsOrigins: readonly string[] | null;
  keyAccessTokenSeconds: number;
  oauthAccessTokenSeconds: number;
  adminToken: Secret;
  apiKeyPepper: Secret;
  signingKeySecret: Secret;
  bootstrapApiKey: Secret | undefined;
  responseCheck: ResponseCheck;
  log: Logger;
  metrics: Metrics;
  onDatabaseLost(reason: string): void;
}

export interface Platform {
  gateway: Express;
  authServer: AuthServer;
  bootstrap: Bootstrap;
  openapi: object;
  stores: Stores;
  services: readonly Service[];
  /** Ends jobs and consumers, then closes every service and store. */
  close(): Promise<void>;
}

/** How often the gateway asks which grants were revoked; 30 s are promised. */
const DENYLIST_REFRESH_MS = 5_000;
const GRAPH_MEMORY_BYTES = 256 * 1024 * 1024;

const SCHEMAS: Schema[] = [
  { ...AUTH_SCHEMA, maxConnections: 4 },
  { service: 'memory', migrationsDir: MEMORY_MIGRATIONS, maxConnections: 10 },
  { service: 'graph', migrationsDir: GRAPH_MIGRATIONS, maxConnections: 6 },
  { service: 'search', migrationsDir: SEARCH_MIGRATIONS, maxConnections: 4 },
];

/** Every service in one process, on embedded stores: composition only. */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const { dataDir, urls, log, metrics, responseCheck } = options;
  const stores = await openStores(dataDir, SCHEMAS, { log, metrics, onDatabaseLost: options.onDatabaseLost });
  const { transport, databases } = stores;
  const database = (service: string) => databases[service]!;
  const outboxOf = (service: string) => createOutbox({ onCommitted: () => transport.wake(service) });

  const authServer = createAuthServer({
    database: database('auth'),
    log,
    responseCheck,
    settings: {
      ...DEFAULT_LIFETIMES,
      issuer: urls.authUrl,
      audience: urls.baseUrl,
      keyAccessTokenSeconds: options.keyAccessTokenSeconds,
      oauthAccessTokenSeconds: options.oauthAccessTokenSeconds,
    },
    adminToken: options.adminToken,
    apiKeyPepper: options.apiKeyPepper,
    signingKeySecret: options.signingKeySecret,
  });
  const bootstrap = await authServer.ensureBootstrap({ apiKey: options.bootstrapApiKey });

  const memory = createMemoryService({ database: database('memory'), outbox: outboxOf('memory') });
  const memoryClient = createMemoryClient(inProcessClient(memory.routes, responseCheck));
  const graph = createGraphService({
    database: database('graph'),
    outbox: outboxOf('graph'),
    graphStore: createEmbeddedGraphStore({
      loadEdges: graphEdgeLoader(database('graph')),
      maxBytes: GRAPH_MEMORY_BYTES,
    }),
    memory: memoryClient,
  });
  const graphClient = createGraphClient(inProcessClient(graph.routes, responseCheck));
  const indexDirectory = join(dataDir.path, 'indexes');
  const embedder = createBuiltinEmbedder();
  const lostTenants = createLostTenants();
  const onTenantLost = (tenantId: string): void => {
    log.warn({ tenant_id: tenantId }, 'an index file was damaged or gone and is filled again');
    lostTenants.add(tenantId);
  };
  const search = createSearchService({
    database: database('search'),
    outbox: outboxOf('search'),
    memory: createMemoryInventoryClient(inProcessClient(memory.routes, responseCheck)),
    graph: graphClient,
    lostTenants,
    onDrift: (drift) => {
      for (const [index, items] of Object.entries(drift)) metrics.indexDrift.set({ index }, items);
    },
    embedder,
    keywordIndex: createEmbeddedKeywordIndex({ directory: join(indexDirectory, 'keyword'), onTenantLost }),
    vectorIndex: createEmbeddedVectorIndex({
      directory: join(indexDirectory, 'vector'),
      model: embedder.model,
      dimension: embedder.dimension,
      onTenantLost,
    }),
  });
  const services: Service[] = [memory, graph, search];

  const searchClient = createSearchClient(inProcessClient(search.routes, responseCheck));
  const publicByService: [string, readonly Route[]][] = [
    ...services.map(({ name, routes }): [string, readonly Route[]] => [name, routes]),
    ['auth', authServer.routes],
  ];
  const openapi = toOpenApi(
    [
      ...publicByService.flatMap(([, routes]) => routes),
      ...gatewayRoutes({ search: searchClient, graph: graphClient }),
    ],
    {
      title: 'Loci',
      description: 'A persistent memory store and knowledge graph for AI assistants.',
      serverUrl: urls.baseUrl,
    },
  );

  const authClient = createAuthClient(inProcessClient(authServer.routes, responseCheck));
  const denylist = createGrantDenylist({ fetchRevoked: (since) => authClient.revokedGrants(since) });
  await denylist.refresh();
  const verifier = createAccessTokenVerifier({
    issuer: urls.authUrl,
    audiences: [urls.baseUrl],
    keys: cacheVerifyingKeys({ fetchKeys: () => authClient.verifyingKeys() }),
    denylist,
  });
  const limiter = options.rateLimitPerMinute === 0 ? null : inMemoryRateLimiter(options.rateLimitPerMinute);
  const gateway = createGateway({
    urls,
    routes: publicByService.flatMap(([name, routes]) => publicRoutesOf(name, routes)),
    targets: {
      ...Object.fromEntries(
        services.map(({ name, routes }) => [name, serviceRouter(routes, { log, responseCheck })]),
      ),
      auth: authServer.router,
    },
    openapi,
    verify: async (token) => (await verifier.verify(token)).caller,
    limiter,
    corsOrigins: options.corsOrigins,
    search: searchClient,
    graph: graphClient,
    health: { notReady: () => Promise.resolve([]) },
    metrics,
    log,
    responseCheck,
  });

  for (const consumer of services.flatMap(({ consumers }) => consumers)) transport.subscribe(consumer);
  await transport.start();
  const refreshDenylist: Job = {
    name: 'refresh-denylist',
    everyMs: DENYLIST_REFRESH_MS,
    run: () => denylist.refresh(),
  };
  const jobs = startJobs(
    [...services.flatMap((service) => service.jobs), ...authServer.jobs, refreshDenylist],
    log,
  );
  return {
    gateway,
    authServer,
    bootstrap,
    openapi,
    stores,
    services,
    close: async () => {
      await jobs.stop();
      await transport.close();
      await Promise.all(services.map((service) => service.close()));
      await authServer.close();
      await limiter?.close();
      await stores.close();
    },
  };
}
