import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface SupervisedProcess {
  readonly name: string;
  /** Returns the process id, which changes with every restart. */
  pid(): number | undefined;
  /**
   * Resolves when the process reports ready.
   *
   * @throws Error if the process is not ready within `timeoutMs`, or exits because its configuration is invalid
   */
  waitUntilReady(timeoutMs: number): Promise<void>;
  /** Sends a signal to inject a fault. If the process exits, it is restarted. */
  signal(name: NodeJS.Signals): void;
  /** Stops the process without a restart. Resolves when it has exited. */
  stop(): Promise<void>;
}

export interface SupervisedProcessOptions {
  name: string;
  /** Path of the entry point, relative to the repository root. */
  main: string;
  environment: Record<string, string>;
  /** Receives each line of the output. */
  print(line: string): void;
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const RESTART_DELAY_MS = 500;
/** Exit code of `runProcess` for an invalid configuration, which a restart cannot fix. */
const INVALID_CONFIGURATION = 2;
const POLL_MS = 50;
/** Time from SIGTERM to SIGKILL. A process shuts down within 10 s after SIGTERM. */
const STOP_TIMEOUT_MS = 12_000;

/** Returns the variables of OpenTelemetry, which the processes share. */
const telemetryEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('OTEL_')));

/** Runs a program. Restarts it when it exits, except if its configuration is invalid. */
export function superviseProcess({
  name,
  main,
  environment,
  print,
}: SupervisedProcessOptions): SupervisedProcess {
  let stopping = false;
  let child: ChildProcess = start();
  let lastExit: number | null = null;

  function start(): ChildProcess {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const started = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
      cwd: ROOT,
      env: { PATH, NODE_COMPILE_CACHE, ...telemetryEnvironment(), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let partialLine = '';
    const printLines = (chunk: Buffer): void => {
      const lines = `${partialLine}${chunk.toString()}`.split('\n');
      partialLine = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') print(line);
    };
    started.stdout.on('data', printLines);
    started.stderr.on('data', printLines);
    started.once('exit', (code, signal) => {
      lastExit = code;
      if (stopping || code === INVALID_CONFIGURATION) return;
      print(`${name} exited with ${signal ?? `code ${code}`}. Restarting it...`);
      setTimeout(() => {
        if (!stopping) child = start();
      }, RESTART_DELAY_MS);
    });
    return started;
  }

  const hasExited = (): boolean => child.exitCode !== null || child.signalCode !== null;

  return {
    name,
    pid: () => child.pid,
    waitUntilReady: async (timeoutMs) => {
      const url = `http://127.0.0.1:${environment['ADMIN_PORT']}/health/ready`;
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        const health = await readHealth(url);
        if (health?.isReady) return;
        if (hasExited() && lastExit === INVALID_CONFIGURATION) {
          throw new Error(`${name} exited because its configuration is invalid. See the errors above.`);
        }
        if (performance.now() > deadline) {
          throw new Error(
            `${name} was not ready within ${timeoutMs / 1000} s. Health: ${health?.text ?? 'no response'}.`,
          );
        }
        await delay(POLL_MS);
      }
    },
    signal: (signal) => void child.kill(signal),
    stop: async () => {
      stopping = true;
      if (hasExited()) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      // A process stopped by SIGSTOP handles SIGTERM only after SIGCONT.
      child.kill('SIGCONT');
      const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(killTimer);
    },
  };
}

async function readHealth(url: string): Promise<{ isReady: boolean; text: string } | null> {
  try {
    const response = await fetch(url);
    return { isReady: response.ok, text: await response.text() };
  } catch {
    return null;
  }
}
