import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { addAbortSignal, Readable } from 'node:stream';
import type { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '../command-error.ts';
import { EXIT_CODE } from '../exit-code.ts';
import { cleanText } from './clean-text.ts';

/** Standard streams of the process. */
export interface Streams {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean; columns?: number };
  stderr: Writable & { isTTY?: boolean };
}

/** Largest input that is read from a pipe, in characters. A memory has at most 10,000. */
const MAX_INPUT_CHARACTERS = 1_000_000;

const PROGRESS_INTERVAL_MS = 200;

const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

/** Prints for people, or JSON for scripts. */
export class Terminal {
  readonly #streams: Streams;
  #progressAt = 0;
  readonly #colors: { stdout: boolean; stderr: boolean };

  constructor(streams: Streams, env: NodeJS.ProcessEnv) {
    this.#streams = streams;
    // https://no-color.org: any value that is not empty disables colors.
    const allowed = (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
    this.#colors = {
      stdout: allowed && streams.stdout.isTTY === true,
      stderr: allowed && streams.stderr.isTTY === true,
    };
  }

  /** Terminal columns of standard output. Undefined if standard output is not a terminal. */
  get width(): number | undefined {
    return this.#streams.stdout.isTTY === true ? (this.#streams.stdout.columns ?? 80) : undefined;
  }

  /** True if a person can answer a question. */
  get isInteractive(): boolean {
    return this.#streams.stdin.isTTY === true && this.#streams.stderr.isTTY === true;
  }

  get stdinIsTerminal(): boolean {
    return this.#streams.stdin.isTTY === true;
  }

  /** Applies a style if standard output is a terminal that shows colors. */
  style(style: keyof typeof STYLES, value: string): string {
    return this.#colors.stdout ? `\u001b[${STYLES[style]}m${value}\u001b[0m` : value;
  }

  /** Writes a line to standard output. */
  print(line: string): void {
    this.#streams.stdout.write(`${line}\n`);
  }

  /** Writes lines to standard output. Waits while the reader of a pipe is slower. */
  async printLines(lines: AsyncIterable<string>): Promise<void> {
    const { stdout } = this.#streams;
    const withEnds = async function* (): AsyncGenerator<string> {
      for await (const line of lines) yield `${line}\n`;
    };
    await pipeline(Readable.from(withEnds()), stdout, { end: false });
  }

  printJson(value: unknown): void {
    this.print(JSON.stringify(value, null, 2));
  }

  /** Writes a line to standard error: notes and questions, which are not part of the result. */
  note(line: string): void {
    this.#streams.stderr.write(`${line}\n`);
  }

  /** Replaces the line with the progress. Prints nothing unless standard error is a terminal. */
  showProgress(line: string): void {
    const now = Date.now();
    if (this.#streams.stderr.isTTY !== true || now - this.#progressAt < PROGRESS_INTERVAL_MS) return;
    this.#progressAt = now;
    this.#streams.stderr.write(`\r${line}\u001b[K`);
  }

  /** Removes the line with the progress. */
  endProgress(): void {
    if (this.#progressAt > 0) this.#streams.stderr.write('\r\u001b[K');
    this.#progressAt = 0;
  }

  printError(message: string): void {
    const label = this.#colors.stderr ? `\u001b[${STYLES.red}merror:\u001b[0m` : 'error:';
    this.#streams.stderr.write(`${label} ${cleanText(message)}\n`);
  }

  /** Asks a yes-no question on standard error. Only `y` and `yes` confirm. */
  async confirm(question: string): Promise<boolean> {
    const answer = await this.ask(`${question} [y/N] `);
    return /^y(es)?$/iu.test(answer.trim());
  }

  /** Asks for a line of text on standard error. */
  async ask(question: string): Promise<string> {
    const lines = createInterface({ input: this.#streams.stdin, output: this.#streams.stderr });
    const closed = new Promise<never>((_, reject) => {
      const cancel = (): void => reject(new CommandError(EXIT_CODE.canceled, 'Canceled.'));
      lines.once('close', cancel);
      lines.once('SIGINT', cancel);
    });
    try {
      return await Promise.race([lines.question(question), closed]);
    } finally {
      lines.removeAllListeners('close');
      lines.close();
    }
  }

  /**
   * Writes standard input to a file that only the user can read.
   *
   * @param path of a file that does not exist
   */
  async saveInput(path: string, signal: AbortSignal): Promise<void> {
    await pipeline(this.#streams.stdin, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
  }

  /** Reads standard input to its end. If the signal aborts, reading fails and standard input is closed. */
  async readInput(signal?: AbortSignal): Promise<string> {
    let length = 0;
    const { stdin } = this.#streams;
    if (signal !== undefined) addAbortSignal(signal, stdin);
    const limited = stdin.map((chunk: Buffer | string) => {
      length += chunk.length;
      if (length > MAX_INPUT_CHARACTERS)
        throw new CommandError(EXIT_CODE.usage, 'The standard input is longer than 1,000,000 characters.');
      return chunk;
    });
    return text(limited);
  }
}
