import { createServer, request as requestHttp } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TokenProxy {
  /** URL of the proxy, `http://localhost:<port>`. Paths are forwarded unchanged. */
  url: string;
  close(): Promise<void>;
}

/**
 * Starts a proxy that adds an access token to requests, because the conformance suite sends no credential. Replaces the
 * proxy's own `Host` with the gateway's. Forwards a foreign `Host` or `Origin` unchanged, because the suite checks that
 * the gateway rejects them.
 *
 * @param gatewayUrl origin of the gateway
 */
export async function startTokenProxy(gatewayUrl: string, accessToken: string): Promise<TokenProxy> {
  const gateway = new URL(gatewayUrl);
  let ownHost = '';
  const server = createServer((incoming, outgoing) => {
    const host = incoming.headers.host === ownHost ? gateway.host : incoming.headers.host;
    const headers = {
      ...incoming.headers,
      host,
      authorization: incoming.headers.authorization ?? `Bearer ${accessToken}`,
    };
    const forwarded = requestHttp(
      { host: gateway.hostname, port: gateway.port, method: incoming.method, path: incoming.url, headers },
      (response) => {
        outgoing.writeHead(response.statusCode!, response.headers);
        response.pipe(outgoing);
      },
    );
    forwarded.once('error', () => outgoing.destroy());
    // If the client disconnects, close the upstream request too.
    outgoing.once('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  ownHost = `localhost:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${ownHost}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
