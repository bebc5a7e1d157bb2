import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { notFoundHandler, createExpressApp, errorHandler, requireSignedIdentity } from '@loci/http';
import type { ResponseCheck } from '@loci/http';
import { resolveHost } from '@loci/outbound';
import { claimDataDir } from '@loci/postgres/embedded';
import { createLogger, createMetrics, loadOrCreateSecret, secretsOf } from '@loci/runtime';
import type { Metrics } from '@loci/runtime';
import { startTelemetry } from '@loci/telemetry';
import { SearchEngine } from '@loci/search-service/engine';
import {
  createAdminApp,
  formatStartupBanner,
  listen,
  logResponseMismatch,
  observeRequests,
  requireAvailablePorts,
  traceRequests,
  updateLagMetrics,
  updatePoolMetrics,
} from '@loci/service-hosting';
import type { StandaloneConfig } from './config.ts';
import { connectInProcess } from './connect-in-process.ts';
import type { ConnectServices } from './connect-in-process.ts';
import type { Stores } from './open-stores.ts';
import { createPlatform } from './platform.ts';
import { createUnprintedMarker } from './unprinted-marker.ts';

/** Maximum time that a shutdown waits for open requests. */
const DRAIN_TIMEOUT_MS = 5_000;

export interface StartOptions {
  /** Prints text to standard output. */
  print(text: string): void;
  /** Start time of the process in milliseconds since the epoch. */
  startedAt: number;
  /** Threads of the search indexes, which may be starting. */
  searchEngine?: SearchEngine;
  /** Connects the services with each other. Defaults to function calls within this process. */
  connectServices?: ConnectServices;
  /** Handles responses that do not match their schema. By default, they are logged and sent unchanged. */
  responseCheck?: ResponseCheck;
}

export interface RunningStandalone {
  /** Resolves when all consumers have handled the events that were committed before the call. */
  drain(): Promise<void>;
  /** Waits for open requests, then closes servers, services and stores. */
  stop(): Promise<void>;
}

/**
 * Starts the whole platform in this process and prints the startup banner.
 *
 * @throws ConfigError if a port is taken or BOOTSTRAP_API_KEY is invalid
 * @throws StartupError if the data folder is in use or not usable
 */
