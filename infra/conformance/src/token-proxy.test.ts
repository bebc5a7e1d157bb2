import { createServer, request as requestHttp } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTokenProxy } from './token-proxy.ts';
import type { TokenProxy } from './token-proxy.ts';

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

/** Not `fetch`, which lets nobody choose the Host. */
const ask = (headers: Record<string, string>, body = '') =>
  new Promise<{ status: number; seen: IncomingHttpHeaders; rest: string }>((resolve, reject) => {
    const sent = requestHttp(`${proxy.url}/mcp`, { method: 'POST', headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.once('end', () => {
        const end = text.indexOf('}') + 1;
        resolve({
          status: answer.statusCode!,
          seen: JSON.parse(text.slice(0, end)) as IncomingHttpHeaders,
          rest: text.slice(end),
        });
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });

test('adds the credential and passes the rest, body and status included', async () => {
  expect(await ask({ 'mcp-method': 'ping' }, 'body')).toMatchObject({
    status: 418,
    rest: 'body',
    seen: { authorization: 'Bearer the-token', host: gatewayHost, 'mcp-method': 'ping' },
  });
});

test('a foreign Host and Origin, and a credential of the client, pass untouched', async () => {
  const foreign = { host: 'evil.example', origin: 'http://evil.example', authorization: 'Bearer other' };
  expect(await ask(foreign)).toMatchObject({ seen: foreign });
});
