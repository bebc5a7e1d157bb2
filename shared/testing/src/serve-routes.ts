import type { Caller } from '@loci/core';
import { notFoundHandler, createExpressApp, serviceRouter, setContext } from '@loci/http';
import type { Route } from '@loci/http';

/**
 * Returns an Express application for supertest, which serves the routes with a fixed caller. A request whose
 * response does not match the declared schema fails with 500. Unexpected errors are printed to the test
 * output.
 *
 * @param caller null for requests without a token
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
