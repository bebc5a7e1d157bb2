import type { ApiRequest, ApiResponse, Json } from '../../support/api-connection.ts';
import { checkResponses } from './check-responses.ts';

/**
 * Wraps `fetch` so that it rejects a response that does not match the OpenAPI document, or that has a field which the
 * document does not have.
 */
export function checkFetch(fetch: typeof globalThis.fetch, document: Json): typeof globalThis.fetch {
  const responses = new WeakMap<ApiRequest, ApiResponse>();
  const check = checkResponses(
    (request) => Promise.resolve(responses.get(request)!),
    withoutOtherFields(document),
  );
  return async (input, init) => {
    const response = await fetch(input, init);
    const { pathname, search } = new URL(input as string);
    const request = { method: init!.method!, path: pathname + search };
    responses.set(request, await toApiResponse(response.clone()));
    await check(request);
    return response;
  };
}

/** Objects of the document have only the documented fields, except free-form objects. */
export function withoutOtherFields(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutOtherFields);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, withoutOtherFields(value)]),
  );
  const isClosed = copy['type'] === 'object' && 'properties' in copy && !('additionalProperties' in copy);
  return isClosed ? { ...copy, additionalProperties: false } : copy;
}

async function toApiResponse(response: Response): Promise<ApiResponse> {
  const text = await response.text();
  const isJson = /^application\/json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    body: isJson && text !== '' ? JSON.parse(text) : null,
  };
}
