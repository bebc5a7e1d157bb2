import { spawn } from 'node:child_process';

/** A process of one version. It is not restarted. */
export interface ServiceProcess {
  /** Resolves with the exit code, or with the signal that killed the process. */
  exited: Promise<number | NodeJS.Signals>;
  /** Returns the end of the output so far. */
  output(): string;
  /** Resolves when the process has exited. @throws Error with the output unless it exits with 0 */
  succeeded(): Promise<void>;
  /** Sends SIGTERM, and SIGKILL after 30 s. Otherwise like `succeeded`. */
  stop(): Promise<void>;
}

const OUTPUT_LENGTH = 4_000;
/** Time from SIGTERM to SIGKILL, which is that of the manifests for Kubernetes. */
const STOP_TIMEOUT_MS = 30_000;

/**
 * Starts a process.
 *
 * @param root folder of the version
 * @param main path of the entry point in `root`
 */
export function startServiceProcess(
  root: string,
  main: string,
  environment: Record<string, string>,
): ServiceProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-OUTPUT_LENGTH)));
  }
  const exited = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal!)),
  );
  const succeeded = async (): Promise<void> => {
    const code = await exited;
    if (code !== 0) throw new Error(`${main} exited with ${code}:\n${output}`);
  };
  return {
    exited,
    output: () => output,
    succeeded,
    stop: async () => {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await succeeded().finally(() => clearTimeout(timer));
    },
  };
}
