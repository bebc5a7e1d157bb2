import { ACCESS_TOKEN_ALGORITHM, ACCESS_TOKEN_TYPE } from '@loci/access-token';
import type { AccessTokenClaims } from '@loci/access-token';
import { SignJWT } from 'jose';
import type { SigningKey } from '../signing-keys/signing-key.ts';

/** Signs an access token (RFC 9068). */
export function signAccessToken(claims: AccessTokenClaims, key: SigningKey): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: ACCESS_TOKEN_ALGORITHM, typ: ACCESS_TOKEN_TYPE, kid: key.keyId })
    .sign(key.privateKey);
}
