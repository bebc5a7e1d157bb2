import type { RequestListener, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '@loci/runtime';

export interface RunningServer {
  port: number;
  /** Stops accepting, lets open requests end for up to `graceMs`, then cuts. */
  close(graceMs: number): Promise<void>;
}

/** A client that takes nothing of a response for this long is disconnected. */
export const SEND_TIMEOUT_MS = 30_000;

export interface ListenOptions {
  host: string;
  port: number;
  /** Environment variable that sets the port, for error messages. */
  portVariable: string;
  sendTimeoutMs?: number;
}

/** @throws ConfigError when the address is taken or not ours, naming the variable to change */
export async function listen(
  handler: RequestListener,
  { host, port, portVariable, sendTimeoutMs = SEND_TIMEOUT_MS }: ListenOptions,
): Promise<RunningServer> {
  const server = createServer(
    { keepAliveTimeout: 65_000, headersTimeout: 30_000, requestTimeout: 120_000 },
    handler,
  );
  destroyStalled(server, sendTimeoutMs);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port, portVariable)));
    server.listen(port, host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: (graceMs) => close(server, graceMs) };
}

/**
 * Destroys connections whose client stopped reading a response. Node.js emits `timeout` for a response when its
 * socket had no activity for that long; bytes that the client acknowledges are activity. It compares them once
 * per period, so a stalled client is disconnected after one to two periods. A response that is not written
 * yet, or waits for its source, has nothing buffered and may take longer.
 */
function destroyStalled(server: Server, timeoutMs: number): void {
  server.timeout = timeoutMs;
  server.on('request', (_request, response: ServerResponse) => {
    response.on('timeout', () => {
      if (response.socket && response.socket.writableLength > 0) response.socket.destroy();
    });
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number, variable: string): Error {
  if (error.code === 'EADDRINUSE') {
    return new ConfigError(
      `Port ${port} is taken. Stop what listens there, or choose another with ${variable}=<port>.`,
    );
  }
  if (error.code === 'EACCES') {
    return new ConfigError(`Port ${port} needs more rights. Choose one above 1023 with ${variable}=<port>.`);
  }
  if (error.code === 'EADDRNOTAVAIL') {
    return new ConfigError(
      `This machine has no address ${host}. Set HOST to one it has, e.g. 127.0.0.1 or 0.0.0.0.`,
    );
  }
  return error;
}

async function close(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
