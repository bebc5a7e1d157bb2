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
import type { GrantDenylist } from './grant-denylist.ts';
import type { DpopJtiStore } from './dpop-jti-store.ts';
import { verifyDpopProof } from './verify-dpop-proof.ts';
import type { DpopRequest } from './verify-dpop-proof.ts';
import type { JwksCache } from './jwks-cache.ts';

export interface AccessTokenVerifierOptions {
  /** `auth_url` */
  issuer: string;
  /** The resources whose tokens are accepted here, e.g. only `base_url` for REST. */
  audiences: readonly string[];
  keys: JwksCache;
  denylist: Pick<GrantDenylist, 'isRevoked'>;
  /** For tokens that are bound to a key (DPoP); without it they are refused. */
  dpop?: { baseUrl: string; jtiStore: DpopJtiStore } | undefined;
  /** Verdicts kept in memory; default 10,000. */
  maxCachedTokens?: number | undefined;
  now?(): number;
}

export interface AccessTokenVerifier {
  /**
   * Checks an access token. A token that is bound to a key comes as `Authorization: DPoP` with a proof, and counts
   * as nothing else; any other token comes as Bearer.
   *
   * @param possession what came with the scheme DPoP; undefined for Bearer
   * @throws AUTH_TOKEN_EXPIRED past its expiry; AUTH_TOKEN_INVALID for anything else that is wrong with it, a
   *   revoked grant included; SYS_SERVICE_UNAVAILABLE while no verifying key could be fetched yet
   */
  verify(token: string, possession?: DpopRequest): Promise<VerifiedToken>;
}

interface Verdict {
  keyId: string;
  verified: VerifiedToken;
}

/** Clocks of two machines differ a little; a token from further in the future is not ours. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** Ours are about 900 characters; what is far longer is not worth hashing. */
const MAX_TOKEN_LENGTH = 8_192;

/**
 * The one check of access tokens, wherever they were granted. A signature is verified once per token and the
 * verdict kept until `exp`; the expiry, the denylist and whether the key is still published are asked on
 * every call, in memory.
 * @see AUTH-AND-MCP.md section 4, and attacks 3, 4, 5, 25
 */
export function createAccessTokenVerifier(options: AccessTokenVerifierOptions): AccessTokenVerifier {
  const { issuer, audiences, keys, denylist, maxCachedTokens = 10_000, now = Date.now } = options;
  const verdicts = new LRUCache<string, Verdict>({ max: maxCachedTokens });

  async function check(token: string): Promise<Verdict> {
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
    // jose accepts both: an array that contains our audience, a future iat.
    if (typeof payload.aud !== 'string') throw invalid('It is not for this resource alone.');
    if (payload.iat! > now() / 1000 + CLOCK_TOLERANCE_SECONDS) throw invalid('It is from the future.');
    const claims = accessTokenClaims.safeParse(payload);
    if (!claims.success) throw invalid('Its claims are incomplete.');
    return { keyId, verified: toVerifiedToken(claims.data) };
  }

  async function checkTokenBinding(
    token: string,
    boundTo: string | null,
    possession: DpopRequest | undefined,
  ): Promise<void> {
    if (boundTo === null) {
      if (possession !== undefined) throw invalid('It is not bound to a key: send it as Bearer.');
      return;
    }
    if (possession === undefined) throw invalid('It is bound to a key: send it as DPoP, with a proof.');
    if (options.dpop === undefined) throw invalid('Tokens that are bound to a key are not accepted here.');
    await verifyDpopProof({ ...options.dpop, now }, token, boundTo, possession);
  }

  return {
    async verify(token, possession) {
      if (token.length > MAX_TOKEN_LENGTH) throw invalid('It is too long.');
      let verdict = verdicts.get(token);
      if (verdict === undefined) {
        verdict = await check(token).catch((error: unknown) => {
          throw translateJoseError(error);
        });
        verdicts.set(token, verdict);
      }
      const { keyId, verified } = verdict;
      if (verified.expiresAtMs <= now()) {
        verdicts.delete(token);
        throw expired();
      }
      if (!keys.has(keyId)) {
        verdicts.delete(token);
        throw invalid('The key that signed it was withdrawn.');
      }
      if (denylist.isRevoked(verified.grantId)) throw invalid('Access was revoked.');
      await checkTokenBinding(token, verified.boundKeyThumbprint, possession);
      return verified;
    },
  };
}

function translateJoseError(error: unknown): unknown {
  if (isAppError(error)) return error;
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === 'ERR_JWT_EXPIRED') return expired(error);
  // Everything that jose throws about a token has such a code; what has none is ours to mend.
  if (typeof code === 'string' && code.startsWith('ERR_J')) {
    return invalid('It is malformed, not ours or not for this resource.', error);
  }
  return error;
}

const invalid = (why: string, cause?: unknown): AppError =>
  new AppError('AUTH_TOKEN_INVALID', `The access token is not valid. ${why}`, { cause });

const expired = (cause?: unknown): AppError =>
  new AppError('AUTH_TOKEN_EXPIRED', 'The access token has expired. Refresh it.', { cause });
