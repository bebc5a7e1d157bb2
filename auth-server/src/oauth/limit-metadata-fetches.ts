import type { Request } from 'express';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { throttleAttempt } from '../login-throttle/login-throttle.ts';
import type { Attempt, AttemptLimit, ThrottleDeps } from '../login-throttle/login-throttle.ts';

const METADATA_FETCH_LIMIT: AttemptLimit = { purpose: 'client-metadata', max: 20, windowMs: 60_000 };

/** State of one request to the provider. */
interface MetadataFetchState {
  /** The counted fetch of a client metadata document. Absent before the first fetch. */
  metadataFetch?: Attempt;
}

/**
 * Creates the `allowFetch` callback of the provider, which decides whether to fetch a client metadata
 * document. The callback counts each fetch as failed. After a successful fetch, {@link refundMetadataFetch}
 * subtracts it from the counter. A request causes at most one fetch. The callback throws
 * `temporarily_unavailable` with status 429 if the client network has reached the limit.
 *
 * @see docs/reference/authentication.md#client-id-metadata-documents
 * @see docs/security-model.md#threat-16-server-side-request-forgery
 */
export const allowMetadataFetch =
  (deps: ThrottleDeps) =>
  async (ctx: KoaContextWithOIDC | undefined): Promise<boolean> => {
    // The consent page has no provider context. The authorization request before it has fetched the same
    // document.
    if (ctx === undefined) return true;
    const state = ctx.state as MetadataFetchState;
    // After a failed fetch, the provider looks up the client again to report the error.
    if (state.metadataFetch !== undefined) return false;
    // `ctx.ip` is not used, because it is the first address of X-Forwarded-For, which the client can set.
    const attempt = await throttleAttempt(deps, METADATA_FETCH_LIMIT, (ctx.req as Request).ip ?? '');
    state.metadataFetch = attempt;
    if (attempt.allowed) return true;
    ctx.set('retry-after', String(attempt.retryAfterSeconds));
    const error = new errors.CustomOIDCProviderError(
      'temporarily_unavailable',
      `${METADATA_FETCH_LIMIT.max} client metadata documents could not be fetched for your network in a minute. ` +
        `Retry in ${attempt.retryAfterSeconds} s.`,
    );
    throw Object.assign(error, { status: 429, statusCode: 429 });
  };

/**
 * Subtracts the fetch of a request from the counter if the provider has found the client. Must be called
 * after the provider has handled the request.
 */
export async function refundMetadataFetch({
  state,
  oidc,
}: {
  state: MetadataFetchState;
  oidc?: { client?: unknown };
}): Promise<void> {
  if (state.metadataFetch === undefined || oidc?.client === undefined) return;
  // If the refund fails, the fetch stays counted, which only makes the limit stricter.
  await state.metadataFetch.refund().catch(() => undefined);
}
