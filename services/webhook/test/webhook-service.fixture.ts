import { randomUUID } from 'node:crypto';
import type { Caller } from '@loci/core';
import type { EventEnvelope, Topic } from '@loci/events';
import { parseAddressRanges } from '@loci/outbound';
import type { OutboundRequest } from '@loci/outbound';
import { Secret, createLogger, createMetrics } from '@loci/runtime';
import { createTestDatabase, serveRoutes, testCaller } from '@loci/testing';
import { WEBHOOK_MIGRATIONS, createWebhookService } from '@loci/webhook-service';
import type { WebhookServicePorts } from '@loci/webhook-service';
import request from 'supertest';

const START = new Date('2026-06-15T12:00:00.000Z');

/** A request that a receiver got. */
export interface ReceivedRequest extends OutboundRequest {
  url: string;
  /** Parsed body. */
  message: { type: string; timestamp: string; data: Record<string, unknown> };
}

/** Starts the webhook service on its own database, with a virtual clock, and fakes of DNS and of all receivers. */
export async function startWebhookService(overrides: Partial<WebhookServicePorts> = {}) {
  const testDatabase = await createTestDatabase({ webhook: WEBHOOK_MIGRATIONS });
  const database = testDatabase.open('webhook');
  const clock = { now: START };
  /** Addresses by host. Other hosts have a public address. */
  const dns = new Map<string, string[]>();
  const received: ReceivedRequest[] = [];
  const receiver = {
    /** Responds to a request with a status, or fails. */
    respond: (_received: ReceivedRequest): number | Promise<number> => 200,
  };
  const metrics = createMetrics('webhook');
  const ports: WebhookServicePorts = {
    database,
    encryptionKeys: [new Secret('a key that encrypts the secrets of webhooks')],
    log: createLogger({ service: 'webhook', level: 'silent' }),
    addressPolicy: {
      resolveHost: (host) => Promise.resolve(dns.get(host) ?? ['203.0.112.1']),
      allowedRanges: parseAddressRanges(''),
    },
    sendRequest: async (url, sent) => {
      const entry: ReceivedRequest = {
        ...sent,
        url: url.href,
        message: JSON.parse(sent.body) as ReceivedRequest['message'],
      };
      received.push(entry);
      return receiver.respond(entry);
    },
    timeoutMs: 15_000,
    pollMs: 1_000,
    cacheSubscriptions: false,
    metrics,
    now: () => clock.now,
    random: () => 0.5,
    ...overrides,
  };
  const service = createWebhookService(ports);
  const as = (caller: Caller | null) => request(serveRoutes(service.routes, caller));

  return {
    database,
    testDatabase,
    service,
    ports,
    clock,
    dns,
    received,
    receiver,
    metrics,
    as,
    advance: (ms: number): void => {
      clock.now = new Date(clock.now.getTime() + ms);
    },
    /** Creates a webhook and returns the `data` of the response. */
    createWebhook: async (
      caller: Caller,
      body: { url?: string; event_types?: string[] } = {},
    ): Promise<{ id: string; secret: string }> => {
      const response = await as(caller)
        .post('/api/v2/webhooks')
        .send({ url: 'https://receiver.example/hook', event_types: ['*'], ...body });
      if (response.status !== 201) throw new Error(response.text);
      return response.body.data;
    },
    /** Passes events to the consumer. */
    consume: (...events: EventEnvelope[]) => service.consumers[0]!.handle(events),
    /** Sends due messages until none is due. */
    sendDue: () => service.sendDue(new AbortController().signal),
    deliveries: async (caller: Caller, webhookId: string, query = '') => {
      const response = await as(caller).get(`/api/v2/webhooks/${webhookId}/deliveries${query}`);
      if (response.status !== 200) throw new Error(response.text);
      return response.body.data;
    },
    runJob: (name: string) =>
      service.jobs.find((job) => job.name === name)!.run(new AbortController().signal),
    close: async () => {
      await service.close();
      await testDatabase.close();
    },
  };
}

export type WebhookFixture = Awaited<ReturnType<typeof startWebhookService>>;

/** Creates an event of a tenant. `occurred_at` is the start of the virtual clock. */
export function event(
  caller: Pick<Caller, 'tenantId'>,
  type: string,
  { id = randomUUID(), revision = 1, occurredAt = START, data = {} } = {} as {
    id?: string;
    revision?: number;
    occurredAt?: Date;
    data?: Record<string, unknown>;
  },
): EventEnvelope {
  const topic = type.split('.')[0] as Topic;
  return {
    event_id: randomUUID(),
    type,
    schema_version: 1,
    tenant_id: caller.tenantId,
    aggregate_type: topic,
    aggregate_id: id,
    revision,
    occurred_at: occurredAt.toISOString(),
    traceparent: null,
    data: { id, ...data },
  };
}

export { testCaller };
