import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { clientNetwork } from '@loci/http';
import type { Logger, Secret } from '@loci/runtime';

/** Wrong admin tokens per client network and minute. */
const MAX_WRONG_TOKENS = 10;
const WINDOW_MS = 60_000;
/** Maximum number of client networks that are counted. The oldest one is evicted. */
const MAX_NETWORKS = 10_000;

export type AdminTokenResult =
  | { kind: 'accepted' }
  | { kind: 'rejected' }
  /** The client network has sent too many wrong tokens. The token was not compared. */
  | { kind: 'throttled'; retryAfterSeconds: number };

/** Checks the bearer token of a request with the client address `request.ip`. */
export type CheckAdminToken = (request: IncomingMessage & { ip?: string | undefined }) => AdminTokenResult;

/**
 * Creates the check of the admin token. After 10 wrong tokens from a client network in a minute, all tokens from this
 * network are rejected until the minute ends. The process counts in memory, and before any asynchronous work, so that
 * parallel guesses cannot exceed the limit. Wrong tokens are logged.
 *
 * @param now returns milliseconds since the epoch
 * @see docs/security-model.md#threat-28-anonymous-work-without-limits
 */
export function createAdminTokenCheck(
  adminToken: Secret,
  log: Pick<Logger, 'warn'>,
  now: () => number = Date.now,
): CheckAdminToken {
  const expected = digest(`bearer ${adminToken.reveal()}`);
  const wrongTokens = new Map<string, { windowStart: number; count: number }>();
  return (request) => {
    const network = clientNetwork(request.ip ?? '');
    const windowStart = Math.floor(now() / WINDOW_MS) * WINDOW_MS;
    const counted = wrongTokens.get(network);
    const wrong = counted?.windowStart === windowStart ? counted.count : 0;
    if (wrong >= MAX_WRONG_TOKENS) {
      return { kind: 'throttled', retryAfterSeconds: Math.ceil((windowStart + WINDOW_MS - now()) / 1000) };
    }
    // Compares digests, so that the response time reveals neither content nor length of the token.
    const given = (request.headers.authorization ?? '').replace(/^bearer +/i, 'bearer ');
    if (timingSafeEqual(digest(given), expected)) return { kind: 'accepted' };
    wrongTokens.delete(network);
    wrongTokens.set(network, { windowStart, count: wrong + 1 });
    if (wrongTokens.size > MAX_NETWORKS) wrongTokens.delete(wrongTokens.keys().next().value!);
    log.warn({ client_network: network, wrong_tokens: wrong + 1 }, 'Wrong admin token');
    return { kind: 'rejected' };
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
