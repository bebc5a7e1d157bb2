import { createServer, request as requestHttp } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TokenProxy {
  /** `http://localhost:<port>`; any path leads to the same path of the gateway. */
  url: string;
  close(): Promise<void>;
}

/**
 * The gateway with a credential: the suite sends none. Everything else passes untouched, a foreign `Host` or
 * `Origin` above all, as the suite wants to see them refused; only the proxy's own `Host` becomes the gateway's.
 *
 * @param gatewayUrl its origin
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
      (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.once('error', () => outgoing.destroy());
    // A client that leaves closes the stream behind it as well.
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
