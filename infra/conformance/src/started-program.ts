import { spawn } from 'node:child_process';

export interface StartedProgram {
  /** Both streams so far, the latest 200,000 characters of them. */
  output(): string;
  /** What it has written to its standard output alone. */
  answers(): string;
  /** The first match in its output. @throws Error when it ends, or takes too long, without one */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** Writes a line to its standard input. */
  tell(line: string): void;
  /** @returns the exit code @throws Error when it takes too long */
  ends(): Promise<number>;
  /** Ends it if it still runs, by SIGTERM and at last by SIGKILL. Resolves when it is gone. */
  stop(): Promise<void>;
}

export interface ProgramOptions {
  command: string;
  parameters: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  folder: string;
  /** For each of `says` and `ends`. */
  patienceMs: number;
}

const KEPT_CHARACTERS = 200_000;
const SHOWN_CHARACTERS = 3_000;
const SIGTERM_PATIENCE_MS = 15_000;

/** Starts another program and listens to it; nothing it does outlasts `stop`. */
export function startProgram(options: ProgramOptions): StartedProgram {
  const { command, parameters, environment, folder, patienceMs } = options;
  const child = spawn(command, parameters, { cwd: folder, env: environment, stdio: 'pipe' });
  let output = '';
  let answers = '';
  let code: number | undefined;
  let listeners: (() => void)[] = [];
  const tellListeners = () => {
    for (const listener of listeners) listener();
  };
  const keep = (chunk: string) => {
    output = (output + chunk).slice(-KEPT_CHARACTERS);
    tellListeners();
  };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    answers = (answers + chunk).slice(-KEPT_CHARACTERS);
    keep(chunk);
  });
  child.stderr.setEncoding('utf8').on('data', keep);
  // Writing to a program that has ended is noticed by its end.
  child.stdin.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    const end = (ended: number, reason = '') => {
      code = ended;
      keep(reason);
      resolve();
    };
    child.once('error', (error) => end(-1, String(error)));
    child.once('close', (ended) => end(ended ?? -1));
  });

  const problem = (what: string) =>
    new Error(`${parameters.slice(0, 3).join(' ')} … ${what}:\n${output.slice(-SHOWN_CHARACTERS)}`);

  /** Looks again whenever something happens. */
  function until<T>(look: () => T | null | undefined, what: string): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settle = (act: () => void) => {
        listeners = listeners.filter((one) => one !== listener);
        clearTimeout(timer);
        act();
      };
      const listener = () => {
        const found = look();
        if (found !== null && found !== undefined) settle(() => resolve(found));
        else if (code !== undefined) settle(() => reject(problem(`ended with ${code} and never ${what}`)));
      };
      const timer = setTimeout(
        () => settle(() => reject(problem(`has not ${what} within ${patienceMs / 1000} s`))),
        patienceMs,
      );
      listeners.push(listener);
      listener();
    });
  }

  return {
    output: () => output,
    answers: () => answers,
    says: (pattern) => until(() => pattern.exec(output), `said ${pattern.source}`),
    tell: (line) => {
      child.stdin.write(`${line}\n`);
    },
    ends: () => until(() => code, 'ended'),
    stop: async () => {
      if (code === undefined) child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), SIGTERM_PATIENCE_MS);
      await closed;
      clearTimeout(timer);
    },
  };
}
