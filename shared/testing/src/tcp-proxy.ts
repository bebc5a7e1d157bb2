import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/**
 * A line to a real server that a test may cut: a relay of its own, in the test's process. Toxiproxy's own interface was
 * seen to hang when silence ended on connections that held data, for everybody who used it.
 */
export interface TcpProxy {
  host: string;
  port: number;
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Carries nothing more and closes nothing; new connections are accepted, and hear nothing either. */
  silence(): Promise<void>;
  /** Carries new connections again; those that were silenced end. */
  heal(): Promise<void>;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/** @param upstream `host:port` */
export async function openTcpProxy(upstream: string): Promise<TcpProxy> {
  const { hostname, port: upstreamPort } = new URL(`tcp://${upstream}`);
  const sockets = new Set<Socket>();
  let silent = false;

  function hold(socket: Socket, other: () => Socket | undefined): Socket {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      other()?.destroy();
    });
    return socket;
  }

  const server = createServer((client) => {
    if (silent) {
      hold(client, () => undefined);
      return;
    }
    const far: Socket = hold(connect(Number(upstreamPort), hostname), () => client);
    hold(client, () => far);
    client.pipe(far).pipe(client);
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, HOST);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const cut = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    hangUp();
    await once(server, 'close');
  };

  const port = await listen(0);
  return {
    host: HOST,
    port,
    cut,
    silence: () => {
      silent = true;
      for (const socket of sockets) socket.unpipe();
      return Promise.resolve();
    },
    heal: async () => {
      if (silent) hangUp();
      silent = false;
      if (!server.listening) await listen(port);
    },
    close: cut,
  };
}
