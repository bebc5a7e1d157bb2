import { FakeError, invalidField } from '../fake-error.ts';

/** ETags of a conditional request, without the prefix `W/`, or `any` for `*`. */
export type EtagCondition = 'any' | ReadonlySet<string>;

const ETAG = String.raw`(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"`;
const ETAG_LIST = new RegExp(String.raw`^${ETAG}(?:[ \t]*,[ \t]*${ETAG})*$`);

/** @throws FakeError VAL_FIELD_INVALID for a value that is neither `*` nor a list of ETags */
export function parseEtagCondition(header: string, value: string | null): EtagCondition | null {
  if (value === null) return null;
  const text = value.trim();
  if (text === '*') return 'any';
  if (ETAG_LIST.test(text)) return new Set(text.match(/"[^"]*"/g));
  throw invalidField(header, `The header ${header} must be * or a comma-separated list of quoted ETags.`);
}

export const matchesEtag = (condition: EtagCondition, etag: string): boolean =>
  condition === 'any' || condition.has(etag);

/** @throws FakeError RES_PRECONDITION_FAILED if the object has none of the ETags */
export function requireEtag(
  ifMatch: EtagCondition | null,
  { type, id, etag }: { type: string; id: string; etag: string },
): void {
  if (ifMatch === null || matchesEtag(ifMatch, etag)) return;
  throw new FakeError(
    'RES_PRECONDITION_FAILED',
    `The ${type} was changed after the client read it. Read it again, and repeat the request with its new ETag.`,
    { details: { resource_type: type, resource_id: id, etag } },
  );
}
