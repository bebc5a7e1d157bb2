import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { webhookParams } from '../webhooks/webhook.schemas.ts';
import {
  deliveryListResource,
  deliveryResource,
  replayedRangeResource,
  toDeliveryList,
  toDeliveryResource,
} from './delivery.resource.ts';
import { deliveryParams, listDeliveriesQuery, replayRangeBody } from './delivery.schemas.ts';
import { readDeliveries } from './read-deliveries.ts';
import { replayDelivery, replayRange } from './replay-deliveries.ts';
import type { ReplayDeps } from './replay-deliveries.ts';
import { sendTestMessage } from './send-test-message.ts';

export const deliveryRoutes = (deps: ReplayDeps): Route[] => [
  route({
    method: 'post',
    path: '/api/v2/webhooks/:webhook_id/test',
    scope: 'write',
    summary: 'Send a test message',
    operationId: 'testWebhook',
    description: 'Sends a test message to a webhook and returns its result.',
    params: webhookParams,
    status: 202,
    response: deliveryResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
    handle: async ({ caller, params }) =>
      toDeliveryResource(await sendTestMessage(deps, caller, params.webhook_id)),
  }),
  route({
    method: 'get',
    path: '/api/v2/webhooks/:webhook_id/deliveries',
    scope: 'read',
    summary: 'List the messages to a webhook, newest first',
    operationId: 'listWebhookDeliveries',
    description: 'Lists the messages with their attempts, newest first.',
    params: webhookParams,
    query: listDeliveriesQuery,
    response: deliveryListResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
    handle: async ({ caller, params, query }) => {
      const page = { perPage: query.per_page, cursor: query.cursor };
      const rows = await readDeliveries(deps, caller, params.webhook_id, { ...page, state: query.status });
      return toDeliveryList(rows, page);
    },
  }),
  route({
    method: 'post',
    path: '/api/v2/webhooks/:webhook_id/deliveries/:delivery_id/replay',
    scope: 'write',
    summary: 'Send a message again',
    operationId: 'replayWebhookDelivery',
    description: 'Sends one message again with the same id.',
    params: deliveryParams,
    status: 202,
    response: deliveryResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
    handle: async ({ caller, params }) =>
      toDeliveryResource(await replayDelivery(deps, caller, params.webhook_id, params.delivery_id)),
  }),
  route({
    method: 'post',
    path: '/api/v2/webhooks/:webhook_id/replay',
    scope: 'write',
    summary: 'Send the messages of a time range again',
    operationId: 'replayWebhookDeliveries',
    description: 'Sends all messages of a time range again with the same ids.',
    params: webhookParams,
    body: replayRangeBody,
    status: 202,
    response: replayedRangeResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
    example: { body: { from: '2026-11-22T10:00:00Z', to: '2026-11-22T12:00:00Z' } },
    handle: async ({ caller, params, body }) => ({
      replayed: await replayRange(deps, caller, params.webhook_id, {
        from: body.from,
        to: body.to,
        states: body.statuses,
      }),
    }),
  }),
];
