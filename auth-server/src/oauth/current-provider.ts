import type { JWK, Provider } from 'oidc-provider';
import type { SigningKeyRing } from '../signing-keys/signing-key-ring.ts';
import { findActiveKey } from '../signing-keys/signing-key.ts';
import { createProvider } from './oauth-provider.ts';
import type { ProviderDeps } from './oauth-provider.ts';

/** Returns the OAuth provider with the current signing keys. */
export type CurrentProvider = () => Promise<Provider>;

/**
 * Creates the OAuth provider, and recreates it when the signing keys change, because it reads its keys only once. The
 * provider has no state in memory that would be lost.
 *
 * @param prepare called with every provider before its first request
 */
export function createCurrentProvider(
  deps: ProviderDeps & { keyRing: Pick<SigningKeyRing, 'keys' | 'signingKey'> },
  prepare: (provider: Provider) => void,
): CurrentProvider {
  let current: { keyIds: string; provider: Provider } | null = null;
  return async () => {
    // Creates the first key if there is none.
    const signing = await deps.keyRing.signingKey();
    const published = await deps.keyRing.keys();
    const first = findActiveKey(published) ?? signing;
    const ordered = [first, ...published.filter((key) => key.keyId !== first.keyId)];
    const keyIds = ordered.map((key) => key.keyId).join(' ');
    if (current?.keyIds === keyIds) return current.provider;
    const keys = ordered.map(
      (key) =>
        ({ ...key.privateKey.export({ format: 'jwk' }), kid: key.keyId, alg: 'ES256', use: 'sig' }) as JWK,
    );
    const provider = createProvider(deps, { keys });
    prepare(provider);
    current = { keyIds, provider };
    return provider;
  };
}
