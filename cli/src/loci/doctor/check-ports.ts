import { createServer } from 'node:net';
import { fail, ok, skip } from './check.ts';
import type { CheckResult } from './check.ts';

const PORTS = [
  ['PORT', 8080],
  ['AUTH_PORT', 8081],
  ['PORTAL_PORT', 8082],
] as const;

/**
 * Checks that a standalone platform could listen on its ports.
 *
 * @param isRunning true if a server responds, which then uses the ports itself
 */
export async function checkPorts(env: NodeJS.ProcessEnv, isRunning: boolean): Promise<CheckResult> {
  if (isRunning) return skip('ports', 'A server responds, so its ports are in use.');
  const ports = PORTS.map(([variable, fallback]) => ({ variable, port: Number(env[variable] || fallback) }));
  for (const { variable, port } of ports) {
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      return fail('ports', `${variable} is not a port.`, `Set ${variable} to a number from 0 to 65535.`);
    if (!(await isFree(port)))
      return fail(
        'ports',
        `Another program uses port ${port}.`,
        `Stop this program, or set ${variable} to another port before you start the platform.`,
      );
  }
  return ok('ports', `The ports ${ports.map(({ port }) => port).join(', ')} are free.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
