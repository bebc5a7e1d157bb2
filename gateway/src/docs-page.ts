import express from 'express';
import type { Router } from 'express';
import swaggerUi from 'swagger-ui-express';

/** Serves the OpenAPI document at `/openapi.json` and a viewer with local assets at `/docs`. */
export function docsPage(openapi: object): Router {
  const router = express.Router();
  router.get('/openapi.json', (_request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.json(openapi);
  });
  router.use(
    '/docs',
    swaggerUi.serve,
    swaggerUi.setup(null as never, {
      swaggerOptions: { url: '/openapi.json', persistAuthorization: false },
      customSiteTitle: 'Loci API',
    }),
  );
  return router;
}
