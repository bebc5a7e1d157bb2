import { loadConfig } from '@loci/runtime';
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
import { createPostgresRateLimiter } from './rate-limit/postgres-rate-limiter.ts';

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
      const assemble = () =>
        assembleGateway({
          ...connectToServices(config),
          urls: { baseUrl: config.PUBLIC_URL, authUrl: config.AUTH_URL, portalUrl: config.PORTAL_URL },
          internalUrl: config.GATEWAY_INTERNAL_URL,
          limiter,
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
        jobs: limiter ? [...jobs, limiter.pruneJob] : jobs,
        // The gateway stays ready without PostgreSQL, because the rate limiter then counts locally.
        checks: {},
        close: () => limiter?.close() ?? Promise.resolve(),
      };
    },
  );
});
