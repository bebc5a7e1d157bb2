import { loadConfig, secretsOf } from '@loci/runtime';
import {
  logResponseMismatch,
  retryUntilAvailable,
  runProcess,
  startWithDatabase,
} from '@loci/service-hosting';
import { connectToServices } from './adapters.ts';
import { assembleGateway } from './assemble-gateway.ts';
import { environmentSchema } from './config.ts';
import { GATEWAY_MIGRATIONS } from './migrations.ts';
import { createPostgresOwnPositions } from './own-writes/postgres-own-positions.ts';
import { createPostgresRateLimiter } from './rate-limit/postgres-rate-limiter.ts';

/**
 * Days after which Kafka has deleted an event. Kafka keeps events for 7 days and deletes a segment only when all its events
 * are older.
 */
const EVENT_LOG_DAYS = 8;

await runProcess(process, (stopping) => {
  const config = loadConfig(environmentSchema, process.env);
  return startWithDatabase(
    { name: 'gateway', migrationsDir: GATEWAY_MIGRATIONS, config },
    stopping,
    async ({ database, log, metrics, readiness }) => {
      const limiter =
        config.RATE_LIMIT_PER_MINUTE === 0
          ? null
          : createPostgresRateLimiter({
              database,
              limitPerMinute: config.RATE_LIMIT_PER_MINUTE,
              log,
              onFallback: () => metrics.rateLimiterFallback.inc(),
            });
      const ownPositions = createPostgresOwnPositions({ database, log });
      const assemble = () =>
        assembleGateway({
          ...connectToServices(config),
          urls: { baseUrl: config.PUBLIC_URL, authUrl: config.AUTH_URL, portalUrl: config.PORTAL_URL },
          internalUrl: config.GATEWAY_INTERNAL_URL,
          internalSecrets: secretsOf(config.INTERNAL_SECRET, config.INTERNAL_SECRET_SECONDARY),
          eventLogDays: EVENT_LOG_DAYS,
          limiter,
          ownPositions,
          trustedProxies: config.TRUSTED_PROXIES,
          corsOrigins: config.CORS_ORIGINS,
          health: readiness,
          metrics,
          log,
          responseCheck: logResponseMismatch(log),
        });
      const { app, jobs } = await retryUntilAvailable(assemble, {
        what: 'the authorization server',
        log,
        signal: stopping,
      });
      return {
        app,
        jobs: [...jobs, ownPositions.pruneJob, ...(limiter ? [limiter.pruneJob] : [])],
        // The gateway stays ready without PostgreSQL, because the rate limiter then counts locally.
        checks: {},
        close: () => limiter?.close() ?? Promise.resolve(),
      };
    },
  );
});
