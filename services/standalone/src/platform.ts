import { ANALYSIS_MIGRATIONS } from '@loci/analysis-service';
import { ARTIFACT_MIGRATIONS } from '@loci/artifact-service';
import { AUTH_SCHEMA, DEFAULT_LIFETIMES, createAuthServer } from '@loci/auth-server';
import type { AuthServer, Bootstrap, BootstrapOptions } from '@loci/auth-server';
import type { ServiceClient } from '@loci/contracts';
import { assembleGateway } from '@loci/gateway';
import type { PublicUrls } from '@loci/gateway';
import { DOCUMENT_MIGRATIONS } from '@loci/document-service';
import { GRAPH_MIGRATIONS } from '@loci/graph-service';
import { createInMemoryRateLimiter } from '@loci/http';
import type { RateLimiter, ResponseCheck, TrustedProxies } from '@loci/http';
import { MEMORY_MIGRATIONS } from '@loci/memory-service';
import { PORTAL_MIGRATIONS, createPortal, loadBrowserBundle } from '@loci/portal-service';
import type { Portal } from '@loci/portal-service';
import type { ClaimedDataDir } from '@loci/postgres/embedded';
import { startJobs, createReadiness, tenantDataRoutes, userDataRoutes } from '@loci/service-hosting';
import type { Logger, Metrics, Secret, Secrets } from '@loci/runtime';
import type { Readiness, Service } from '@loci/service-hosting';
import { SEARCH_MIGRATIONS } from '@loci/search-service';
import { WEBHOOK_MIGRATIONS } from '@loci/webhook-service';
import type { EmbeddingSettings } from '@loci/search-service';
import type { SearchEngine } from '@loci/search-service/engine';
import type { Express } from 'express';
import { eventErasure } from './event-erasure.ts';
import { createServices } from './create-services.ts';
import type { StorageQuotas, WebhookSettings } from './create-services.ts';
import { openSearchIndexes } from './open-search-indexes.ts';
import { openStores } from './open-stores.ts';
import type { Schema, Stores } from './open-stores.ts';
import type { ConnectServices, HostedService, ServiceConnections } from './connect-in-process.ts';

export interface PlatformOptions {
  dataDir: ClaimedDataDir;
  searchEngine: SearchEngine;
  urls: PublicUrls;
  /** Maximum number of requests per tenant and minute. 0 disables the limit. */
  rateLimitPerMinute: number;
  /** Maximum bytes of each resource per tenant. 0 disables a quota. */
  storageQuotas: StorageQuotas;
  /** Days after which audit entries may be deleted. 0 keeps all entries. */
  auditRetentionDays: number;
  webhooks: WebhookSettings;
  /** Origins that may call the API from a browser. Null allows any origin. */
  corsOrigins: readonly string[] | null;
  trustedProxies: TrustedProxies;
  /** Lifetime of access tokens from API keys, in seconds. */
  apiKeyTokenTtl: number;
  /** Lifetime of OAuth access tokens, in seconds. */
  accessTokenTtl: number;
  adminToken: Secret;
  /** True if the port of the authorization server also serves the admin API. Defaults to true for a loopback URL. */
  publicAdminApi: boolean | undefined;
  /** Returns the URLs of the admin ports for the operator view of the portal. Empty turns the view off. */
  adminUrls(): readonly string[];
  apiKeyPeppers: Secrets;
  signingKeySecrets: Secrets;
  cookieKeys: Secrets;
  internalSecret: Secret;
  /** API key of the first tenant. If it is not configured, the first start generates a key. */
  bootstrap: BootstrapOptions;
  embedding: EmbeddingSettings;
  connectServices: ConnectServices;
  responseCheck: ResponseCheck;
  log: Logger;
  metrics: Metrics;
}

export interface Platform {
  gateway: Express;
  authServer: AuthServer;
  portal: Portal;
  bootstrap: Bootstrap;
  stores: Stores;
  services: readonly Service[];
  readiness: Readiness;
  /** Rebuilds both search indexes while they serve searches. Resolves to the number of indexed items. */
  rebuildIndexes(): Promise<number>;
  /** Replays the dead letters of every consumer group. Resolves to the number of handled events by group. */
  replayDeadLetters(): Promise<Record<string, number>>;
  /** Stops jobs and consumers, then closes services and stores. */
  close(): Promise<void>;
}

const SCHEMAS: Schema[] = [
  { ...AUTH_SCHEMA, maxConnections: 4 },
  { service: 'memory', migrationsDir: MEMORY_MIGRATIONS, maxConnections: 10 },
  { service: 'graph', migrationsDir: GRAPH_MIGRATIONS, maxConnections: 6 },
  { service: 'search', migrationsDir: SEARCH_MIGRATIONS, maxConnections: 4 },
  { service: 'document', migrationsDir: DOCUMENT_MIGRATIONS, maxConnections: 4 },
  { service: 'artifact', migrationsDir: ARTIFACT_MIGRATIONS, maxConnections: 4 },
  { service: 'analysis', migrationsDir: ANALYSIS_MIGRATIONS, maxConnections: 4 },
  { service: 'webhook', migrationsDir: WEBHOOK_MIGRATIONS, maxConnections: 3 },
  { service: 'portal', migrationsDir: PORTAL_MIGRATIONS, maxConnections: 2 },
];

