import { newId } from '@loci/core';
import { errorHandler, serviceRouter } from '@loci/http';
import type { ResponseCheck, Route } from '@loci/http';
import type { Database, ServiceSchema } from '@loci/postgres';
import type { Job, Logger, Secret } from '@loci/runtime';
import express from 'express';
import type { Router } from 'express';
import { requireAdmin } from './admin/require-admin.ts';
import { apiKeyRoutes } from './api-keys/api-key.routes.ts';
import { ensureBootstrap } from './bootstrap/ensure-bootstrap.ts';
import type { Bootstrap } from './bootstrap/ensure-bootstrap.ts';
import { grantRoutes } from './grants/grant.routes.ts';
import { cleanExpiredGrants } from './jobs/clean-expired-grants.ts';
import { removeRetiredSigningKeys } from './jobs/remove-retired-signing-keys.ts';
import { createSigningKeyRing } from './signing-keys/signing-key-ring.ts';
import { publishedKeyRoutes, signingKeyRoutes } from './signing-keys/signing-key.routes.ts';
import { tenantRoutes } from './tenants/tenant.routes.ts';
import { longestAccessTokenSeconds } from './tokens/token-settings.ts';
import type { TokenSettings } from './tokens/token-settings.ts';
import { tokenRoutes } from './tokens/token.routes.ts';
import { userRoutes } from './users/user.routes.ts';

/** What the auth server keeps in PostgreSQL. */
export const AUTH_SCHEMA: Pick<ServiceSchema, 'service' | 'migrationsDir'> = {
  service: 'auth',
  migrationsDir: new URL('../migrations/', import.meta.url),
};

export interface AuthServerPorts {
  /** As the role `loci_auth`. */
  database: Database;
  log: Logger;
  responseCheck: ResponseCheck;
  settings: TokenSettings;
  /** ADMIN_TOKEN */
  adminToken: Secret;
  /** Goes into the hash of every API key: with another one, no key works. */
  apiKeyPepper: Secret;
  /** Encrypts the signing keys at rest. */
  signingKeySecret: Secret;
  now?(): Date;
}

export interface AuthServer {
  /** The part of the public API (`/api/v2/auth`) and what our own services ask (`/internal/auth`). */
  routes: readonly Route[];
  /** Everything, for the auth server's own port: also the JWKS and the admin API. */
  router: Router;
  jobs: readonly Job[];
  ensureBootstrap(options: { apiKey?: Secret | undefined }): Promise<Bootstrap>;
  /** The database stays open: it is its maker's to close. */
  close(): Promise<void>;
}

/** The auth server, ready to be mounted; it does not listen and reads no environment. */
export function createAuthServer(ports: AuthServerPorts): AuthServer {
  const { database, log, responseCheck, settings, apiKeyPepper: pepper } = ports;
  const now = ports.now ?? (() => new Date());
  const keyRing = createSigningKeyRing({
    database,
    secret: ports.signingKeySecret,
    longestTokenSeconds: longestAccessTokenSeconds(settings),
    now,
  });
  const deps = { database, keyRing, pepper, settings, newId: () => newId(), now };

  const routes = [...tokenRoutes(deps), ...publishedKeyRoutes(keyRing), ...grantRoutes(deps)];
  const adminRoutes = [
    ...tenantRoutes(deps),
    ...userRoutes(deps),
    ...apiKeyRoutes(deps),
    ...signingKeyRoutes(keyRing),
  ];
  const router = express.Router();
  router.use('/admin', requireAdmin(ports.adminToken));
  router.use(serviceRouter([...routes, ...adminRoutes], { log, responseCheck }));
  router.use(errorHandler(log));

  return {
    routes,
    router,
    jobs: [cleanExpiredGrants(deps), removeRetiredSigningKeys(keyRing)],
    ensureBootstrap: (options) => ensureBootstrap(deps, options),
    close: () => Promise.resolve(),
  };
}
