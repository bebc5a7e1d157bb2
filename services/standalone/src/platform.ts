import { cacheVerifyingKeys, createAccessTokenVerifier, createGrantDenylist } from '@loci/access-token';
import type { ProofOfPossession, ProofStore } from '@loci/access-token';
import { ANALYSIS_MIGRATIONS } from '@loci/analysis-service';
import { ARTIFACT_MIGRATIONS } from '@loci/artifact-service';
import { AUTH_SCHEMA, DEFAULT_LIFETIMES, createAuthServer } from '@loci/auth-server';
import type { AuthServer, Bootstrap } from '@loci/auth-server';
import {
  createAuthClient,
  createGraphClient,
  createMemoryClient,
  createSearchClient,
  createSearchMaintenanceClient,
} from '@loci/contracts';
import type { ServiceClient } from '@loci/contracts';
import {
  createGateway,
  gatewayRoutes,
  inMemoryRateLimiter,
  publicRoutesOf,
  toolReference,
} from '@loci/gateway';
import type { PublicUrls } from '@loci/gateway';
import { DOCUMENT_MIGRATIONS } from '@loci/document-service';
import { GRAPH_MIGRATIONS } from '@loci/graph-service';
import { toOpenApi } from '@loci/http';
import type { ResponseCheck, Route } from '@loci/http';
import { MEMORY_MIGRATIONS } from '@loci/memory-service';
import { PORTAL_MIGRATIONS, createPortal } from '@loci/portal-service';
import type { Portal } from '@loci/portal-service';
import type { ClaimedDataDir } from '@loci/postgres/embedded';
import { startJobs } from '@loci/runtime';
import type { Job, Logger, Metrics, Secret, Service } from '@loci/runtime';
import { SEARCH_MIGRATIONS } from '@loci/search-service';
import type { Express } from 'express';
import type { EmbedderSettings } from './choose-embedder.ts';
import { createServices } from './create-services.ts';
import { openStores } from './open-stores.ts';
import type { Schema, Stores } from './open-stores.ts';
import { reachInProcess, reachOverHttp } from './reach-services.ts';
import type { Reach, Reachable } from './reach-services.ts';
import { watchReadiness } from './readiness.ts';
import type { Readiness } from './readiness.ts';

export interface PlatformOptions {
  dataDir: ClaimedDataDir;
  urls: PublicUrls;
  /** 0 turns the limit off. */
  rateLimitPerMinute: number;
  /** Null: any origin. */
  corsOrigins: readonly string[] | null;
  keyAccessTokenSeconds: number;
  oauthAccessTokenSeconds: number;
  adminToken: Secret;
  apiKeyPepper: Secret;
  signingKeySecret: Secret;
  cookieKey: Secret;
  internalSecret: Secret;
  bootstrapApiKey: Secret | undefined;
  embedder: EmbedderSettings;
  /** `http`: each service listens on a port of its own and is asked over HTTP. */
  reach: 'in-process' | 'http';
  responseCheck: ResponseCheck;
  log: Logger;
  metrics: Metrics;
}

export interface Platform {
  gateway: Express;
  authServer: AuthServer;
  portal: Portal;
  bootstrap: Bootstrap;
  /** The OpenAPI document of everything the gateway serves. */
  openapi: object;
  stores: Stores;
  services: readonly Service[];
  readiness: Readiness;
  /** Empties and refills the keyword and vector indexes; resolves to the number of items. */
  rebuildIndexes(): Promise<number>;
  /** Ends jobs and consumers, then closes every service and store. */
  close(): Promise<void>;
}

const REBUILD_TIMEOUT_MS = 3_600_000;
/** How often the gateway asks which grants were revoked; 30 s are promised. */
const DENYLIST_REFRESH_MS = 5_000;

const SCHEMAS: Schema[] = [
  { ...AUTH_SCHEMA, maxConnections: 4 },
  { service: 'memory', migrationsDir: MEMORY_MIGRATIONS, maxConnections: 10 },
  { service: 'graph', migrationsDir: GRAPH_MIGRATIONS, maxConnections: 6 },
  { service: 'search', migrationsDir: SEARCH_MIGRATIONS, maxConnections: 4 },
  { service: 'document', migrationsDir: DOCUMENT_MIGRATIONS, maxConnections: 4 },
  { service: 'artifact', migrationsDir: ARTIFACT_MIGRATIONS, maxConnections: 4 },
  { service: 'analysis', migrationsDir: ANALYSIS_MIGRATIONS, maxConnections: 4 },
  { service: 'portal', migrationsDir: PORTAL_MIGRATIONS, maxConnections: 2 },
];

