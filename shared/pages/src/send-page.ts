import type { ServerResponse } from 'node:http';
import type { Html } from './html.ts';
import { renderPage } from './layout.ts';
import type { Page } from './layout.ts';

export interface PagePolicy {
  /**
   * Allowed targets of forms, including their redirects. Omit this field if a form ends in a redirect to an
   * application, because Chromium applies `form-action` to the whole redirect chain and silently blocks
   * `cursor://` or a loopback port.
   */
  formAction?: readonly string[];
  /** True for pages with scripts. Allows scripts, workers and requests of the same origin. */
  scripts?: boolean;
}

/**
 * Returns a content security policy that allows only stylesheets and images of the same origin, and forbids
 * framing. Never allows inline scripts and styles.
 */
function contentPolicy({ formAction, scripts = false }: PagePolicy): string {
  const rules = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  if (scripts) rules.push("script-src 'self'", "connect-src 'self'", "worker-src 'self'");
  if (formAction !== undefined) rules.push(`form-action ${formAction.join(' ')}`);
  return rules.join('; ');
}

/** Sends a page with the security headers of {@link pageHeaders}. */
export function sendPage(
  response: ServerResponse,
  status: number,
  page: Page,
  policy: PagePolicy = {},
): void {
  const body = Buffer.from(renderPage(page), 'utf8');
  response.statusCode = status;
  for (const [name, value] of Object.entries(pageHeaders(policy))) response.setHeader(name, value);
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader('content-length', body.length);
  response.end(body);
}

/** Sends a part of a page, which a script inserts, with the security headers of {@link pageHeaders}. */
export function sendHtml(response: ServerResponse, status: number, part: Html): void {
  const body = Buffer.from(part.text, 'utf8');
  response.statusCode = status;
  for (const [name, value] of Object.entries(pageHeaders())) response.setHeader(name, value);
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader('content-length', body.length);
  response.end(body);
}

/** Returns headers that forbid caching, framing and inline scripts, and that send no referrer to other origins. */
export function pageHeaders(policy: PagePolicy = {}): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(policy),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  };
}

/** Sends a redirect without a body. The default, 303, makes the browser follow a POST with a GET. */
export function sendRedirect(
  response: ServerResponse,
  location: string,
  status: 302 | 303 | 307 = 303,
): void {
  response.statusCode = status;
  response.setHeader('location', location);
  response.setHeader('cache-control', 'no-store');
  response.setHeader('content-length', 0);
  response.end();
}
