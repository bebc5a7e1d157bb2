import { ForbiddenAddressError, UnresolvedHostError, resolveAllowed } from '@loci/outbound';
import type { AddressPolicy, SendRequest } from '@loci/outbound';
import type { AttemptError, LoggedAttempt } from '../deliveries/delivery.ts';
import { signMessage } from '../signing/sign-message.ts';
import type { SecretCipher } from '../signing/signing-secret.ts';
import type { StoredSecrets } from '../webhooks/webhook.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';

export interface AttemptDeps {
  addressPolicy: AddressPolicy;
  sendRequest: SendRequest;
  cipher: SecretCipher;
  timeoutMs: number;
  now(): Date;
}

const USER_AGENT = 'Loci-Webhooks/2.0';

/**
 * Sends a message. Resolves and checks the addresses of the host again, because they can have changed since the webhook
 * was created.
 *
 * @returns the attempt for the log, or null if `signal` aborted it
 */
export async function attemptDelivery(
  deps: AttemptDeps,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<LoggedAttempt | null> {
  const startedAt = deps.now();
  const start = performance.now();
  const result = await send(deps, delivery, startedAt, signal).then(
    (status) => ({ status, error: null }),
    (error: unknown) => (signal.aborted ? null : { status: null, error: classify(error) }),
  );
  if (result === null) return null;
  return { at: startedAt.toISOString(), duration_ms: Math.round(performance.now() - start), ...result };
}

async function send(
  { addressPolicy, sendRequest, cipher, timeoutMs }: AttemptDeps,
  delivery: ClaimedDelivery,
  startedAt: Date,
  signal: AbortSignal,
): Promise<number> {
  const secrets = decryptSecrets(cipher, delivery, startedAt);
  const url = new URL(delivery.url);
  const { addresses, allInAllowedRanges } = await resolveAllowed(url, addressPolicy);
  if (url.protocol !== 'https:' && !allInAllowedRanges) throw new ForbiddenAddressError(addresses[0]!);
  const message = {
    id: `msg_${delivery.eventId}`,
    timestamp: Math.floor(startedAt.getTime() / 1_000),
    body: delivery.payload,
  };
  return sendRequest(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      ...signMessage(message, secrets),
    },
    body: message.body,
    addresses,
    timeoutMs,
    signal,
  });
}

class UnreadableSecretError extends Error {
  override readonly name = 'UnreadableSecretError';
}

/** Returns the current signing secret, and the previous one until it expires. */
function decryptSecrets(
  cipher: SecretCipher,
  { webhookId, secrets }: { webhookId: string; secrets: StoredSecrets },
  now: Date,
): string[] {
  const decrypt = (encrypted: Buffer): string | null => {
    try {
      return cipher.decrypt(encrypted, webhookId);
    } catch {
      return null;
    }
  };
  const current = decrypt(secrets.current);
  if (current === null) throw new UnreadableSecretError('The secret was encrypted with another key.');
  const { previous, previousExpiresAt } = secrets;
  const overlap = previous !== null && previousExpiresAt! > now ? decrypt(previous) : null;
  return overlap === null ? [current] : [current, overlap];
}

function classify(error: unknown): AttemptError {
  if (error instanceof ForbiddenAddressError) return 'address_forbidden';
  if (error instanceof UnresolvedHostError) return 'host_not_found';
  if (error instanceof UnreadableSecretError) return 'secret_unreadable';
  const { name, code } = error as { name?: string; code?: string };
  if (name === 'TimeoutError') return 'timeout';
  return /CERT|SSL|TLS|EPROTO|UNABLE_TO/.test(code ?? '') ? 'tls_error' : 'connection_error';
}
