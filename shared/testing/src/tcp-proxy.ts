import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/**
 * A TCP proxy in the process of the test that simulates network faults. Tests use it instead of Toxiproxy to
 * drop the data of a connection, because the admin API of Toxiproxy can hang when this fault ends.
 */
export interface TcpProxy {
  host: string;
  port: number;
  /** Closes all connections and refuses new connections. */
  cut(): Promise<void>;
  /**
   * Drops all data without closing connections. New connections are accepted, but their data is dropped as
   * well.
   */
  blackhole(): Promise<void>;
  /** Forwards new connections again. After a blackhole, closes all existing connections. */
  heal(): Promise<void>;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/**
 * Opens a proxy on a free port of 127.0.0.1.
 * @param upstream address of the server, as `host:port`
 */
export async function openTcpProxy(upstream: string): Promise<TcpProxy> {
  const { hostname, port: upstreamPort } = new URL(`tcp://${upstream}`);
  const sockets = new Set<Socket>();
  let isBlackhole = false;

  function track(socket: Socket, peer: () => Socket | undefined): Socket {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      peer()?.destroy();
    });
    return socket;
  }

  const server = createServer((client) => {
    if (isBlackhole) {
      track(client, () => undefined);
      return;
    }
    const upstreamSocket: Socket = track(connect(Number(upstreamPort), hostname), () => client);
    track(client, () => upstreamSocket);
    client.pipe(upstreamSocket).pipe(client);
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, HOST);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const closeConnections = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const cut = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    closeConnections();
    await once(server, 'close');
  };

  const port = await listen(0);
  return {
    host: HOST,
    port,
    cut,
    blackhole: () => {
      isBlackhole = true;
      for (const socket of sockets) socket.unpipe();
      return Promise.resolve();
    },
    heal: async () => {
      if (isBlackhole) closeConnections();
      isBlackhole = false;
      if (!server.listening) await listen(port);
    },
    close: cut,
  };
}
