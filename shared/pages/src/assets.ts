import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';

interface Asset {
  /** URL path with a hash of the body, so that browsers can cache the response permanently. */
  path: string;
  type: string;
  body: Buffer;
}

function loadAsset(file: string, type: string): Asset {
  const body = readFileSync(new URL(file, import.meta.url));
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 12);
  const [name, extension] = file.replace('./', '').split('.');
  return { path: `/assets/${name}-${hash}.${extension}`, type, body };
}

export const STYLESHEET = loadAsset('./loci.css', 'text/css; charset=utf-8');
export const FAVICON = loadAsset('./loci.svg', 'image/svg+xml');

/**
 * Serves the stylesheet and the icon.
 *
 * @returns false if the request is for another path or method; the response is then unchanged
 */
export function sendAsset(request: IncomingMessage, response: ServerResponse): boolean {
  const path = (request.url ?? '').split('?')[0];
  const found = [STYLESHEET, FAVICON].find((asset) => asset.path === path);
  if (found === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
  response.statusCode = 200;
  response.setHeader('content-type', found.type);
  response.setHeader('content-length', found.body.length);
  response.setHeader('cache-control', 'public, max-age=31536000, immutable');
  response.setHeader('x-content-type-options', 'nosniff');
  response.end(request.method === 'HEAD' ? undefined : found.body);
  return true;
}
