import type { Caller } from '@loci/core';
import { notFoundHandler, createExpressApp, serviceRouter, setContext } from '@loci/http';
import type { Route } from '@loci/http';

/**
 * An application that serves these routes as this caller, for supertest. An answer of another shape than declared
 * fails, as does an unexpected error: its cause is in the test's output.
 *
 * @param caller null for a request without a token
 */
export function serveRoutes(routes: readonly Route[], caller: Caller | null) {
  const app = createExpressApp();
  app.use((request, response, next) => {
    const requestId = caller?.requestId ?? 'test-request';
    response.setHeader('x-request-id', requestId);
    setContext(request, { requestId, caller, internal: false });
    next();
  });
  const log = {
    warn: () => undefined,
    error: (fields: object) => console.error((fields as { err?: unknown }).err),
  };
  app.use(serviceRouter(routes, { log, responseCheck: 'throw' }));
  app.use(notFoundHandler);
  return app;
}
