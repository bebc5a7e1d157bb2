import type { JWK, Provider } from 'oidc-provider';
import type { SigningKeyRing } from '../signing-keys/signing-key-ring.ts';
import { findActiveKey } from '../signing-keys/signing-key.ts';
import { createProvider } from './oauth-provider.ts';
import type { ProviderDeps } from './oauth-provider.ts';

/** The provider, with the keys that hold now. */
export type CurrentProvider = () => Promise<Provider>;

/**
 * The provider takes its keys when it is made, so a rotation makes a new one. It keeps nothing in memory that
 * would be missed.
 * @param prepare is given every provider before its first request
 */
export function createCurrentProvider(
  deps: ProviderDeps & { keyRing: Pick<SigningKeyRing, 'keys' | 'signingKey'> },
  prepare: (provider: Provider) => void,
): CurrentProvider {
  let made: { keyIds: string; provider: Provider } | null = null;
  return async () => {
    // Makes the very first key when there is none.
    const signing = await deps.keyRing.signingKey();
    const published = await deps.keyRing.keys();
    const first = findActiveKey(published) ?? signing;
    const ordered = [first, ...published.filter((key) => key.keyId !== first.keyId)];
    const keyIds = ordered.map((key) => key.keyId).join(' ');
    if (made?.keyIds === keyIds) return made.provider;
    const keys = ordered.map(
      (key) =>
        ({ ...key.privateKey.export({ format: 'jwk' }), kid: key.keyId, alg: 'ES256', use: 'sig' }) as JWK,
    );
    const provider = createProvider(deps, { keys });
    prepare(provider);
    made = { keyIds, provider };
    return provider;
  };
}
