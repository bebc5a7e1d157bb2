import type { ApiError, Loci, ResponseInfo } from '@loci/client';

/** Query of a read that waits for the indexes, which a server updates after the response to a write. */
export const FRESH = { wait_ms: 5_000, require_fresh: true } as const;
/** Options of a write that waits until searches find its memories. */
export const SEARCHABLE = { waitFor: 'searchable', waitMs: 5_000 } as const;

export const UNKNOWN_ID = '01a2018e-850c-7000-bee0-3ea9bd90741f';

/** Content of an error response that a test expects. */
export interface Failure {
  /** Name of the class of the error. */
  name: string;
  status: number;
  code: ApiError['code'];
  message: string;
  details: ApiError['details'];
  /** Sorted names of `details`. */
  detailNames: string[];
  fieldErrors: ApiError['fieldErrors'];
  /** Sorted names of the invalid fields. */
  fields: string[];
}

/**
 * Resolves to the content of an expected error response.
 *
 * @throws Error if the call succeeds, or fails without a response
 */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  const error = (await call.then(
    () => null,
    (reason: unknown) => reason,
  )) as ApiError | null;
  if (error?.code === undefined) throw new Error(`The call did not fail as expected: ${String(error)}`);
  const { name, status, code, message, details, fieldErrors } = error;
  return {
    name,
    status,
    code,
    message,
    details,
    detailNames: Object.keys(details ?? {}).sort(),
    fieldErrors,
    fields: Object.keys(fieldErrors ?? {}).sort(),
  };
}

/**
 * Resolves to the results of the calls that succeed, and to the error responses of the others.
 *
 * @throws Error if a call fails without a response
 */
export async function settle<T>(
  calls: readonly Promise<T>[],
): Promise<{ results: T[]; failures: Failure[] }> {
  const settled = await Promise.allSettled(calls);
  const rejected = calls.filter((_, i) => settled[i]!.status === 'rejected');
  return {
    results: settled.flatMap((call) => (call.status === 'fulfilled' ? [call.value] : [])),
    failures: await Promise.all(rejected.map(failureOf)),
  };
}

/** Resolves to the facts about the response of a call. */
export async function infoOf(
  call: (options: { onResponse: (info: ResponseInfo) => void }) => Promise<unknown>,
): Promise<ResponseInfo> {
  let received: ResponseInfo | undefined;
  await call({ onResponse: (info) => void (received = info) });
  return received!;
}

/** Resolves to the result of a call and the facts about its response. */
export async function responseOf<T>(
  call: (options: { onResponse: (info: ResponseInfo) => void }) => Promise<T>,
): Promise<ResponseInfo & { data: T }> {
  let data: T | undefined;
  const info = await infoOf(async (options) => {
    data = await call(options);
  });
  return { ...info, data: data! };
}

/** Resolves to all items of an iteration. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** Stores two memories, and resolves to their IDs. */
export async function createTwo(loci: Loci): Promise<[string, string]> {
  const first = await loci.memories.create({ content: 'Ada lives in London.' });
  const second = await loci.memories.create({ content: 'Ada lives in Lisbon.' });
  return [first.id, second.id];
}
