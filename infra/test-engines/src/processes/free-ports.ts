import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range that systems take for outgoing connections: a killed server must find its port free again. */
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_000;

/** Ports of 127.0.0.1 that nobody listens on, each different, chosen at random so that two runs do not meet. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
