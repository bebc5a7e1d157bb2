import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@loci/core';
import { chooseRequestId, sendError } from '@loci/http';
import { ConfigError } from '@loci/runtime';
import type { Response } from 'express';

export interface RunningServer {
  port: number;
  /**
   * Closes each connection after its next response, so that clients open their next connection to another replica. The
   * server still accepts connections.
   */
  drain(): void;
  /**
   * Refuses new connections, waits up to `graceMs` milliseconds for open requests, then closes all
   * connections.
   */
  close(graceMs: number): Promise<void>;
}

/** Milliseconds without progress after which a client that does not read its response is disconnected. */
export const SEND_TIMEOUT_MS = 30_000;

export interface ListenOptions {
  host: string;
  port: number;
  /** Environment variable that sets the port, for error messages. */
  portVariable: string;
  sendTimeoutMs?: number;
}

/**
 * Starts an HTTP server. It rejects requests with several `Host` headers with 400, because a proxy in front
 * of the server could have routed the request by another one of these headers.
 *
 * @throws ConfigError if the server cannot listen on the address; the message contains the variable to change
 */
export async function listen(
  handler: RequestListener,
  { host, port, portVariable, sendTimeoutMs = SEND_TIMEOUT_MS }: ListenOptions,
): Promise<RunningServer> {
  let draining = false;
  const server = createServer(
    { keepAliveTimeout: 65_000, headersTimeout: 30_000, requestTimeout: 120_000 },
    (request, response) => {
      if (draining) response.setHeader('connection', 'close');
      if (hasSeveralHosts(request)) rejectHosts(response);
      else handler(request, response);
    },
  );
  destroyStalledConnections(server, sendTimeoutMs);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(toConfigError(error, host, port, portVariable)),
    );
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    drain: () => {
      draining = true;
    },
    close: (graceMs) => close(server, graceMs),
  };
}

/**
 * Verifies that a server can listen on each address. Another process can still take a port afterwards.
 *
 * @throws ConfigError for the first address that is not available, with the variable to change
 */
export async function requireAvailablePorts(addresses: readonly ListenOptions[]): Promise<void> {
  for (const address of addresses) {
    const server = await listen(() => undefined, address);
    await server.close(0);
  }
}

/** True for a request with more than one `Host` header. Node.js keeps only the first one in `request.headers`. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function rejectHosts(response: ServerResponse): void {
  const error = new AppError('VAL_FIELD_INVALID', 'The request has several Host headers. Send one.', {
    status: 400,
  });
  response.setHeader('connection', 'close');
  sendError(response as Response, chooseRequestId(undefined), error);
}

/**
 * Destroys connections whose client stopped reading a response. Node emits `timeout` for a response after
 * `timeoutMs` without activity of its socket. Bytes that the client acknowledges count as activity. Node
 * checks once per period, so a stalled client is disconnected after one to two periods. A response that is
 * not written yet, or that waits for its source, has no buffered bytes and may take longer.
 */
function destroyStalledConnections(server: Server, timeoutMs: number): void {
  server.timeout = timeoutMs;
  server.on('request', (_request, response: ServerResponse) => {
    response.on('timeout', () => {
      if (response.socket && response.socket.writableLength > 0) response.socket.destroy();
    });
  });
}

function toConfigError(error: NodeJS.ErrnoException, host: string, port: number, variable: string): Error {
  if (error.code === 'EADDRINUSE') {
    return new ConfigError(
      `Port ${port} is in use. Stop the process that uses it, or choose another port with ${variable}=<port>.`,
    );
  }
  if (error.code === 'EACCES') {
    return new ConfigError(
      `Port ${port} requires root privileges. Choose a port above 1023 with ${variable}=<port>.`,
    );
  }
  if (error.code === 'EADDRNOTAVAIL') {
    return new ConfigError(
      `This machine has no address ${host}. Set HOST to one of its addresses, such as 127.0.0.1 or 0.0.0.0.`,
    );
  }
  return error;
}

async function close(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // Connections become idle when their last response has been sent.
  const idleTimer = setInterval(() => server.closeIdleConnections(), 50);
  const graceTimer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idleTimer);
  clearTimeout(graceTimer);
}
