import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { notFoundHandler, createExpressApp, errorHandler, requireSignedIdentity } from '@loci/http';
import type { ResponseCheck } from '@loci/http';
import { claimDataDir } from '@loci/postgres/embedded';
import { createLogger, createMetrics, loadOrCreateSecret } from '@loci/runtime';
import { listen, createAdminApp } from '@loci/service-hosting';
import type { StandaloneConfig } from './config.ts';
import { formatStartupBanner } from './startup-banner.ts';
import { createPlatform } from './platform.ts';
import type { PlatformOptions } from './platform.ts';

const DRAIN_MS = 5_000;
const LAG_TIMEOUT_MS = 1_000;

export interface StartOptions {
  /** Prints for the person who started it. */
  print(text: string): void;
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** Default `in-process`. */
  reach?: PlatformOptions['reach'];
  /** Default: logs it. */
  responseCheck?: ResponseCheck;
}

export interface RunningStandalone {
  /** Resolves when every service has handled all that was committed before the call. */
  drain(): Promise<void>;
  /** Lets open requests end, then closes everything. */
  stop(): Promise<void>;
}

/** Starts the whole platform in this process and says where it is. */
export async function startStandalone(
  config: StandaloneConfig,
  { print, startedAt, reach = 'in-process', responseCheck }: StartOptions,
): Promise<RunningStandalone> {
  const log = createLogger({ service: 'standalone', level: config.LOG_LEVEL });
  const metrics = createMetrics('standalone');
  const dataDir = claimDataDir(config.DATA_DIR);
  const secrets = join(dataDir.path, 'secrets');
  mkdirSync(secrets, { recursive: true, mode: 0o700 });
  const adminToken = loadOrCreateSecret(secrets, 'admin-token', config.ADMIN_TOKEN, 'loci_admin_');
  const urls = { baseUrl: config.PUBLIC_URL, authUrl: config.AUTH_URL, portalUrl: config.PORTAL_URL };

  const internalSecret = loadOrCreateSecret(secrets, 'internal-secret', config.INTERNAL_SECRET).value;

  const platform = await createPlatform({
    dataDir,
    urls,
    rateLimitPerMinute: config.RATE_LIMIT_PER_MINUTE,
    corsOrigins: config.CORS_ORIGINS,
    trustedProxies: config.TRUSTED_PROXIES,
    keyAccessTokenSeconds: config.API_KEY_TOKEN_TTL_SECONDS,
    oauthAccessTokenSeconds: config.ACCESS_TOKEN_TTL_SECONDS,
    adminToken: adminToken.value,
    apiKeyPepper: loadOrCreateSecret(secrets, 'api-key-pepper', config.API_KEY_PEPPER).value,
    signingKeySecret: loadOrCreateSecret(secrets, 'signing-key-secret', config.SIGNING_KEY_SECRET).value,
    cookieKey: loadOrCreateSecret(secrets, 'cookie-keys', config.COOKIE_KEYS).value,
    internalSecret,
    bootstrapApiKey: config.BOOTSTRAP_API_KEY,
    embedder: config.embedder,
    reach,
    responseCheck: responseCheck ?? ((route, problem) => log.error({ route: route.path }, problem)),
    log,
    metrics,
  });

  const authApp = createExpressApp({ trustedProxies: config.TRUSTED_PROXIES });
  authApp.use(requireSignedIdentity(internalSecret.reveal()));
  authApp.use(platform.authServer.router);
  authApp.use(notFoundHandler);
  authApp.use(errorHandler(log));
  const portalApp = createExpressApp();
  portalApp.use(platform.portal.router);
  const operations = createAdminApp(
    metrics,
    platform.readiness,
    async () => {
      // While the database is gone or hangs the other metrics are needed most.
      const lag = await Promise.race([
        platform.stores.transport.lag().catch(() => ({})),
        pause(LAG_TIMEOUT_MS, {}, { ref: false }),
      ]);
      for (const [group, waiting] of Object.entries(lag)) {
        metrics.consumerLag.set({ group }, waiting);
      }
      for (const [service, database] of Object.entries(platform.stores.databases)) {
        const { total, idle } = database.poolState();
        metrics.dbClientConnections.set(
          { db_client_connection_pool_name: service, db_client_connection_state: 'used' },
          total - idle,
        );
        metrics.dbClientConnections.set(
          { db_client_connection_pool_name: service, db_client_connection_state: 'idle' },
          idle,
        );
      }
    },
    {
      adminToken: adminToken.value,
      run: {
        'rebuild-indexes': async () => ({ items: await platform.rebuildIndexes() }),
        'replay-dead-letters': async () => ({ replayed: await platform.replayDeadLetters() }),
      },
    },
  );
  const { HOST: host } = config;
  const servers = [
    await listen(platform.gateway, { host, port: config.PORT, portVariable: 'PORT' }),
    await listen(authApp, { host, port: config.AUTH_PORT, portVariable: 'AUTH_PORT' }),
    await listen(portalApp, { host, port: config.PORTAL_PORT, portVariable: 'PORTAL_PORT' }),
    await listen(operations, { host: '127.0.0.1', port: config.ADMIN_PORT, portVariable: 'ADMIN_PORT' }),
  ];
  print(
    formatStartupBanner({
      ...urls,
      metricsUrl: `http://127.0.0.1:${servers[3]!.port}/metrics`,
      dataDir: dataDir.path,
      startedInMs: Date.now() - startedAt,
      newApiKey: platform.bootstrap.newApiKey,
      firstSignInLink: await platform.authServer.firstSignInLink(),
      newAdminToken: adminToken.isNew ? adminToken.value.reveal() : null,
    }),
  );
  return {
    drain: () => platform.stores.transport.drain(),
    stop: async () => {
      platform.readiness.drain();
      await Promise.all(servers.map((server) => server.close(DRAIN_MS)));
      await platform.close();
      dataDir.release();
    },
  };
}
