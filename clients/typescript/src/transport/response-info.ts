import type { ResponseInfo } from '../options.ts';

/** Returns the facts about a response in its headers and in `meta` of its body. */
export function responseInfo(
  { status, headers }: Response,
  meta: { request_id?: string; warnings?: string[]; fresh?: boolean } = {},
): ResponseInfo {
  const searchable = headers.get('x-loci-searchable');
  return {
    status,
    requestId: meta.request_id ?? headers.get('x-request-id'),
    warnings: meta.warnings ?? [],
    fresh: meta.fresh ?? null,
    searchable: searchable === null ? null : searchable === 'true',
    replayed: headers.get('idempotency-replayed') === 'true',
    etag: headers.get('etag'),
    position: headers.get('x-loci-position'),
  };
}
