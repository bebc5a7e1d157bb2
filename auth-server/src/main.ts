import {
  createExpressApp,
  createInMemoryRateLimiter,
  errorHandler,
  notFoundHandler,
  requireSignedIdentity,
} from '@loci/http';
import { loadConfig, revealAll, secretsOf } from '@loci/runtime';
import { runProcess } from '@loci/service-hosting';
import { logResponseMismatch, startWithDatabase } from '@loci/service-hosting';
import { AUTH_SCHEMA, createAuthServer } from './app.ts';
import { environmentSchema } from './config.ts';
import { DEFAULT_LIFETIMES } from './tokens/token-settings.ts';

await runProcess(process, (stopping) => {
  const config = loadConfig(environmentSchema, process.env);
  return startWithDatabase(
    { name: 'auth', migrationsDir: AUTH_SCHEMA.migrationsDir, config },
    stopping,
    async ({ database, log, metrics }) => {
      const authServer = createAuthServer({
        database,
        log,
        responseCheck: logResponseMismatch(log),
        settings: {
          ...DEFAULT_LIFETIMES,
          issuer: config.AUTH_URL,
          audience: config.PUBLIC_URL,
          keyAccessTokenSeconds: config.API_KEY_TOKEN_TTL_SECONDS,
          oauthAccessTokenSeconds: config.ACCESS_TOKEN_TTL_SECONDS,
        },
        adminToken: config.ADMIN_TOKEN,
        publicAdminApi: config.PUBLIC_ADMIN_API,
        limiter:
          config.RATE_LIMIT_PER_MINUTE === 0 ? null : createInMemoryRateLimiter(config.RATE_LIMIT_PER_MINUTE),
        apiKeyPeppers: secretsOf(config.API_KEY_PEPPER, config.API_KEY_PEPPER_SECONDARY),
        signingKeySecrets: secretsOf(config.SIGNING_KEY_SECRET, config.SIGNING_KEY_SECRET_SECONDARY),
        portalUrl: config.PORTAL_URL,
        internalUrl: config.AUTH_INTERNAL_URL,
        cookieKeys: secretsOf(config.COOKIE_KEYS, config.COOKIE_KEYS_SECONDARY),
        auditLog: { retentionDays: config.AUDIT_RETENTION_DAYS, metrics },
        metrics,
      });
      await authServer.ensureSigningKeys();
      if (config.BOOTSTRAP_API_KEY) await authServer.ensureBootstrap({ apiKey: config.BOOTSTRAP_API_KEY });
      const internalSecrets = secretsOf(config.INTERNAL_SECRET, config.INTERNAL_SECRET_SECONDARY);
      const app = createExpressApp({ trustedProxies: config.TRUSTED_PROXIES });
      app.use(requireSignedIdentity(revealAll(internalSecrets)));
      app.use(authServer.router);
      app.use(notFoundHandler);
      app.use(errorHandler(log));
      return { app, jobs: authServer.jobs, adminApi: authServer.adminRouter, close: authServer.close };
    },
  );
});
