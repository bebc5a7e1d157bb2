import { createExpressApp, createInMemoryRateLimiter } from '@loci/http';
import { loadConfig, secretsOf } from '@loci/runtime';
import { observeRequests, runProcess, startWithDatabase, traceRequests } from '@loci/service-hosting';
import { createPortal } from './app.ts';
import { loadBrowserBundle } from './browser-bundle/load-bundle.ts';
import { environmentSchema } from './config.ts';
import { PORTAL_MIGRATIONS } from './migrations.ts';

await runProcess(process, (stopping) => {
  const config = loadConfig(environmentSchema, process.env);
  return startWithDatabase(
    { name: 'portal', migrationsDir: PORTAL_MIGRATIONS, config },
    stopping,
    async ({ database, log, metrics }) => {
      const portal = createPortal({
        database,
        urls: {
          baseUrl: config.PUBLIC_URL,
          authUrl: config.AUTH_URL,
          portalUrl: config.PORTAL_URL,
          internalBaseUrl: config.GATEWAY_INTERNAL_URL ?? config.PUBLIC_URL,
          internalAuthUrl: config.AUTH_INTERNAL_URL ?? config.AUTH_URL,
        },
        secrets: secretsOf(config.COOKIE_KEYS, config.COOKIE_KEYS_SECONDARY),
        limiter:
          config.RATE_LIMIT_PER_MINUTE === 0 ? null : createInMemoryRateLimiter(config.RATE_LIMIT_PER_MINUTE),
        bundle: await loadBrowserBundle(),
        adminUrls: () => config.ADMIN_URLS ?? [],
        log,
      });
      const app = createExpressApp({ trustedProxies: config.TRUSTED_PROXIES });
      app.use(traceRequests);
      app.use(observeRequests(metrics));
      app.use(portal.router);
      return { app, jobs: portal.jobs, close: portal.close };
    },
  );
});
