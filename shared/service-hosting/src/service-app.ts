import { notFoundHandler, createExpressApp, serviceRouter, requireSignedIdentity } from '@loci/http';
import type { ResponseCheck, Route } from '@loci/http';
import { revealAll } from '@loci/runtime';
import type { Logger, Metrics, Secrets } from '@loci/runtime';
import type { Express } from 'express';
import { observeRequests } from './observe-request.ts';

/**
 * Creates the application of a service. Only the gateway and other services can call it, because every
 * request needs an identity that is signed with one of `secrets`.
 *
 * @see docs/security-model.md#identity-flow
 */
export function createServiceApp(
  routes: readonly Route[],
  { secrets, log, metrics }: { secrets: Secrets; log: Logger; metrics: Metrics },
): Express {
  const app = createExpressApp();
  app.use(requireSignedIdentity(revealAll(secrets)));
  app.use(observeRequests(metrics));
  app.use(serviceRouter(routes, { log, responseCheck: logResponseMismatch(log) }));
  app.use(notFoundHandler);
  return app;
}

/**
 * Returns a response check that logs responses that do not match their schema. The responses are sent
 * unchanged.
 */
export const logResponseMismatch =
  (log: Logger): ResponseCheck =>
  (route, problem) =>
    log.error({ route: route.path, problem }, 'Response does not match its schema');
