import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Webhook as Verifier } from 'standardwebhooks';
import { eventually } from '../../support/eventually.ts';
import type { Tenant } from '../../support/tenants.ts';
import type { TestPlatform } from '../test-platform.ts';

// On a busy machine, two of three messages once needed more than 30 s through Kafka.
const DELIVERED_TIMEOUT_MS = 80_000;

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Defines tests of webhooks with a receiver on a loopback address, which the platform allows. */
export function describeWebhooks(platform: TestPlatform): void {
  describe('webhooks', () => {
    let server: Server;
    let baseUrl: string;
    const received: Received[] = [];
    /** Number of requests to each path that fail. */
    const failures = new Map<string, number>();

    beforeAll(async () => {
      server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const path = request.url!;
          received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
          const remaining = failures.get(path) ?? 0;
          failures.set(path, remaining - 1);
          response.writeHead(remaining > 0 ? 503 : 204).end();
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    afterAll(() => {
      server.close();
    });

    const create = (tenant: Tenant, path: string): Promise<{ id: string; secret: string }> =>
      tenant.loci.webhooks.create({ url: `${baseUrl}${path}`, event_types: ['*'] });
    const messagesTo = (path: string) =>
      received
        .filter((each) => each.path === path)
        .map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });

    test('deliver the changes of a memory in order and with valid signatures', async () => {
      const tenant = await platform.createTenant();
      const { secret } = await create(tenant, '/order');
      const { id } = await tenant.loci.memories.create({ content: 'A memory that changes.' });
      await tenant.loci.memories.update(id, { importance: 0.9 });
      await tenant.loci.memories.delete(id);
      const messages = await eventually(async () => {
        const found = messagesTo('/order').filter(({ data }) => data['id'] === id);
        expect(found.length).toBeGreaterThanOrEqual(3);
        return found;
      }, DELIVERED_TIMEOUT_MS);
      expect(messages.map(({ type }) => type)).toEqual([
        'memory.created',
        'memory.updated',
        'memory.deleted',
      ]);
      for (const { headers, body } of received.filter(({ path }) => path === '/order')) {
        const verifier = new Verifier(secret);
        expect(verifier.verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
        expect(body).not.toContain('A memory that changes.');
      }
    }, 120_000);

    test('retry a failed message before the next message about the same memory', async () => {
      const tenant = await platform.createTenant();
      const { id: webhookId } = await create(tenant, '/retry');
      failures.set('/retry', 1);
      const { id } = await tenant.loci.memories.create({ content: 'A memory that changes.' });
      await tenant.loci.memories.update(id, { importance: 0.9 });
      await eventually(async () => {
        const { items } = await tenant.loci.webhooks.deliveries(webhookId);
        expect(items.map(({ event_type: type, status }) => [type, status])).toEqual([
          ['memory.updated', 'delivered'],
          ['memory.created', 'delivered'],
        ]);
      }, DELIVERED_TIMEOUT_MS);
      expect(messagesTo('/retry').map(({ type }) => type)).toEqual([
        'memory.created',
        'memory.created',
        'memory.updated',
      ]);
    }, 120_000);
  });
}
