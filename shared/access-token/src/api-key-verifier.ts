import { createHash } from 'node:crypto';
import { isAppError } from '@loci/core';
import { LRUCache } from 'lru-cache';

const API_KEY = /^loci_[A-Za-z0-9]{1,32}_/;

/** Returns true if a bearer credential has the form of an API key. */
export const isApiKey = (credential: string): boolean => API_KEY.test(credential);

export interface ApiKeyVerifierOptions<Verified> {
  /**
   * Exchanges an API key for an access token.
   *
   * @throws AUTH_INVALID_CREDENTIALS for a key that is malformed, unknown, expired or revoked
   */
  exchange(apiKey: string): Promise<string>;
  /** Verifies an access token. */
  verify(accessToken: string): Promise<Verified>;
  /** Maximum number of keys in memory. Default: 10,000. */
  maxCachedKeys?: number;
}

export interface ApiKeyVerifier<Verified> {
  /** Returns true if the next verification of the key needs an exchange. */
  needsExchange(apiKey: string): boolean;
  /**
   * Verifies an API key with its access token. Exchanges the key if no token is cached, or if the token has expired or was
   * revoked. A revoked key is therefore rejected as soon as the verifier rejects its tokens. Concurrent calls share one
   * exchange.
   *
   * @throws AUTH_INVALID_CREDENTIALS for a key that is malformed, unknown, expired or revoked; the errors of `verify`
   */
  verify(apiKey: string): Promise<Verified>;
}

/** Creates the verifier of API keys that are sent instead of access tokens. Caches tokens by the SHA-256 of the key. */
export function createApiKeyVerifier<Verified>({
  exchange,
  verify,
  maxCachedKeys = 10_000,
}: ApiKeyVerifierOptions<Verified>): ApiKeyVerifier<Verified> {
  const tokens = new LRUCache<string, Promise<string>>({ max: maxCachedKeys });
  const hash = (apiKey: string): string => createHash('sha256').update(apiKey).digest('base64url');

  function exchangeOnce(id: string, apiKey: string): Promise<string> {
    const token = exchange(apiKey);
    tokens.set(id, token);
    // A failed exchange is not cached.
    token.catch(() => {
      if (tokens.peek(id) === token) tokens.delete(id);
    });
    return token;
  }

  return {
    needsExchange: (apiKey) => !tokens.has(hash(apiKey)),
    async verify(apiKey) {
      const id = hash(apiKey);
      const cached = tokens.get(id);
      if (cached === undefined) return verify(await exchangeOnce(id, apiKey));
      try {
        return await verify(await cached);
      } catch (error) {
        const isRejected =
          isAppError(error) && (error.code === 'AUTH_TOKEN_EXPIRED' || error.code === 'AUTH_TOKEN_INVALID');
        if (!isRejected) throw error;
      }
      // A concurrent call may have replaced the token already.
      const current = tokens.get(id);
      return verify(await (current === undefined || current === cached ? exchangeOnce(id, apiKey) : current));
    },
  };
}