export async function startStandalone(
  config: StandaloneConfig,
  {
    print,
    startedAt,
    searchEngine = new SearchEngine(),
    connectServices = connectInProcess,
    responseCheck,
  }: StartOptions,
): Promise<RunningStandalone> {
  const log = createLogger({ service: 'standalone', level: config.LOG_LEVEL });
  const metrics = createMetrics('standalone');
  let updateGauges = (): Promise<void> => Promise.resolve();
  const telemetry = await startTelemetry(config, {
    serviceName: 'loci-standalone',
    log,
    collect: () => updateGauges().then(metrics.collect),
  });
  const dataDir = claimDataDir(config.DATA_DIR);
  const addresses = listenAddresses(config);
  // Without this check, a start that fails because a port is taken could store credentials that it never
  // prints.
  await requireAvailablePorts(Object.values(addresses)).catch((error: unknown) => {
    dataDir.release();
    throw error;
  });
  const secretsDir = join(dataDir.path, 'secrets');
  mkdirSync(secretsDir, { recursive: true, mode: 0o700 });
  const adminToken = loadOrCreateSecret(secretsDir, 'admin-token', config.ADMIN_TOKEN, 'loci_admin_');
  const unprinted = createUnprintedMarker(secretsDir);
  const wasInterrupted = unprinted.isSet();
  if (adminToken.isNew) unprinted.set();
  const isTokenUnprinted = config.ADMIN_TOKEN === undefined && unprinted.isSet();
  const internalSecret = loadOrCreateSecret(secretsDir, 'internal-secret', config.INTERNAL_SECRET).value;
  const urls = { baseUrl: config.PUBLIC_URL, authUrl: config.AUTH_URL, portalUrl: config.PORTAL_URL };

  // Where the admin API is public, the portal also serves the operator view.
  const hasOperatorView = config.PUBLIC_ADMIN_API ?? isLoopback(config.PORTAL_URL);
  const adminUrls: string[] = [];
  const platform = await createPlatform({
    dataDir,
    searchEngine,
    urls,
    rateLimitPerMinute: config.RATE_LIMIT_PER_MINUTE,
    storageQuotas: {
      memory: config.MEMORY_QUOTA_BYTES,
      document: config.DOCUMENT_QUOTA_BYTES,
      artifact: config.ARTIFACT_QUOTA_BYTES,
    },
    auditRetentionDays: config.AUDIT_RETENTION_DAYS,
    webhooks: {
      encryptionKeys: secretsOf(
        loadOrCreateSecret(secretsDir, 'webhook-encryption-key', config.WEBHOOK_ENCRYPTION_KEY).value,
        config.WEBHOOK_ENCRYPTION_KEY_SECONDARY,
      ),
      addressPolicy: { resolveHost, allowedRanges: config.WEBHOOK_ALLOWED_RANGES },
      timeoutMs: config.WEBHOOK_TIMEOUT_SECONDS * 1_000,
    },
    corsOrigins: config.CORS_ORIGINS,
    trustedProxies: config.TRUSTED_PROXIES,
    apiKeyTokenTtl: config.API_KEY_TOKEN_TTL_SECONDS,
    accessTokenTtl: config.ACCESS_TOKEN_TTL_SECONDS,
    adminToken: adminToken.value,
    publicAdminApi: config.PUBLIC_ADMIN_API,
    adminUrls: () => (hasOperatorView ? adminUrls : []),
    apiKeyPeppers: secretsOf(
      loadOrCreateSecret(secretsDir, 'api-key-pepper', config.API_KEY_PEPPER).value,
      config.API_KEY_PEPPER_SECONDARY,
    ),
    signingKeySecrets: secretsOf(
      loadOrCreateSecret(secretsDir, 'signing-key-secret', config.SIGNING_KEY_SECRET).value,
      config.SIGNING_KEY_SECRET_SECONDARY,
    ),
    cookieKeys: secretsOf(
      loadOrCreateSecret(secretsDir, 'cookie-keys', config.COOKIE_KEYS).value,
      config.COOKIE_KEYS_SECONDARY,
    ),
    internalSecret,
    bootstrap: {
      apiKey: config.BOOTSTRAP_API_KEY,
      replaceGenerated: wasInterrupted,
      onGenerate: () => unprinted.set(),
    },
    embedding: config.embedding,
    connectServices,
    responseCheck: responseCheck ?? logResponseMismatch(log),
    log,
    metrics,
  });

  const authApp = createExpressApp({ trustedProxies: config.TRUSTED_PROXIES });
  authApp.use(requireSignedIdentity([internalSecret.reveal()]));
  authApp.use(platform.authServer.router);
  authApp.use(notFoundHandler);
  authApp.use(errorHandler(log));
  const portalApp = createExpressApp({ trustedProxies: config.TRUSTED_PROXIES });
  portalApp.use(traceRequests);
  portalApp.use(observeRequests(metrics));
  portalApp.use(platform.portal.router);
  updateGauges = () => reportStores(metrics, platform.stores);
  const adminApp = createAdminApp({
    metrics,
    health: platform.readiness,
    beforeScrape: updateGauges,
    commands: {
      adminToken: adminToken.value,
      run: {
        'rebuild-indexes': async () => ({ items: await platform.rebuildIndexes() }),
        'replay-dead-letters': async () => ({ replayed: await platform.replayDeadLetters() }),
      },
    },
    adminApi: platform.authServer.adminRouter,
    log,
  });
  const servers = [
    await listen(platform.gateway, addresses.gateway),
    await listen(authApp, addresses.auth),
    await listen(portalApp, addresses.portal),
    await listen(adminApp, addresses.admin),
  ];
  adminUrls.push(`http://127.0.0.1:${servers[3]!.port}`);
  print(
    formatStartupBanner({
      ...urls,
      metricsUrls: { standalone: `http://127.0.0.1:${servers[3]!.port}/metrics` },
      dataDir: dataDir.path,
      secretsDir,
      isAdminTokenConfigured: config.ADMIN_TOKEN !== undefined,
      startedInMs: Date.now() - startedAt,
      newApiKey: platform.bootstrap.newApiKey,
      firstSignInLink: await platform.authServer.firstSignInLink(),
      newAdminToken: isTokenUnprinted ? adminToken.value.reveal() : null,
    }),
  );
  unprinted.clear();
  return {
    drain: () => platform.stores.transport.drain(),
    stop: async () => {
      platform.readiness.drain();
      await Promise.all(servers.map((server) => server.close(DRAIN_TIMEOUT_MS)));
      await platform.close();
      dataDir.release();
      await telemetry.stop();
    },
  };
}

const isLoopback = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

function listenAddresses({ HOST: host, ...config }: StandaloneConfig) {
  return {
    gateway: { host, port: config.PORT, portVariable: 'PORT' },
    auth: { host, port: config.AUTH_PORT, portVariable: 'AUTH_PORT' },
    portal: { host, port: config.PORTAL_PORT, portVariable: 'PORTAL_PORT' },
    admin: { host: '127.0.0.1', port: config.ADMIN_PORT, portVariable: 'ADMIN_PORT' },
  };
}

/** Updates the gauges of consumer lag and connection pools. */
async function reportStores(metrics: Metrics, { transport, databases }: Stores): Promise<void> {
  await updateLagMetrics(metrics, { relay: null, transport });
  for (const [service, database] of Object.entries(databases)) updatePoolMetrics(metrics, service, database);
}
