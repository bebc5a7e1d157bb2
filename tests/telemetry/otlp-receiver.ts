import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { collectExports } from './received-exports.ts';
import type { ReceivedExports } from './received-exports.ts';

export interface OtlpReceiver extends ReceivedExports {
  url: string;
  close(): Promise<void>;
}

/**
 * Starts a server that receives exports of OpenTelemetry with the protocol `http/json`.
 *
 * @see https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const { exports, add } = collectExports();
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      add(body);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ...exports,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
