import { isIP } from 'node:net';
import { isAppError } from '@loci/core';
import { STATUS_BY_CODE } from '@loci/http';
import { OPEN_METRICS_CONTENT_TYPE } from '@loci/runtime';
import type { Logger, Metrics, Secret } from '@loci/runtime';
import express from 'express';
import type { Express, RequestHandler, Response } from 'express';
import { createAdminTokenCheck } from './admin-token.ts';
import { prefersOpenMetrics } from './prefers-open-metrics.ts';

export interface Health {
  /** Returns the names of the missing dependencies. An empty list means that the process is ready. */
  notReady(): Promise<string[]>;
}

/** Commands for operators, as `POST /commands/<name>` with the admin token as bearer token. */
export interface Commands {
  /** Token that commands require. If undefined, commands are disabled. */
  adminToken: Secret | undefined;
  /** Commands by name. A command returns the JSON of its response. */
  run: Record<string, () => Promise<object>>;
}

export interface AdminAppOptions {
  metrics: Metrics;
  health: Health;
  /** Updates gauges before each response of `/metrics`. */
  beforeScrape(): Promise<void>;
  commands: Commands;
  /** Serves the paths under `/admin`. It must check the admin token itself. */
  adminApi?: RequestHandler | undefined;
  log: Pick<Logger, 'warn'>;
}

/**
 * Creates the application on ADMIN_PORT: `/metrics`, `/health/live`, `/health/ready`, `/commands/<name>` and, in the
 * authorization server, the admin API. Rejects requests with 421 if the `Host` header has a host name with a dot.
 */
export function createAdminApp({
  metrics,
  health,
  beforeScrape,
  commands,
  adminApi,
  log,
}: AdminAppOptions): Express {
  const checkToken = commands.adminToken && createAdminTokenCheck(commands.adminToken, log);
  const app = express();
  app.disable('x-powered-by');
  app.use(checkAdminHost);
  app.get('/metrics', async (request, response) => {
    await beforeScrape();
    response.vary('accept');
    if (prefersOpenMetrics(request.headers.accept)) {
      response.type(OPEN_METRICS_CONTENT_TYPE).send(await metrics.formatOpenMetrics());
    } else response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  app.get('/health/live', (_request, response) => void response.json({ status: 'live' }));
  app.get(['/health', '/health/ready'], async (_request, response) => {
    const missing = await health.notReady();
    response
      .status(missing.length === 0 ? 200 : 503)
      .json(missing.length === 0 ? { status: 'ready' } : { status: 'not ready', waiting_for: missing });
  });
  app.post('/commands/:name', async (request, response) => {
    if (!checkToken) {
      response.status(404).json({ error: 'Commands are disabled. Set ADMIN_TOKEN to enable them.' });
      return;
    }
    // The token is required even on loopback, because a web page in a browser on this machine can send
    // requests to this port.
    const result = checkToken(request);
    if (result.kind === 'throttled') {
      response
        .status(429)
        .set('retry-after', String(result.retryAfterSeconds))
        .json({ error: `Too many wrong admin tokens. Retry in ${result.retryAfterSeconds} s.` });
      return;
    }
    if (result.kind === 'rejected') {
      response.status(401).json({
        error: 'The admin token is missing or wrong. Send the header Authorization: Bearer <ADMIN_TOKEN>.',
      });
      return;
    }
    const { name } = request.params;
    const run = Object.hasOwn(commands.run, name) ? commands.run[name] : undefined;
    if (run) await respond(response, run);
    else
      response
        .status(404)
        .json({ error: 'The command does not exist.', commands: Object.keys(commands.run) });
  });
  if (adminApi) app.use(adminApi);
  return app;
}

/** HTTP status code "Misdirected Request". @see RFC 9110 section 15.5.20 */
const MISDIRECTED = 421;

/**
 * Accepts IP addresses and names without a dot, such as `localhost` or the name of a container, in the `Host` header. An
 * attacker cannot point such a name to this server, so web pages of other sites cannot read its responses.
 *
 * @see docs/security-model.md#threat-14-dns-rebinding-and-host-header-injection
 */
const checkAdminHost: RequestHandler = (request, response, next) => {
  const name = URL.parse(`http://${request.headers.host ?? ''}`)?.hostname ?? '';
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0 || /^[a-z0-9_-]+$/i.test(name)) next();
  else {
    response.status(MISDIRECTED).json({
      error: 'The Host header must be an IP address or a host name without a dot.',
    });
  }
};

/** Runs a command and sends its result. If the command throws an `AppError`, sends its status and message. */
async function respond(response: Response, run: () => Promise<object>): Promise<void> {
  try {
    response.json(await run());
  } catch (error) {
    if (!isAppError(error)) throw error;
    response
      .status(error.status ?? STATUS_BY_CODE[error.code])
      .json({ error: error.message, code: error.code });
  }
}
