export interface ProcessLike {
  on(
    event: 'SIGTERM' | 'SIGINT' | 'unhandledRejection' | 'uncaughtException',
    listener: (value: unknown) => void,
  ): unknown;
  exit(code: number): never;
  stderr: { write(text: string): unknown };
}

/** Hard end of a drain that hangs: the start contract promises less than 10 s. */
const SHUTDOWN_TIMEOUT_MS = 9_000;

/**
 * Starts a program and ends it well: SIGTERM and SIGINT drain and exit 0, a configuration mistake prints one
 * message and exits 2, anything unforeseen exits 1 so that a supervisor restarts it.
 *
 * @param start may reject with the reason of its signal, which is aborted when the end is asked for meanwhile
 */
export async function runProcess(
  host: ProcessLike,
  start: (stopping: AbortSignal) => Promise<{ stop(): Promise<void> }>,
): Promise<void> {
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
    setTimeout(() => host.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    running.stop().then(() => host.exit(0), fail);
  };
  host.on('SIGTERM', stop);
  host.on('SIGINT', stop);
  try {
    running = await start(stopping.signal);
  } catch (error) {
    // Whoever waited for a store gave up because it was asked to.
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

/** Errors that say what a person can put right; a stack would only hide it. */
const isUserFacing = (error: unknown): boolean =>
  ['ConfigError', 'StartupError'].includes((error as Error).name);
