import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process with a bare Express route. Its latency is a lower bound for requests over HTTP. */
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
    // The child exits when its standard input closes, so it does not outlive the benchmark.
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const exited = once(child, 'exit');
  const port = await Promise.race([
    once(child.stdout, 'data').then(([chunk]) => Number(String(chunk))),
    exited.then(() => {
      throw new Error('The process with the bare Express route exited before it listened on a port.');
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
