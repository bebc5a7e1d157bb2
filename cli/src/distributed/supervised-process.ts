import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface SupervisedProcess {
  readonly name: string;
  /** Of the process that runs now. */
  pid(): number | undefined;
  /** Resolves when it is ready. @throws Error when it is not in time, or ended for a mistake of its configuration */
  untilReady(timeoutMs: number): Promise<void>;
  /** Sends a signal as a fault: it is started again when it ends. */
  signal(name: NodeJS.Signals): void;
  /** Ends it for good; resolves when it is gone. */
  stop(): Promise<void>;
}

export interface SupervisedProcessOptions {
  name: string;
  /** From the root of the repository. */
  main: string;
  environment: Record<string, string>;
  /** Gets each line that it prints. */
  print(line: string): void;
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const RESTART_AFTER_MS = 500;
/** `runProcess` ends so when the configuration is wrong: starting again would not help. */
const CONFIGURATION_MISTAKE = 2;
const LOOK_MS = 50;
/** The start contract promises an end in less than ten seconds. */
const STOP_TIMEOUT_MS = 12_000;

/** Runs a program and starts it again whenever it ends by itself, as an orchestrator would. */
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
      env: { PATH, NODE_COMPILE_CACHE, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let rest = '';
    const pass = (chunk: Buffer): void => {
      const lines = `${rest}${chunk.toString()}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') print(line);
    };
    started.stdout.on('data', pass);
    started.stderr.on('data', pass);
    started.once('exit', (code, signal) => {
      lastExit = code;
      if (stopping || code === CONFIGURATION_MISTAKE) return;
      print(`${name} ended (${signal ?? code}) and is started again`);
      setTimeout(() => {
        if (!stopping) child = start();
      }, RESTART_AFTER_MS);
    });
    return started;
  }

  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;

  return {
    name,
    pid: () => child.pid,
    untilReady: async (timeoutMs) => {
      const url = `http://127.0.0.1:${environment['ADMIN_PORT']}/health/ready`;
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        const answer = await fetch(url).catch(() => null);
        if (answer?.ok) return;
        if (hasEnded() && lastExit === CONFIGURATION_MISTAKE) throw new Error(`${name} refused to start.`);
        if (performance.now() > deadline) {
          throw new Error(
            `${name} was not ready in time; it waits for ${JSON.stringify(await answer?.json().catch(() => null))}.`,
          );
        }
        await delay(LOOK_MS);
      }
    },
    signal: (signal) => void child.kill(signal),
    stop: async () => {
      stopping = true;
      if (hasEnded()) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      // A stopped process does not see SIGTERM before it goes on.
      child.kill('SIGCONT');
      const killed = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await gone;
      clearTimeout(killed);
    },
  };
}
