import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { BUILDAH_ENVIRONMENT } from './buildah.ts';

export interface ContainedProgram {
  /** Returns the standard output and error so far. */
  output(): string;
  /** Sends SIGTERM, as an orchestrator does. @returns the exit code */
  stop(): Promise<number | null>;
}

/** Program that sends SIGTERM to its child process at the end of the input, because buildah only sends SIGKILL. */
const STOP_AT_END_OF_INPUT = `
  const [command, ...args] = process.argv.slice(1);
  const child = require('node:child_process').spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  child.on('exit', (code) => process.exit(code ?? 1));
  process.stdin.on('end', () => child.kill('SIGTERM')).resume();
`;

/** Starts a command in a buildah container with the network of this machine. */
export function startInContainer(
  container: string,
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
): ContainedProgram {
  const program = run(container, ['node', '-e', STOP_AT_END_OF_INPUT, '--', ...command], environment);
  return {
    output: program.output,
    stop: () => {
      program.child.stdin.end();
      return program.ended;
    },
  };
}

/** Runs a command in a container until it exits. */
export async function runInContainer(
  container: string,
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ exitCode: number | null; output: string }> {
  const program = run(container, command, environment);
  program.child.stdin.end();
  const exitCode = await program.ended;
  return { exitCode, output: program.output() };
}

function run(container: string, command: readonly string[], environment: Readonly<Record<string, string>>) {
  const variables = Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const child = spawn('buildah', ['run', ...variables, container, '--', ...command], {
    env: { ...process.env, ...BUILDAH_ENVIRONMENT },
    stdio: 'pipe',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, output: () => output, ended };
}
