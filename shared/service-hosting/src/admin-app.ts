import { createHash, timingSafeEqual } from 'node:crypto';
import express from 'express';
import type { Express } from 'express';
import type { Secret } from '@loci/runtime';
import type { Metrics } from '@loci/runtime';

export interface Health {
  /** Names of what is not ready yet or any more; empty when all is well. */
  notReady(): Promise<string[]>;
}

/** What an operator may have done by `POST /commands/<name>`, with the admin token as bearer. */
export interface Commands {
  /** Without one there are no commands. */
  adminToken: Secret | undefined;
  /** Resolves to what the answer shows. */
  run: Record<string, () => Promise<object>>;
}

/** What operators look at, on a port of its own: `/metrics`, `/health/live`, `/health/ready`; and their commands. */
export function createAdminApp(
  metrics: Metrics,
  health: Health,
  beforeScrape: () => Promise<void>,
  commands: Commands,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.get('/metrics', async (_request, response) => {
    await beforeScrape();
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  app.get('/health/live', (_request, response) => void response.json({ status: 'live' }));
  app.get('/health/ready', async (_request, response) => {
    const missing = await health.notReady();
    response
      .status(missing.length === 0 ? 200 : 503)
      .json(missing.length === 0 ? { status: 'ready' } : { status: 'not ready', waiting_for: missing });
  });
  app.post('/commands/:name', async (request, response) => {
    if (!commands.adminToken) {
      response.status(404).json({ error: 'Commands are off: set ADMIN_TOKEN.' });
      return;
    }
    // A page in a browser on this machine can reach this port too; the token it cannot know.
    if (!isSame(request.headers.authorization ?? '', `Bearer ${commands.adminToken.reveal()}`)) {
      response.status(401).json({ error: 'Send the admin token: Authorization: Bearer <ADMIN_TOKEN>.' });
      return;
    }
    const { name } = request.params;
    const run = Object.hasOwn(commands.run, name) ? commands.run[name] : undefined;
    if (!run) response.status(404).json({ error: 'No such command.', commands: Object.keys(commands.run) });
    else response.json(await run());
  });
  return app;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
