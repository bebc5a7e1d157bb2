import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process with a bare Express route, the lower bound of a request over HTTP. */
export interface ExpressEcho {
  origin: string;
  pid: number;
  close(): Promise<void>;
}

/** Starts the process. @throws Error if it exits before it listens */
export async function startExpressEcho(nodePath: string): Promise<ExpressEcho> {
  const child = spawn(
    nodePath,
    [
      '--disable-warning=ExperimentalWarning',
      fileURLToPath(new URL('./express-echo.main.ts', import.meta.url)),
    ],
    // The process ends when its standard input closes, so it does not survive this process.
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const exited = once(child, 'exit');
  const port = await Promise.race([
    once(child.stdout, 'data').then(([chunk]) => Number(String(chunk))),
    exited.then(() => {
      throw new Error('The bare Express route exited before it listened.');
    }),
  ]);
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    close: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
