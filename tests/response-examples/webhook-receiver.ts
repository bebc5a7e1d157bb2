import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a server on a loopback address that accepts every message. */
export async function startWebhookReceiver(): Promise<{ origin: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
