import { AppError, invalidField } from '@loci/core';

/** ETags of a conditional request, without the prefix `W/`, or `any` for `*`. */
export type EtagCondition = 'any' | ReadonlySet<string>;

export type ConditionHeader = 'if-match' | 'if-none-match';

const ETAG = String.raw`(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"`;
const ETAG_LIST = new RegExp(String.raw`^${ETAG}(?:[ \t]*,[ \t]*${ETAG})*$`);
const OPAQUE_TAG = /"[^"]*"/g;

/**
 * Parses the value of `If-Match` or `If-None-Match`. Ignores the prefix `W/`, because a proxy that compresses a response
 * adds it to the ETag, and a client that returns this ETag has still read the same state.
 *
 * @throws VAL_FIELD_INVALID for a value that is neither `*` nor a list of ETags
 * @see docs/reference/http.md#conditional-requests
 */
export function parseEtagCondition(header: ConditionHeader, value: string): EtagCondition {
  const text = value.trim();
  if (text === '*') return 'any';
  if (!ETAG_LIST.test(text)) {
    throw invalidField(header, `The header ${header} must be * or a comma-separated list of quoted ETags.`);
  }
  return new Set(text.match(OPAQUE_TAG));
}

/** Returns true if the condition names the ETag, or any ETag. */
export const matchesEtag = (condition: EtagCondition, etag: string): boolean =>
  condition === 'any' || condition.has(etag);

/**
 * Requires that an object still has the state that the client has read. Call it with the object locked, so that the state
 * cannot change before the write.
 *
 * @param ifMatch condition of the request, or null if the request has none
 * @throws RES_PRECONDITION_FAILED for another state
 */
export function requireEtag(
  ifMatch: EtagCondition | null,
  { type, id, etag }: { type: string; id: string; etag: string },
): void {
  if (ifMatch === null || matchesEtag(ifMatch, etag)) return;
  throw new AppError(
    'RES_PRECONDITION_FAILED',
    `The ${type} was changed after the client read it. Read it again, and repeat the request with its new ETag.`,
    { details: { resource_type: type, resource_id: id, etag } },
  );
}
