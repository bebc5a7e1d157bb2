import { unavailable } from '@loci/core';
import { importJWK } from 'jose';
import type { CryptoKey, JWK } from 'jose';
import { ACCESS_TOKEN_ALGORITHM } from './access-token.ts';

/** Public part of a signing key, as in the JWKS (RFC 7517). */
export interface PublicJwk {
  kid: string;
  kty: string;
  crv?: string | undefined;
  x?: string | undefined;
  y?: string | undefined;
}

export interface JwksCache {
  /**
   * Returns the key with this id. Fetches the JWKS if the key is not cached. Returns undefined if the authorization
   * server does not publish the key.
   *
   * @throws SYS_SERVICE_UNAVAILABLE if no JWKS is cached and the authorization server is unavailable
   */
  find(keyId: string): Promise<CryptoKey | undefined>;
  /** True if the cached JWKS contains the key. Starts a refresh in the background if the JWKS is stale. */
  has(keyId: string): boolean;
}

export interface JwksCacheOptions {
  fetchJwks(): Promise<readonly PublicJwk[]>;
  /** Age in milliseconds after which the JWKS is stale. Default: 300,000, the `max-age` of the JWKS. */
  maxAgeMs?: number | undefined;
  /**
   * Minimum milliseconds between two fetches. Without a minimum, every token with an invented key id would
   * cause a fetch. Default: 30,000.
   */
  cooldownMs?: number | undefined;
  now?(): number;
}

/**
 * Creates a cache of the public signing keys. A stale JWKS stays in use until a new one has been fetched.
 * Keys are published long before they sign tokens, so valid tokens are accepted during an outage of the
 * authorization server.
 */
export function createJwksCache(options: JwksCacheOptions): JwksCache {
  const { fetchJwks, maxAgeMs = 300_000, cooldownMs = 30_000, now = Date.now } = options;
  let keys = new Map<string, CryptoKey>();
  let loadedAtMs = Number.NEGATIVE_INFINITY;
  let fetchedAtMs = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | null = null;

  const load = (): Promise<void> => {
    loading ??= fetchAndImport().finally(() => {
      loading = null;
    });
    return loading;
  };

  async function fetchAndImport(): Promise<void> {
    fetchedAtMs = now();
    const published = await fetchJwks();
    const imported = await Promise.all(
      published.map(async (key) => [key.kid, await importPublicKey(key)] as const),
    );
    keys = new Map(imported);
    loadedAtMs = now();
  }

  const isLoaded = (): boolean => loadedAtMs > Number.NEGATIVE_INFINITY;
  const mayFetch = (): boolean => now() - fetchedAtMs >= cooldownMs;

  function refreshIfStale(): void {
    // If the background fetch fails, the first call after the cooldown retries it.
    if (isLoaded() && now() - loadedAtMs >= maxAgeMs && mayFetch()) load().catch(() => undefined);
  }

  return {
    async find(keyId) {
      refreshIfStale();
      const cached = keys.get(keyId);
      if (cached !== undefined) return cached;
      if (!isLoaded() || loading !== null || mayFetch()) {
        await load().catch((error: unknown) => {
          if (!isLoaded()) throw unavailable('The authorization server', error);
        });
      }
      return keys.get(keyId);
    },
    has(keyId) {
      refreshIfStale();
      return keys.has(keyId);
    },
  };
}

function importPublicKey(key: PublicJwk): Promise<CryptoKey> {
  const { kty, crv, x, y } = key;
  // From a JWK with a private part, `importJWK` would return a private key, which cannot verify signatures.
  return importJWK({ kty, crv, x, y } as JWK, ACCESS_TOKEN_ALGORITHM) as Promise<CryptoKey>;
}
