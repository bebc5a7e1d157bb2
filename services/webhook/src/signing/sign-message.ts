import { createHmac } from 'node:crypto';
import { toHmacKey } from './signing-secret.ts';

export interface SignedMessage {
  /** Value of `webhook-id`. */
  id: string;
  /** Time of the attempt in Unix seconds. */
  timestamp: number;
  body: string;
}

/**
 * Returns the headers of a message.
 *
 * @param secrets serialized signing secrets; the message has one signature for each
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme
 */
export function signMessage({ id, timestamp, body }: SignedMessage, secrets: readonly string[]) {
  const signatures = secrets.map(
    (secret) =>
      `v1,${createHmac('sha256', toHmacKey(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
