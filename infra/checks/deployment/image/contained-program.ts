import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { BUILDAH_ENVIRONMENT } from './buildah.ts';

export interface ContainedProgram {
  /** Returns the standard output and error so far. */
  output(): string;
  /** Sends SIGTERM, as an orchestrator does. @returns the exit code */
  stop(): Promise<number | null>;
}

/** Shell script that sends SIGTERM to the program when it reads a line, because buildah only sends SIGKILL. */
const STOP_ON_INPUT = '"$@" & program=$!; read _; kill -TERM $program; wait $program';

/** Starts a command in a buildah container with the network of this machine. */
export function startInContainer(
  container: string,
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
): ContainedProgram {
  const program = run(container, ['sh', '-c', STOP_ON_INPUT, 'sh', ...command], environment);
  return {
    output: program.output,
    stop: () => {
      program.child.stdin.end('\n');
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
