/** The members of `process` that `runProcess` uses. */
export interface ProcessLike {
  on(
    event: 'SIGTERM' | 'SIGINT' | 'unhandledRejection' | 'uncaughtException',
    listener: (value: unknown) => void,
  ): unknown;
  exit(code: number): never;
  umask(mask: number): unknown;
  stderr: { write(text: string): unknown };
}

/**
 * Maximum duration of the shutdown in milliseconds. The process then exits with code 1. Container runtimes
 * kill a process after 10 s.
 */
const SHUTDOWN_TIMEOUT_MS = 9_000;

/**
 * Runs a program until it is stopped. Other users of the machine cannot access the files that it creates.
 *
 * | Event | Exit code |
 * |---|---|
 * | SIGTERM or SIGINT | 0, after a graceful shutdown |
 * | ConfigError or StartupError of `start` | 2, with the message on standard error |
 * | any other error | 1, with the stack on standard error, so that a supervisor restarts the process |
 *
 * @param start starts the program. SIGTERM and SIGINT abort its signal. It may then reject with the abort
 *   reason.
 */
export async function runProcess(
  host: ProcessLike,
  start: (stopping: AbortSignal) => Promise<{ stop(): Promise<void> }>,
): Promise<void> {
  host.umask(0o077);
  const stopping = new AbortController();
  const fail = (error: unknown): never => {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    host.stderr.write(`${message}\n`);
    return host.exit(1);
  };
  host.on('unhandledRejection', fail);
  host.on('uncaughtException', fail);
  let stopRequested = false;
  let running: { stop(): Promise<void> } | undefined;
  const stop = (): void => {
    if (stopRequested) return;
    stopRequested = true;
    stopping.abort();
    if (!running) return;
    host.stderr.write('\nStopping after open requests have finished...\n');
    setTimeout(() => host.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    running.stop().then(() => host.exit(0), fail);
  };
  host.on('SIGTERM', stop);
  host.on('SIGINT', stop);
  try {
    running = await start(stopping.signal);
  } catch (error) {
    // The startup was interrupted, for example while it waited for a dependency.
    if (stopRequested && stopping.signal.reason === error) host.exit(0);
    if (!isUserFacing(error)) fail(error);
    host.stderr.write(`\n${(error as Error).message}\n\n`);
    host.exit(2);
  }
  if (stopRequested) {
    await running.stop();
    host.exit(0);
  }
}

/**
 * True for errors whose message describes a problem that the user can fix. They are printed without a stack
 * trace.
 */
const isUserFacing = (error: unknown): boolean =>
  ['ConfigError', 'StartupError'].includes((error as Error).name);
