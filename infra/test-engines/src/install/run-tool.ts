import { spawn } from 'node:child_process';
import type { Account } from '../processes/account.ts';
import { SetupError } from '../setup-problem.ts';

/** Installation hints for each tool. Package names are Debian's. */
const TOOLS = {
  mvn: 'Apache Maven (apt-get install maven), which fetches Kafka, Elasticsearch and Neo4j',
  go: 'Go (apt-get install golang), which builds the S3 server and Toxiproxy',
  python3: "Python 3 with pip (apt-get install python3-pip), which runs Qdrant's engine",
} as const;

const KEPT_OUTPUT = 8_000;

export interface ToolOptions {
  account?: Account | undefined;
  cwd?: string;
  environment?: Record<string, string>;
}

/**
 * Runs a program until it exits.
 *
 * @returns its standard output
 * @throws SetupError if it is missing; Error with the end of its output if it fails
 */
export async function runTool(command: string, args: string[], options: ToolOptions = {}): Promise<string> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options.account,
  });
  const written = { stdout: '', all: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.stdout += text;
    written.all = (written.all + text).slice(-KEPT_OUTPUT);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.all = (written.all + text).slice(-KEPT_OUTPUT);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? missing(command) : error),
    );
    child.once('close', resolve);
  });
  if (code === 0) return written.stdout;
  throw new Error(`${[command, ...args].join(' ')} failed:\n${written.all.trimEnd()}`);
}

function missing(command: string): SetupError {
  const brings = (TOOLS as Record<string, string>)[command] ?? command;
  return new SetupError(`${command} is not on the PATH. Install ${brings} and run the command again.`);
}
