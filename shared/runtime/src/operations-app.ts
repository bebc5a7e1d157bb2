import express from 'express';
import type { Express } from 'express';
import type { Metrics } from './metrics.ts';

export interface Health {
  /** Names of what is not ready yet or any more; empty when all is well. */
  notReady(): Promise<string[]>;
}

/** What operators look at, on a port of its own: `/metrics`, `/health/live`, `/health/ready`. */
export function operationsApp(metrics: Metrics, health: Health, beforeScrape: () => Promise<void>): Express {
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
  return app;
}
