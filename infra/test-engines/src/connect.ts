import { connect } from 'node:net';

const TIMEOUT_MS = 1_000;

/** Returns true if a port of 127.0.0.1 accepts connections. */
export function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: TIMEOUT_MS });
    const end = (accepted: boolean) => {
      socket.destroy();
      resolve(accepted);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

/** Returns true if `GET url` returns 200. @throws TypeError if there is no response */
export async function answersOk(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS * 2) });
  await response.body?.cancel();
  return response.ok;
}
