import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Lowest port that can be chosen. All ports are below the range for outgoing connections, so that the port of
 * a killed server stays free.
 */
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_000;

/** Returns distinct free ports of 127.0.0.1, chosen at random so that concurrent runs rarely conflict. */
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
