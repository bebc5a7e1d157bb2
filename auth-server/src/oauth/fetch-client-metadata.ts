import { lookup } from 'node:dns/promises';
import { isSpecialAddress } from '@loci/outbound';
import { normalizeMetadataDocument } from './client-registration.ts';

/** Maximum size of a client metadata document. The provider rejects larger ones. */
const MAX_DOCUMENT_BYTES = 5 * 1024;

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * Creates the function with which the provider fetches client metadata documents. The provider passes a
 * dispatcher that closes connections to private and other special addresses. A host that resolves to such an
 * address is rejected before a connection is opened. Without this dispatcher, nothing
 * is fetched. Redirects are not followed.
 *
 * @param fetchDocument sends the HTTP request; replaced in tests
 * @param resolveHost returns the IP addresses of a host; replaced in tests
 * @see docs/security-model.md#threat-16-server-side-request-forgery
 * @see docs/reference/authentication.md#client-id-metadata-documents
 */
export function createClientMetadataFetch(
  fetchDocument: Fetch = (input, init) => fetch(input, init),
  resolveHost: (host: string) => Promise<string[]> = resolveAddresses,
): Fetch {
  return async (input, init) => {
    if (!(init as { dispatcher?: unknown } | undefined)?.dispatcher) {
      throw new Error(
        'Client metadata was not fetched because the dispatcher that blocks private addresses is missing.',
      );
    }
    // The dispatcher also checks the address of the connection, because the DNS response can change.
    const { hostname } = new URL(input instanceof Request ? input.url : input);
    const addresses = await resolveHost(hostname.replace(/^\[|\]$/g, ''));
    if (addresses.some(isSpecialAddress)) {
      throw new Error('Client metadata was not fetched because its host has a private or special address.');
    }
    const response = await fetchDocument(input, { ...init, redirect: 'manual' });
    if (response.status !== 200) return response;
    const body = await readBody(response);
    const headers = new Headers();
    for (const name of ['cache-control', 'expires', 'content-type']) {
      const value = response.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    return new Response(normalizeBody(body), { status: 200, headers });
  };
}

const resolveAddresses = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** Normalizes a document. Returns a body that is not a JSON object unchanged, so that the provider rejects it. */
function normalizeBody(body: string): string {
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
    if (received > MAX_DOCUMENT_BYTES)
      throw new Error(`The client metadata document exceeds the limit of ${MAX_DOCUMENT_BYTES} bytes.`);
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString('utf8');
}
