import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import type { CommandContext } from '../../src/loci/command-context.ts';
import { Terminal } from '../../src/loci/output/terminal.ts';
import { runLoci } from '../../src/loci/run-loci.ts';

export interface CommandResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env?: NodeJS.ProcessEnv;
  input?: string;
  /** Replaces `input`. */
  stdin?: Readable;
  /** Receives the output while the command runs. */
  stdout?: PassThrough;
  /** Answers of a person. Standard input and standard error are then terminals. */
  answers?: string;
  cwd?: string;
  /** Aborted when the person presses Ctrl-C. */
  signal?: AbortSignal;
  openEditor?: CommandContext['openEditor'];
  machine?: Partial<CommandContext['machine']>;
  program?: CommandContext['program'];
  startDetached?: CommandContext['startDetached'];
}

/** Runs the command in this process, with the settings in a temporary folder. */
export interface TestMachine {
  home: string;
  run(args: string[], options?: RunOptions): Promise<CommandResult>;
  remove(): void;
}

export function createTestMachine(): TestMachine {
  const home = mkdtempSync(join(tmpdir(), 'loci-cli-'));
  return {
    home,
    run: (args, options = {}) => runIn(home, args, options),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

async function runIn(home: string, args: string[], options: RunOptions): Promise<CommandResult> {
  const stdout = options.stdout ?? new PassThrough();
  const stderr = new PassThrough();
  const written = { stdout: collect(stdout), stderr: collect(stderr) };
  const stdin: Readable & { isTTY?: boolean } =
    options.stdin ??
    (options.answers === undefined ? Readable.from([options.input ?? '']) : openTerminal(options.answers));
  if (options.answers !== undefined) {
    stdin.isTTY = true;
    Object.assign(stderr, { isTTY: true });
  }
  const streams = { stdin, stdout, stderr };
  const env = { LOCI_CONFIG_DIR: join(home, 'config'), NO_COLOR: '1', ...options.env };
  const exitCode = await runLoci(
    args,
    {
      terminal: new Terminal(streams, env),
      streams,
      program: options.program ?? { command: '/usr/bin/node', args: ['/opt/loci/loci.js'] },
      machine: { platform: 'linux', home, env, ...options.machine },
      cwd: options.cwd ?? home,
      startDetached: options.startDetached ?? (() => Promise.reject(new Error('Unexpected process.'))),
      catchInterrupt: () => options.signal ?? new AbortController().signal,
      openEditor: options.openEditor ?? (() => Promise.reject(new Error('Unexpected editor.'))),
    },
    streams,
  );
  return { exitCode, stdout: written.stdout(), stderr: written.stderr() };
}

/** A terminal stays open after the last answer. */
function openTerminal(answers: string): Readable {
  const stdin = new PassThrough();
  stdin.write(answers);
  return stdin;
}

/** Reads a stream as it is written, like the reader of a pipe. Returns a function that returns what was read. */
function collect(stream: PassThrough): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}
