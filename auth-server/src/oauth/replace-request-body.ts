import type { IncomingMessage } from 'node:http';

/**
 * Replaces the body of a request that was already read. The request can then be read again as a stream, because the
 * provider parses bodies itself.
 */
export function replaceRequestBody(request: IncomingMessage, body: string, contentType: string): void {
  const bytes = Buffer.from(body, 'utf8');
  request.headers['content-type'] = contentType;
  request.headers['content-length'] = String(bytes.length);
  delete request.headers['transfer-encoding'];
  Object.defineProperties(request, {
    body: { value: undefined, configurable: true },
    readable: { value: true, configurable: true },
    iterator: {
      configurable: true,
      value: async function* () {
        yield bytes;
      },
    },
  });
}
