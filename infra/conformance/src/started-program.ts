import { spawn } from 'node:child_process';

export interface StartedProgram {
  /** Standard output and standard error combined, at most the last 200,000 characters. */
  output(): string;
  /** Standard output only, at most the last 200,000 characters. */
  stdout(): string;
  /**
   * Waits until the combined output matches.
   *
   * @returns the first match
   * @throws Error if the program exits without a match, or after `timeoutMs`
   */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>;
  /** Writes a line to standard input. */
  writeLine(line: string): void;
  /**
   * Waits until the program exits. Returns the exit code, or -1 after a signal.
   *
   * @throws Error after `timeoutMs`
   */
  waitForExit(): Promise<number>;
  /** Sends SIGTERM, and SIGKILL after 15 seconds. Resolves when the program has exited. Idempotent. */
  stop(): Promise<void>;
}

export interface ProgramOptions {
  command: string;
  parameters: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  /** Working directory. */
  folder: string;
  /** Timeout of each `waitForOutput` and `waitForExit`, in milliseconds. */
  timeoutMs: number;
}

const KEPT_CHARACTERS = 200_000;
const SHOWN_CHARACTERS = 3_000;
const SIGTERM_TIMEOUT_MS = 15_000;

/** Starts a program as a child process and collects its output. */
export function startProgram(options: ProgramOptions): StartedProgram {
  const { command, parameters, environment, folder, timeoutMs } = options;
  const child = spawn(command, parameters, { cwd: folder, env: environment, stdio: 'pipe' });
  let output = '';
  let stdout = '';
  let exitCode: number | undefined;
  let listeners: (() => void)[] = [];
  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };
  const appendOutput = (chunk: string) => {
    output = (output + chunk).slice(-KEPT_CHARACTERS);
    notifyListeners();
  };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout = (stdout + chunk).slice(-KEPT_CHARACTERS);
    appendOutput(chunk);
  });
  child.stderr.setEncoding('utf8').on('data', appendOutput);
  // A write after the program has exited fails with EPIPE. The close event reports the exit.
  child.stdin.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    const end = (code: number, reason = '') => {
      exitCode = code;
      appendOutput(reason);
      resolve();
    };
    child.once('error', (error) => end(-1, String(error)));
    child.once('close', (code) => end(code ?? -1));
  });

  const failure = (reason: string) =>
    new Error(`${parameters.slice(0, 3).join(' ')}: ${reason}\n${output.slice(-SHOWN_CHARACTERS)}`);

  /** Evaluates `read` after every output and on exit, until it returns a value. */
  function waitFor<T>(read: () => T | null | undefined, expected: string): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settle = (act: () => void) => {
        listeners = listeners.filter((one) => one !== listener);
        clearTimeout(timer);
        act();
      };
      const listener = () => {
        const found = read();
        if (found !== null && found !== undefined) settle(() => resolve(found));
        else if (exitCode !== undefined) {
          settle(() => reject(failure(`The program exited with code ${exitCode} before ${expected}.`)));
        }
      };
      const timer = setTimeout(
        () => settle(() => reject(failure(`Timeout after ${timeoutMs / 1000} s waiting for ${expected}.`))),
        timeoutMs,
      );
      listeners.push(listener);
      listener();
    });
  }

  return {
    output: () => output,
    stdout: () => stdout,
    waitForOutput: (pattern) => waitFor(() => pattern.exec(output), `output that matches ${pattern.source}`),
    writeLine: (line) => {
      child.stdin.write(`${line}\n`);
    },
    waitForExit: () => waitFor(() => exitCode, 'its exit'),
    stop: async () => {
      if (exitCode === undefined) child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), SIGTERM_TIMEOUT_MS);
      await closed;
      clearTimeout(timer);
    },
  };
}
