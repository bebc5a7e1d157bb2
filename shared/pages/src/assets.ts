import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';

interface Asset {
  /** Carries a hash of the body, so that it may be kept for ever. */
  path: string;
  type: string;
  body: Buffer;
}

function asset(file: string, type: string): Asset {
  const body = readFileSync(new URL(file, import.meta.url));
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 12);
  const [name, extension] = file.replace('./', '').split('.');
  return { path: `/assets/${name}-${hash}.${extension}`, type, body };
}

export const STYLESHEET = asset('./loci.css', 'text/css; charset=utf-8');
export const FAVICON = asset('./loci.svg', 'image/svg+xml');

/** Answers for the stylesheet and the icon. @returns false for any other path */
export function sendAsset(request: IncomingMessage, response: ServerResponse): boolean {
  const path = (request.url ?? '').split('?')[0];
  const found = [STYLESHEET, FAVICON].find((one) => one.path === path);
  if (found === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
  response.statusCode = 200;
  response.setHeader('content-type', found.type);
  response.setHeader('content-length', found.body.length);
  response.setHeader('cache-control', 'public, max-age=31536000, immutable');
  response.setHeader('x-content-type-options', 'nosniff');
  response.end(request.method === 'HEAD' ? undefined : found.body);
  return true;
}
