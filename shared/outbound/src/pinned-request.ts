import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6 } from 'node:net';
import type { LookupFunction } from 'node:net';

export interface OutboundRequest {
  method: 'POST';
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Addresses to connect to, instead of resolving the host of the URL. */
  addresses: readonly string[];
  /** Maximum milliseconds until the response headers have arrived. */
  timeoutMs: number;
  /** Aborts the request. */
  signal: AbortSignal;
}

/** Sends a request and returns the status of the response. */
export type SendRequest = (url: URL, request: OutboundRequest) => Promise<number>;

/**
 * Sends a request to checked addresses. The TLS certificate must match the host of the URL. Does not follow redirects,
 * and ignores proxies in the environment and the body of the response.
 *
 * @throws TimeoutError (DOMException) after `timeoutMs`; AbortError after `signal`; errors of Node.js for failed
 *   connections
 */
export const pinnedRequest: SendRequest = (
  url,
  { method, headers, body, addresses, timeoutMs, signal: stopping },
) => {
  const timeout = AbortSignal.timeout(timeoutMs);
  return new Promise<number>((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(url, {
      method,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' },
      agent: false,
      lookup: returnAddresses(addresses),
      signal: AbortSignal.any([timeout, stopping]),
    });
    request.on('response', (response) => {
      resolve(response.statusCode!);
      response.destroy();
    });
    request.on('error', (error) => reject(timeout.aborted ? (timeout.reason as Error) : error));
    request.end(body);
  });
};

/** Returns a DNS lookup that always results in `addresses`. Node.js does not call it if the host is an IP address. */
function returnAddresses(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    if (options.all === true) callback(null, entries);
    else callback(null, entries[0]!.address, entries[0]!.family);
  };
}
