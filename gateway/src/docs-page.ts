import express from 'express';
import type { RequestHandler, Router } from 'express';
import swaggerUi from 'swagger-ui-express';

/**
 * Returns the content security policy of the viewer of the OpenAPI document. Its scripts are files of this
 * server. It needs inline styles, and `data:` images for its icons. It sends requests only to this server and
 * to the public URL of the API.
 */
const contentPolicy = (baseUrl: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Serves the OpenAPI document at `/openapi.json` and a viewer with local assets at `/docs`. */
export function docsPage(openapi: object, baseUrl: string): Router {
  const policy = contentPolicy(baseUrl);
  const setPageHeaders: RequestHandler = (_request, response, next) => {
    response.setHeader('content-security-policy', policy);
    response.setHeader('x-frame-options', 'DENY');
    response.setHeader('referrer-policy', 'same-origin');
    next();
  };
  const router = express.Router();
  router.get('/openapi.json', (_request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.json(openapi);
  });
  router.use(
    '/docs',
    setPageHeaders,
    swaggerUi.serve,
    swaggerUi.setup(null as never, {
      swaggerOptions: { url: '/openapi.json', persistAuthorization: false },
      customSiteTitle: 'Loci API',
    }),
  );
  return router;
}
