import { createServer, request as requestHttp } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTokenProxy } from './token-proxy.ts';
import type { TokenProxy } from './token-proxy.ts';

describe('startTokenProxy', () => {
  let gateway: Server;
  let gatewayHost: string;
  let proxy: TokenProxy;

  beforeAll(async () => {
    gateway = createServer((incoming, outgoing) => {
      outgoing.writeHead(418, { 'x-method': incoming.method! });
      outgoing.write(JSON.stringify(incoming.headers));
      incoming.pipe(outgoing);
    });
    await new Promise<void>((resolve) => gateway.listen(0, 'localhost', resolve));
    gatewayHost = `localhost:${(gateway.address() as AddressInfo).port}`;
    proxy = await startTokenProxy(`http://${gatewayHost}`, 'the-token');
  });
  afterAll(async () => {
    await proxy.close();
    gateway.close();
  });

  /** Sends a request with `node:http`, because `fetch` does not allow a `Host` header. */
  const request = (headers: Record<string, string>, body = '') =>
    new Promise<{ status: number; seen: IncomingHttpHeaders; rest: string }>((resolve, reject) => {
      const outgoing = requestHttp(`${proxy.url}/mcp`, { method: 'POST', headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.once('end', () => {
          const end = text.indexOf('}') + 1;
          resolve({
            status: response.statusCode!,
            seen: JSON.parse(text.slice(0, end)) as IncomingHttpHeaders,
            rest: text.slice(end),
          });
        });
      });
      outgoing.once('error', reject);
      outgoing.end(body);
    });

  test('adds the access token without changing other headers, the body or the status', async () => {
    expect(await request({ 'mcp-method': 'ping' }, 'body')).toMatchObject({
      status: 418,
      rest: 'body',
      seen: { authorization: 'Bearer the-token', host: gatewayHost, 'mcp-method': 'ping' },
    });
  });

  test('forwards a foreign Host, a foreign Origin and a client credential unchanged', async () => {
    const foreign = { host: 'evil.example', origin: 'http://evil.example', authorization: 'Bearer other' };
    expect(await request(foreign)).toMatchObject({ seen: foreign });
  });
});
