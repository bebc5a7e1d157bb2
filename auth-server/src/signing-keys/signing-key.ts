import { generateKeyPair } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { PublicJwk } from '@loci/contracts';
import { calculateJwkThumbprint } from 'jose';

/**
 * A signing key. A key is first published, so that verifiers fetch it. Its promotion makes it the active key.
 * The next promotion supersedes it. It stays published until `retiresAt`, when its last token has expired,
 * and is then deleted.
 */
export interface SigningKey {
  keyId: string;
  publicKey: PublicJwk;
  privateKey: KeyObject;
  publishedAt: Date;
  promotedAt: Date | null;
  retiresAt: Date | null;
}

/** Minimum time between publishing and promoting a key. Verifiers cache a JWKS for up to ten minutes. */
export const PROMOTION_DELAY_MS = 600_000;

/** `max-age` of the JWKS. */
export const JWKS_MAX_AGE_SECONDS = 300;

const generate = promisify(generateKeyPair);

/** Generates an ES256 key. Its id is the JWK thumbprint (RFC 7638). */
export async function generateSigningKey(publishedAt: Date): Promise<SigningKey> {
  const { publicKey, privateKey } = await generate('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
  const jwk = { kty: 'EC', crv: 'P-256', x, y } as const;
  const keyId = await calculateJwkThumbprint(jwk);
  return {
    keyId,
    publicKey: { ...jwk, kid: keyId, alg: 'ES256', use: 'sig' },
    privateKey,
    publishedAt,
    promotedAt: null,
    retiresAt: null,
  };
}

/** Returns the key that was promoted last, which signs new tokens. */
export function findActiveKey(keys: readonly SigningKey[]): SigningKey | undefined {
  return keys
    .filter((key) => key.promotedAt !== null)
    .sort((a, b) => b.promotedAt!.getTime() - a.promotedAt!.getTime())[0];
}
