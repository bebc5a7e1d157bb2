import { normalizeMetadataDocument } from './client-registration.ts';

/** The provider refuses longer documents; no more than this is read. */
const MAX_DOCUMENT_BYTES = 5 * 1024;

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * How the provider fetches a client's metadata document (CIMD). It hands in a dispatcher that cuts connections to
 * private and other special addresses; without it nothing is fetched at all.
 * @param fetchSafely only tests give another one
 */
export function createClientMetadataFetch(fetchSafely: Fetch = (input, init) => fetch(input, init)): Fetch {
  return async (input, init) => {
    if (!(init as { dispatcher?: unknown } | undefined)?.dispatcher) {
      throw new Error('There is no protection against requests to private addresses: nothing is fetched.');
    }
    const response = await fetchSafely(input, { ...init, redirect: 'manual' });
    if (response.status !== 200) return response;
    const body = await readBody(response);
    const headers = new Headers();
    for (const name of ['cache-control', 'expires', 'content-type']) {
      const value = response.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    return new Response(completed(body), { status: 200, headers });
  };
}

/** The document, or whatever the provider should refuse in its place. */
function completed(body: string): string {
  let document: unknown;
  try {
    document = JSON.parse(body);
  } catch {
    return body;
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return body;
  return JSON.stringify(normalizeMetadataDocument(document as Record<string, unknown>));
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of response.body ?? []) {
    received += chunk.length;
    if (received > MAX_DOCUMENT_BYTES) throw new Error('The client metadata document is too long.');
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString('utf8');
}
