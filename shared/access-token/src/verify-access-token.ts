import { AppError, isAppError } from '@loci/core';
import { jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import {
  ACCESS_TOKEN_ALGORITHM,
  ACCESS_TOKEN_TYPE,
  accessTokenClaims,
  toVerifiedToken,
} from './access-token.ts';
import type { VerifiedToken } from './access-token.ts';
import type { DpopJtiStore } from './dpop-jti-store.ts';
import type { GrantDenylist } from './grant-denylist.ts';
import type { JwksCache } from './jwks-cache.ts';
import { verifyDpopProof } from './verify-dpop-proof.ts';
import type { DpopRequest } from './verify-dpop-proof.ts';

export interface AccessTokenVerifierOptions {
  /** Required `iss`: the URL of the authorization server. */
  issuer: string;
  /** Accepted `aud` values, for example the public URL of the REST API. */
  audiences: readonly string[];
  keys: JwksCache;
  denylist: Pick<GrantDenylist, 'isRevoked'>;
  /** Enables DPoP. If undefined, tokens that are bound to a key are rejected. */
  dpop?: { baseUrl: string; jtiStore: DpopJtiStore } | undefined;
  /** Maximum number of verified tokens in memory. Default: 10,000. */
  maxCachedTokens?: number | undefined;
  now?(): number;
}

export interface AccessTokenVerifier {
  /**
   * Verifies an access token. A token that is bound to a key requires `Authorization: DPoP` with a proof. Every other
   * token requires `Authorization: Bearer`.
   *
   * @param dpopRequest proof, method and path of a request with `Authorization: DPoP`; undefined for Bearer
   * @throws AUTH_TOKEN_EXPIRED if the token has expired; AUTH_TOKEN_INVALID if it is not valid for another reason,
   *   including a revoked grant; SYS_SERVICE_UNAVAILABLE if no JWKS could be fetched yet
   */
  verify(token: string, dpopRequest?: DpopRequest): Promise<VerifiedToken>;
}

/** A token whose signature and claims were verified. */
interface CachedToken {
  keyId: string;
  verified: VerifiedToken;
}

/** Maximum clock skew between the authorization server and the verifier. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** Maximum length of an accepted token, in characters. Access tokens have about 900. */
const MAX_TOKEN_LENGTH = 8_192;

/**
 * Creates the verifier of access tokens. The signature of a token is verified once and cached until the token expires.
 * Expiry, revocation and withdrawn keys are checked in memory on every call.
 *
 * @see docs/security-model.md#threat-3-algorithm-confusion
 * @see docs/security-model.md#threat-4-wrong-token
 * @see docs/security-model.md#threat-5-expired-tampered-or-missing-token
 * @see docs/security-model.md#threat-25-api-key-handling
 */
export function createAccessTokenVerifier(options: AccessTokenVerifierOptions): AccessTokenVerifier {
  const { issuer, audiences, keys, denylist, maxCachedTokens = 10_000, now = Date.now } = options;
  const cache = new LRUCache<string, CachedToken>({ max: maxCachedTokens });

  async function verifySignatureAndClaims(token: string): Promise<CachedToken> {
    let keyId = '';
    const { payload } = await jwtVerify(
      token,
      async (header) => {
        keyId = header.kid ?? '';
        const key = await keys.find(keyId);
        if (key === undefined) throw invalid('It was signed with an unknown key.');
        return key;
      },
      {
        issuer,
        audience: [...audiences],
        typ: ACCESS_TOKEN_TYPE,
        algorithms: [ACCESS_TOKEN_ALGORITHM],
        requiredClaims: ['sub', 'exp', 'iat', 'jti', 'client_id', 'tenant_id'],
        currentDate: new Date(now()),
      },
    );
    // jose also accepts an `aud` array that contains an accepted audience, and an `iat` in the future.
    if (typeof payload.aud !== 'string') throw invalid('It has more than one audience.');
    if (payload.iat! > now() / 1000 + CLOCK_TOLERANCE_SECONDS) throw invalid('It was issued in the future.');
    const claims = accessTokenClaims.safeParse(payload);
    if (!claims.success) throw invalid('Its claims are incomplete or malformed.');
    return { keyId, verified: toVerifiedToken(claims.data) };
  }

  async function checkTokenBinding(
    token: string,
    thumbprint: string | null,
    dpopRequest: DpopRequest | undefined,
  ): Promise<void> {
    if (thumbprint === null) {
      if (dpopRequest !== undefined)
        throw invalid('It is not bound to a key. Send it as `Authorization: Bearer`.');
      return;
    }
    if (dpopRequest === undefined) {
      throw invalid('It is bound to a key. Send it as `Authorization: DPoP` with a DPoP proof.');
    }
    if (options.dpop === undefined) throw invalid('Tokens that are bound to a key are not accepted here.');
    await verifyDpopProof({ ...options.dpop, now }, token, thumbprint, dpopRequest);
  }

  return {
    async verify(token, dpopRequest) {
      if (token.length > MAX_TOKEN_LENGTH) {
        throw invalid(`It exceeds ${MAX_TOKEN_LENGTH.toLocaleString('en')} characters.`);
      }
      let cached = cache.get(token);
      if (cached === undefined) {
        cached = await verifySignatureAndClaims(token).catch((error: unknown) => {
          throw translateJoseError(error);
        });
        cache.set(token, cached);
      }
      const { keyId, verified } = cached;
      if (verified.expiresAtMs <= now()) {
        cache.delete(token);
        throw expired();
      }
      if (!keys.has(keyId)) {
        cache.delete(token);
        throw invalid('The key that signed it was withdrawn.');
      }
      if (denylist.isRevoked(verified.grantId)) throw invalid('Its grant was revoked.');
      await checkTokenBinding(token, verified.boundKeyThumbprint, dpopRequest);
      return verified;
    },
  };
}

function translateJoseError(error: unknown): unknown {
  if (isAppError(error)) return error;
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === 'ERR_JWT_EXPIRED') return expired(error);
  // All jose errors about a token have a code that starts with ERR_J. Any other error is a bug.
  if (typeof code === 'string' && code.startsWith('ERR_J')) {
    return invalid('It is malformed, has a wrong signature, or was issued for another resource.', error);
  }
  return error;
}

const invalid = (reason: string, cause?: unknown): AppError =>
  new AppError('AUTH_TOKEN_INVALID', `The access token is not valid. ${reason}`, { cause });

const expired = (cause?: unknown): AppError =>
  new AppError('AUTH_TOKEN_EXPIRED', 'The access token has expired. Refresh it.', { cause });
