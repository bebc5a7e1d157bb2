import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * All ports are below the range from which systems take ports for outgoing connections and for `listen(0)` (Linux: from
 * 32,768). Another program could take a port of that range before its server starts.
 */
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_000;

/**
 * Returns distinct free ports of 127.0.0.1 for servers that are started later, chosen at random so that concurrent
 * runs rarely conflict. Does not reserve them.
 */
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
