import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { SetupError } from './setup-problem.ts';
import { startEngines } from './start-engines.ts';
import type { TestEngines } from './start-engines.ts';

/*
 * Usage: main.ts [command …]
 *
 * Starts the engines, runs the command with their addresses in the environment, stops the engines, and exits
 * with the exit code of the command. Without a command, prints the variables and runs until it is
 * interrupted.
 */
const command = process.argv.slice(2);
const print = (line: string) => void process.stderr.write(`${line}\n`);

const interruption = new AbortController();
const interrupted = new Promise<NodeJS.Signals>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      interruption.abort(new SetupError(`Interrupted by ${signal}.`));
      resolve(signal);
    });
  }
});

/** Runs the command. Returns its exit code, or 128 plus the number of the signal that ended it. */
function runCommand(servers: TestEngines): Promise<number> {
  const child = spawn(command[0]!, command.slice(1), {
    stdio: 'inherit',
    env: { ...process.env, ...servers.variables },
  });
  void interrupted.then((signal) => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal!]));
  });
}

async function stayUntilInterrupted(servers: TestEngines): Promise<number> {
  for (const [name, value] of Object.entries(servers.variables)) console.log(`export ${name}=${value}`);
  print('The engines run until you press Ctrl+C.');
  // A pending signal handler does not keep the process alive.
  const alive = setInterval(() => undefined, 60_000);
  await interrupted.finally(() => clearInterval(alive));
  return 0;
}

try {
  const servers = await startEngines({ log: print, signal: interruption.signal });
  let exitCode = 1;
  try {
    exitCode = await (command.length > 0 ? runCommand(servers) : stayUntilInterrupted(servers));
  } finally {
    print('Stopping the engines...');
    await servers.stop({ keepFolder: exitCode !== 0 });
    if (exitCode !== 0) print(`Logs are kept in ${servers.folder} until the next start.`);
  }
  process.exitCode = exitCode;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  print(error.message);
  // Exits immediately, because installation tools may still be running.
  process.exit(1);
}
