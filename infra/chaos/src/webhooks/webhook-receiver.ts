import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A webhook message about an object. */
export interface WebhookMessage {
  type: string;
  /** Id of the object. */
  id: string;
  revision: number;
}

/**
 * Receiver of the messages of all tenants on a loopback address. It is never the target of a fault, but rejects the first
 * attempt of one of 16 messages, so that later messages about the same object have to wait for the retry.
 */
export interface WebhookReceiver {
  /** URL that receives the messages of a tenant. */
  urlOf(tenantId: string): string;
  /** Accepted messages of a tenant in the order of their arrival. Repeated messages are included. */
  messagesOf(tenantId: string): readonly WebhookMessage[];
  /** Number of rejected attempts of a tenant. */
  countRejected(tenantId: string): number;
  /** Number of accepted messages of a tenant whose signature is not valid with the secret. */
  countForged(tenantId: string, secret: string): number;
  close(): Promise<void>;
}

/** Messages with this last hexadecimal digit of their ID, which is random, are rejected once. */
const REJECTED_DIGIT = '0';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** @param options.rejectsSome false to accept the first attempt of every message. Defaults to true */
export async function startWebhookReceiver({ rejectsSome = true } = {}): Promise<WebhookReceiver> {
  const received = new Map<string, Received[]>();
  /** IDs of the messages whose first attempt was rejected, by path. */
  const rejected = new Map<string, Set<string>>();
  const receivedBy = (tenantId: string): readonly Received[] => received.get(`/${tenantId}`) ?? [];

  /** Returns true for the first attempt of a message that the receiver rejects. */
  function rejects(path: string, id: string): boolean {
    if (!rejectsSome || !id.endsWith(REJECTED_DIGIT)) return false;
    const ofPath = rejected.get(path) ?? new Set();
    rejected.set(path, ofPath);
    if (ofPath.has(id)) return false;
    ofPath.add(id);
    return true;
  }

  const server = createServer((request, response) => {
    const path = request.url!;
    text(request).then(
      (body) => {
        if (rejects(path, String(request.headers['webhook-id']))) {
          response.writeHead(503).end();
          return;
        }
        const ofTenant = received.get(path) ?? [];
        ofTenant.push({ headers: request.headers, body });
        received.set(path, ofTenant);
        response.writeHead(204).end();
      },
      // The sender was killed before it had sent the whole message.
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (tenantId) => `http://127.0.0.1:${port}/${tenantId}`,
    messagesOf: (tenantId) => receivedBy(tenantId).map(({ body }) => toMessage(body)),
    countRejected: (tenantId) => rejected.get(`/${tenantId}`)?.size ?? 0,
    countForged: (tenantId, secret) => receivedBy(tenantId).filter((each) => !isSigned(each, secret)).length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function toMessage(body: string): WebhookMessage {
  const { type, data } = JSON.parse(body) as { type: string; data: { id: string; revision: number } };
  return { type, id: data.id, revision: data.revision };
}

/** @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
