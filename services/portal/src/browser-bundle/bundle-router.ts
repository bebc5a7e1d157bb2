import express from 'express';
import type { Router } from 'express';
import type { BrowserBundle } from './load-bundle.ts';

const PREFIX = '/assets/js/';

/** Serves the files of the bundle. Their names contain a hash of the content, so browsers cache them permanently. */
export function bundleRouter(bundle: BrowserBundle): Router {
  const router = express.Router();
  router.get(`${PREFIX}:name`, (request, response, next) => {
    const content = bundle.files.get(request.params['name'] ?? '');
    if (content === undefined) {
      next();
      return;
    }
    response.setHeader('content-type', 'text/javascript; charset=utf-8');
    response.setHeader('cache-control', 'public, max-age=31536000, immutable');
    response.setHeader('x-content-type-options', 'nosniff');
    response.end(content);
  });
  return router;
}

/**
 * Returns the URL path of the file of an entry point, and the paths of the files that it imports.
 *
 * @throws Error for an unknown entry point
 */
export function scriptOf(bundle: BrowserBundle, entry: string): { path: string; imports: string[] } {
  const [own, ...imports] = bundle.entries[entry] ?? [];
  if (own === undefined) throw new Error(`The bundle has no entry point ${entry}.`);
  return { path: PREFIX + own, imports: imports.map((each) => PREFIX + each) };
}
