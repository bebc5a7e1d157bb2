import { notFoundHandler, createExpressApp, serviceRouter, requireSignedIdentity } from '@loci/http';
import type { ResponseCheck, Route } from '@loci/http';
import type { Logger, Secret } from '@loci/runtime';
import type { Express } from 'express';

/** Answers what the gateway and other services ask; nobody else can sign an identity. */
export function createServiceApp(
  routes: readonly Route[],
  { secret, log }: { secret: Secret; log: Logger },
): Express {
  const app = createExpressApp();
  app.use(requireSignedIdentity(secret.reveal()));
  app.use(serviceRouter(routes, { log, responseCheck: logResponseMismatch(log) }));
  app.use(notFoundHandler);
  return app;
}

/** In production an answer of another shape is reported and given all the same. */
export const logResponseMismatch =
  (log: Logger): ResponseCheck =>
  (route, problem) =>
    log.error({ route: route.path }, problem);
