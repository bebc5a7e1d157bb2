import { route } from '@loci/http';
import type { Route } from '@loci/http';
import { changeWebhook } from './change-webhook.ts';
import type { ChangeWebhookDeps } from './change-webhook.ts';
import { createWebhook } from './create-webhook.ts';
import type { CreateWebhookDeps } from './create-webhook.ts';
import type { ReadWebhooksDeps } from './read-webhooks.ts';
import { readWebhook, readWebhooks } from './read-webhooks.ts';
import { removeWebhook } from './remove-webhook.ts';
import { rotateSecret } from './rotate-secret.ts';
import {
  deletedWebhookResource,
  newWebhookResource,
  toNewWebhookResource,
  toWebhookResource,
  webhookListResource,
  webhookResource,
} from './webhook.resource.ts';
import { changeWebhookBody, createWebhookBody, webhookParams } from './webhook.schemas.ts';

export type WebhookDeps = CreateWebhookDeps & ChangeWebhookDeps & ReadWebhooksDeps;

export const webhookRoutes = (deps: WebhookDeps): Route[] => [
  route({
    method: 'post',
    path: '/api/v2/webhooks',
    scope: 'write',
    summary: 'Create a webhook. Its secret is only returned once.',
    operationId: 'createWebhook',
    description: 'Creates a webhook, which receives the events of the tenant as signed messages.',
    body: createWebhookBody,
    status: 201,
    response: newWebhookResource,
    errors: ['AUTH_FORBIDDEN', 'BIZ_QUOTA_EXCEEDED'],
    secret: {
      resourceType: 'webhook',
      idOf: ({ id }: { id: string }) => id,
      advice: 'Rotate the secret of the webhook.',
    },
    example: { body: { url: 'https://hooks.example.com/loci', event_types: ['memory.created'] } },
    handle: async ({ caller, body }) => {
      const { event_types: eventTypes, ...input } = body;
      return toNewWebhookResource(
        await createWebhook(deps, caller, { ...input, eventTypes }, toNewWebhookResource),
      );
    },
  }),
  route({
    method: 'get',
    path: '/api/v2/webhooks',
    scope: 'read',
    summary: 'List all webhooks',
    operationId: 'listWebhooks',
    description: 'Lists the webhooks of the tenant without their secrets.',
    response: webhookListResource,
    errors: ['AUTH_FORBIDDEN'],
    handle: async ({ caller }) => ({ items: (await readWebhooks(deps, caller)).map(toWebhookResource) }),
  }),
  route({
    method: 'get',
    path: '/api/v2/webhooks/:webhook_id',
    scope: 'read',
    summary: 'Get a webhook',
    operationId: 'getWebhook',
    description: 'Returns a webhook without its secret.',
    params: webhookParams,
    response: webhookResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
    handle: async ({ caller, params }) =>
      toWebhookResource(await readWebhook(deps, caller, params.webhook_id)),
  }),
  route({
    method: 'patch',
    path: '/api/v2/webhooks/:webhook_id',
    scope: 'write',
    summary: 'Change, disable or enable a webhook',
    operationId: 'updateWebhook',
    description: 'Changes the fields that the body contains.',
    params: webhookParams,
    body: changeWebhookBody,
    response: webhookResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
    example: { body: { event_types: ['memory.created', 'memory.deleted'] } },
    handle: async ({ caller, params, body }) => {
      const { event_types: eventTypes, ...change } = body;
      return toWebhookResource(
        await changeWebhook(deps, caller, params.webhook_id, { ...change, eventTypes }, toWebhookResource),
      );
    },
  }),
  route({
    method: 'delete',
    path: '/api/v2/webhooks/:webhook_id',
    scope: 'write',
    summary: 'Delete a webhook',
    operationId: 'deleteWebhook',
    description: 'Deletes a webhook and its messages.',
    params: webhookParams,
    response: deletedWebhookResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
    handle: async ({ caller, params }) => {
      const toOutcome = () => ({ id: params.webhook_id, deleted: true as const });
      await removeWebhook(deps, caller, params.webhook_id, toOutcome);
      return toOutcome();
    },
  }),
  route({
    method: 'post',
    path: '/api/v2/webhooks/:webhook_id/rotate-secret',
    scope: 'write',
    summary: 'Replace the secret of a webhook. The new secret is only returned once.',
    operationId: 'rotateWebhookSecret',
    description: 'Creates a new secret. Messages are signed with both secrets for a time.',
    params: webhookParams,
    response: newWebhookResource,
    errors: ['AUTH_FORBIDDEN', 'RES_NOT_FOUND'],
    secret: {
      resourceType: 'webhook',
      idOf: ({ id }: { id: string }) => id,
      advice: 'Rotate the secret again with another idempotency key.',
    },
    handle: async ({ caller, params }) =>
      toNewWebhookResource(await rotateSecret(deps, caller, params.webhook_id, toNewWebhookResource)),
  }),
];
