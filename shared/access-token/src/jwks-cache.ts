import { unavailable } from '@loci/core';
import { importJWK } from 'jose';
import type { CryptoKey, JWK } from 'jose';
import { ACCESS_TOKEN_ALGORITHM } from './access-token.ts';

/** The published half of a signing key, as it stands in the JWKS. */
export interface PublicJwk {
  kid: string;
  kty: string;
  crv?: string | undefined;
  x?: string | undefined;
  y?: string | undefined;
}

export interface JwksCache {
  /**
   * The key of this id, fetched when it is not known yet; undefined when the auth server has none.
   * @throws SYS_SERVICE_UNAVAILABLE when no key was ever fetched and the auth server does not answer
   */
  find(keyId: string): Promise<CryptoKey | undefined>;
  /** True while the key is published, as far as is known now; looks for news in the background when due. */
  has(keyId: string): boolean;
}

export interface JwksCacheOptions {
  fetchJwks(): Promise<readonly PublicJwk[]>;
  /** How long the set counts as fresh; default 300,000, as the JWKS says itself. */
  maxAgeMs?: number | undefined;
  /** Least time between fetches, so that made-up key ids cannot cause one each; default 30,000. */
  cooldownMs?: number | undefined;
  now?(): number;
}

/**
 * The verifying keys in memory. A set that grew old is used until a new one has arrived: keys are published
 * long before they sign, so an auth server that is down for a while stops no request.
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

  const everLoaded = (): boolean => loadedAtMs > Number.NEGATIVE_INFINITY;
  const mayFetch = (): boolean => now() - fetchedAtMs >= cooldownMs;

  function refreshIfStale(): void {
    // The old set stays in use; the next call after the cooldown tries again.
    if (everLoaded() && now() - loadedAtMs >= maxAgeMs && mayFetch()) load().catch(() => undefined);
  }

  return {
    async find(keyId) {
      refreshIfStale();
      const known = keys.get(keyId);
      if (known !== undefined) return known;
      if (!everLoaded() || loading !== null || mayFetch()) {
        await load().catch((error: unknown) => {
          if (!everLoaded()) throw unavailable('The authorization server', error);
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
  // Only the public parts are taken: a private one would make a key that cannot verify.
  return importJWK({ kty, crv, x, y } as JWK, ACCESS_TOKEN_ALGORITHM) as Promise<CryptoKey>;
}
