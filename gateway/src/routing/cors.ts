import type { RequestHandler } from 'express';

const METHODS = 'GET, POST, PUT, PATCH, DELETE, OPTIONS';
/** Request headers that pages may send. MCP clients request the metadata documents with `mcp-protocol-version`. */
const REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'accept',
  'dpop',
  'x-request-id',
  'range',
  'if-range',
  'if-match',
  'if-none-match',
  'prefer',
  'idempotency-key',
  'x-loci-min-position',
  'mcp-protocol-version',
  'tus-resumable',
  'upload-length',
  'upload-metadata',
  'upload-offset',
].join(', ');
/** Response headers that pages may read, in addition to those that every page may read. */
const EXPOSED = [
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'retry-after',
  'www-authenticate',
  'allow',
  'content-disposition',
  'accept-ranges',
  'content-range',
  'etag',
  'idempotency-replayed',
  'x-loci-position',
  'x-loci-searchable',
  'location',
  'tus-resumable',
  'tus-version',
  'upload-expires',
  'upload-length',
  'upload-offset',
].join(', ');

/**
 * Allows browsers to call the API without cookies. A page must send the access token in the Authorization
 * header, so allowing every origin is safe.
 *
 * @param origins allowed origins, or null for every origin
 * @see docs/reference/http.md#cors
 */
export function cors(origins: readonly string[] | null): RequestHandler {
  return (request, response, next) => {
    const origin = request.headers.origin;
    if (origin !== undefined) {
      if (origins === null) {
        response.setHeader('access-control-allow-origin', '*');
      } else {
        response.setHeader('vary', 'Origin');
        if (origins.includes(origin)) response.setHeader('access-control-allow-origin', origin);
      }
      response.setHeader('access-control-expose-headers', EXPOSED);
    }
    if (request.method !== 'OPTIONS') {
      next();
      return;
    }
    response.setHeader('access-control-allow-methods', METHODS);
    response.setHeader('access-control-allow-headers', REQUEST_HEADERS);
    response.setHeader('access-control-max-age', '7200');
    response.status(204).end();
  };
}