/** Composes all services in one process on embedded stores and starts their jobs and consumers. */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const { urls, log, metrics, responseCheck } = options;
  // The search indexes are opened before the database, so that tenants are loaded while PostgreSQL starts.
  const searchIndexes = openSearchIndexes({
    dataDir: options.dataDir.path,
    engine: options.searchEngine,
    embedding: options.embedding,
    log,
  });
  const createLimiter = (): RateLimiter | null =>
    options.rateLimitPerMinute === 0 ? null : createInMemoryRateLimiter(options.rateLimitPerMinute);
  const limiter = createLimiter();
  const stores = await openStores(options.dataDir, SCHEMAS, { log, metrics }).catch(
    async (error: unknown) => {
      await searchIndexes.close();
      throw error;
    },
  );
  const auditLog = { retentionDays: options.auditRetentionDays, metrics };
  const authServer = createAuthServer({
    database: stores.databases['auth']!,
    log,
    responseCheck,
    settings: {
      ...DEFAULT_LIFETIMES,
      issuer: urls.authUrl,
      audience: urls.baseUrl,
      keyAccessTokenSeconds: options.apiKeyTokenTtl,
      oauthAccessTokenSeconds: options.accessTokenTtl,
    },
    auditLog,
    metrics,
    adminToken: options.adminToken,
    apiKeyPeppers: options.apiKeyPeppers,
    signingKeySecrets: options.signingKeySecrets,
    portalUrl: urls.portalUrl,
    cookieKeys: options.cookieKeys,
    limiter: createLimiter(),
    publicAdminApi: options.publicAdminApi,
  });
  await authServer.ensureSigningKeys();
  const bootstrap = await authServer.ensureBootstrap(options.bootstrap);
  const portal = createPortal({
    database: stores.databases['portal']!,
    urls: { ...urls, internalBaseUrl: urls.baseUrl, internalAuthUrl: urls.authUrl },
    secrets: options.cookieKeys,
    limiter: createLimiter(),
    bundle: await loadBrowserBundle(),
    adminUrls: options.adminUrls,
    log,
  });

  // Clients read `connections` on each call, because it exists only after all services have been created.
  const connect =
    (service: string): ServiceClient =>
    (...call) =>
      connections.connect(service)(...call);
  const { services, rebuildIndexes } = createServices({
    dataDir: options.dataDir.path,
    stores,
    connect,
    searchIndexes,
    storageQuotas: options.storageQuotas,
    auditLog,
    webhooks: options.webhooks,
    log,
    metrics,
  });
  const hosted: HostedService[] = [
    ...services,
    { name: 'auth', routes: authServer.routes },
    // The dead letters of all consumers. In the distributed platform, they are in Kafka.
    {
      name: 'events',
      routes: [
        ...tenantDataRoutes({ database: stores.databases['events']! }),
        ...userDataRoutes(eventErasure(stores.databases['events']!)),
      ],
    },
  ];
  const connections: ServiceConnections = await options.connectServices(hosted, {
    internalSecret: options.internalSecret,
    responseCheck,
    log,
  });

  const stopping = new AbortController();
  const readiness = createReadiness();
  const gateway = await assembleGateway({
    urls,
    targets: connections.targets,
    connect: connections.connect,
    otherTenantDataServices: ['events'],
    internalSecrets: [options.internalSecret],
    eventLogDays: null,
    limiter,
    corsOrigins: options.corsOrigins,
    trustedProxies: options.trustedProxies,
    health: readiness,
    metrics,
    log,
    responseCheck,
  });

  for (const consumer of services.flatMap(({ consumers }) => consumers)) {
    stores.transport.subscribe(consumer);
    // `increase` of Prometheus ignores the first value of a series, so the series must exist before the first dead letter.
    metrics.deadLetters.inc({ group: consumer.group }, 0);
  }
  await stores.transport.start();
  const events = stores.databases['events']!;
  await searchIndexes.started;
  readiness.begin({ database: () => events.inSystemTransaction((tx) => tx.query('SELECT 1')) });
  const jobs = startJobs(
    [...services.flatMap((service) => service.jobs), ...authServer.jobs, ...portal.jobs, ...gateway.jobs],
    log,
  );
  return {
    gateway: gateway.app,
    authServer,
    portal,
    bootstrap,
    stores,
    services,
    readiness,
    rebuildIndexes: () => rebuildIndexes(stopping.signal),
    replayDeadLetters: async () => {
      const replayed: Record<string, number> = {};
      for (const { group } of services.flatMap(({ consumers }) => consumers)) {
        replayed[group] = await stores.transport.replayDeadLetters(group);
      }
      return replayed;
    },
    close: async () => {
      stopping.abort();
      await jobs.stop();
      await stores.transport.close();
      await connections.close();
      await Promise.all(services.map((service) => service.close()));
      await authServer.close();
      await portal.close();
      await limiter?.close();
      await stores.close();
    },
  };
}
