import { expect, test } from '@jest/globals';
import { createMetrics } from '@loci/runtime';
import express from 'express';
import request from 'supertest';
import { startInMemoryTracing } from '@loci/telemetry/in-memory-tracing';
import { observeRequests, traceRequests } from './observe-request.ts';

test.each([
  ['/oauth/authorize', '/oauth/authorize'],
  ['/oauth/authorize/some-id', '/oauth/authorize/:uid'],
  ['/account/connections/some-id', '/account/connections/:id'],
  ['/secret/some-id', 'unknown'],
])('observeRequests records a request to %s with the route %s', async (path, route) => {
  const metrics = createMetrics('auth');
  const account = express.Router();
  account.get('/connections/:id', (_request, response) => void response.sendStatus(204));
  const app = express();
  app.use(observeRequests(metrics));
  app.get(
    ['/oauth/authorize', '/oauth/authorize/:uid'],
    (_request, response) => void response.sendStatus(204),
  );
  app.use('/account', account);
  const { status } = await request(app).get(path);
  const { values } = await metrics.httpServerRequestDuration.get();
  const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'));
  expect(counts).toMatchObject([
    {
      labels: { http_request_method: 'GET', http_route: route, http_response_status_code: status },
      value: 1,
    },
  ]);
});

test('traceRequests records a span for each request, with the name of its route', async () => {
  const tracing = startInMemoryTracing();
  const app = express();
  app.use(traceRequests);
  app.use(observeRequests(createMetrics('portal')));
  app.get('/memories/:id', (_request, response) => void response.sendStatus(204));
  await request(app).get('/memories/some-id');
  await request(app).get('/secret');
  await request(app).get('/health/live');
  const names = tracing.spans().map(({ name, kind }) => [name, kind]);
  await tracing.stop();
  expect(names).toEqual([
    ['GET /memories/:id', 'server'],
    ['GET', 'server'],
  ]);
});
