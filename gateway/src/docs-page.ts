import express from 'express';
import type { Router } from 'express';
import swaggerUi from 'swagger-ui-express';

/** `/openapi.json`, and `/docs` that shows it from our own assets. */
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
