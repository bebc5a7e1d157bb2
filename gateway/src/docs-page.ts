import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import express from 'express';
import type { RequestHandler, Router } from 'express';

/**
 * Content security policy of the viewer of the OpenAPI document. Its scripts are files of this server. It needs inline
 * styles, `data:` images for its icons, and a worker for its search, which it creates from a blob. It sends requests only
 * to this server.
 */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const VIEWER_FILE = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js');
const VIEWER_SECONDS = 86_400;
/** Logo that the viewer loads from another server, which the policy blocks. */
const EXTERNAL_LOGO = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
const EMPTY_IMAGE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`;

let viewer: Buffer | undefined;

/** Returns the viewer as one file, without references to files of other servers. It is read at the first request. */
function readViewer(): Buffer {
  viewer ??= Buffer.from(readFileSync(VIEWER_FILE, 'utf8').replace(EXTERNAL_LOGO, EMPTY_IMAGE));
  return viewer;
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Loci API</title>
    <style>
      body { margin: 0; }
      /* The buttons of the viewer are smaller than WCAG 2.2 requires. */
      button { min-width: 24px; min-height: 24px; }
      /* The lines of a sample are as high as the buttons in them. */
      .redoc-json li, .redoc-json .collapser { line-height: 24px; padding-block: 2px; }
    </style>
  </head>
  <body>
    <main id="viewer"><noscript>This page needs JavaScript. <a href="/openapi.json">Open the OpenAPI document</a>.</noscript></main>
    <script src="/docs/redoc.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const OPTIONS = {
  theme: {
    typography: {
      fontFamily: 'system-ui, sans-serif',
      headings: { fontFamily: 'system-ui, sans-serif' },
      code: { fontFamily: 'ui-monospace, monospace' },
    },
  },
};

const START_SCRIPT = `Redoc.init('/openapi.json', ${JSON.stringify(OPTIONS)}, document.getElementById('viewer'));\n`;

/** Serves the OpenAPI document at `/openapi.json` and a viewer with local assets at `/docs`. */
export function docsPage(openapi: object): Router {
  const setPageHeaders: RequestHandler = (_request, response, next) => {
    response.setHeader('content-security-policy', CONTENT_POLICY);
    response.setHeader('x-frame-options', 'DENY');
    response.setHeader('referrer-policy', 'same-origin');
    next();
  };
  const router = express.Router();
  router.get('/openapi.json', (_request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.json(openapi);
  });
  router.use('/docs', setPageHeaders);
  router.get('/docs', (_request, response) => void response.type('html').send(PAGE));
  router.get('/docs/start.js', (_request, response) => void response.type('js').send(START_SCRIPT));
  router.get('/docs/redoc.js', (_request, response) => {
    response.setHeader('cache-control', `public, max-age=${VIEWER_SECONDS}`);
    response.type('js').send(readViewer());
  });
  return router;
}