/** The auth server answers more than that, on a port of its own. */
const isServedByGateway = ({ path }: Route): boolean => path.startsWith('/api/');

/** Every service in one process, on embedded stores: composition only. */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const { urls, log, metrics, responseCheck } = options;
  const stores = await openStores(options.dataDir, SCHEMAS, { log, metrics });
  const authServer = createAuthServer({
    database: stores.databases['auth']!,
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
    portalUrl: urls.portalUrl,
    cookieKeys: [options.cookieKey],
  });
  const bootstrap = await authServer.ensureBootstrap({ apiKey: options.bootstrapApiKey });
  const portal = createPortal({
    database: stores.databases['portal']!,
    urls,
    secret: options.cookieKey,
    log,
  });

  // Services ask each other through `reach`, which exists once all of them do.
  const connect =
    (service: string): ServiceClient =>
    (...call) =>
      reach.connect(service)(...call);
  const services = createServices({
    dataDir: options.dataDir.path,
    stores,
    connect,
    embedder: options.embedder,
    tools: toolReference(),
    log,
    metrics,
  });
  const reachable: Reachable[] = [
    ...services,
    { name: 'auth', routes: authServer.routes, router: authServer.router },
  ];
  const reach: Reach =
    options.reach === 'in-process'
      ? reachInProcess(reachable, { log, responseCheck })
      : await reachOverHttp(reachable, { log, responseCheck, secret: options.internalSecret.reveal() });

  const search = createSearchClient(reach.connect('search'));
  const graph = createGraphClient(reach.connect('graph'));
  const openapi = toOpenApi(
    [
      ...reachable.flatMap(({ routes }) => routes.filter(isServedByGateway)),
      ...gatewayRoutes({ search, graph }),
    ],
    {
      title: 'Loci',
      description: 'A persistent memory store and knowledge graph for AI assistants.',
      serverUrl: urls.baseUrl,
    },
  );
  const authClient = createAuthClient(reach.connect('auth'));
  const denylist = createGrantDenylist({ fetchRevoked: (since) => authClient.revokedGrants(since) });
  await denylist.refresh();
  const keys = cacheVerifyingKeys({ fetchKeys: () => authClient.verifyingKeys() });
  const proofs: ProofStore = { remember: (id, expiresAtMs) => authClient.rememberProof(id, expiresAtMs) };
  const possession = { baseUrl: urls.baseUrl, proofs };
  const verifierFor = (audiences: readonly string[]) => {
    const verifier = createAccessTokenVerifier({
      issuer: urls.authUrl,
      audiences,
      keys,
      denylist,
      possession,
    });
    return async (token: string, proof?: ProofOfPossession) => (await verifier.verify(token, proof)).caller;
  };
  const readiness = watchReadiness(stores.databases['events']!);
  const limiter = options.rateLimitPerMinute === 0 ? null : inMemoryRateLimiter(options.rateLimitPerMinute);
  const gateway = createGateway({
    urls,
    routes: reachable.flatMap(({ name, routes }) => publicRoutesOf(name, routes)),
    targets: reach.targets,
    openapi,
    verify: verifierFor([urls.baseUrl]),
    limiter,
    corsOrigins: options.corsOrigins,
    search,
    graph,
    mcp: {
      connect: (service) => reach.connect(service),
      memory: createMemoryClient(reach.connect('memory')),
      verify: verifierFor([urls.baseUrl, `${urls.baseUrl}/mcp`]),
    },
    health: readiness,
    metrics,
    log,
    responseCheck,
  });

  for (const consumer of services.flatMap(({ consumers }) => consumers)) stores.transport.subscribe(consumer);
  await stores.transport.start();
  const refreshDenylist: Job = {
    name: 'refresh-denylist',
    everyMs: DENYLIST_REFRESH_MS,
    run: () => denylist.refresh(),
  };
  const jobs = startJobs(
    [...services.flatMap((service) => service.jobs), ...authServer.jobs, ...portal.jobs, refreshDenylist],
    log,
  );
  return {
    gateway,
    authServer,
    portal,
    bootstrap,
    openapi,
    stores,
    services,
    readiness,
    rebuildIndexes: () =>
      createSearchMaintenanceClient(reach.connect('search')).rebuild(null, { timeoutMs: REBUILD_TIMEOUT_MS }),
    close: async () => {
      await jobs.stop();
      await stores.transport.close();
      await reach.close();
      await Promise.all(services.map((service) => service.close()));
      await authServer.close();
      await portal.close();
      await limiter?.close();
      await stores.close();
    },
  };
}
