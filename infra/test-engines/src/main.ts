import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { SetupError } from './setup-problem.ts';
import { startEngines } from './start-engines.ts';
import type { TestEngines } from './start-engines.ts';

/*
 * main.ts [command …]
 * Starts the servers, runs the command with the variables that lead to them, stops them, and ends as the command ended.
 * Without a command it prints the variables and stays until it is interrupted.
 */
const command = process.argv.slice(2);
const say = (line: string) => void process.stderr.write(`${line}\n`);

const interruption = new AbortController();
const interrupted = new Promise<NodeJS.Signals>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      interruption.abort(new SetupError(`Ended by ${signal}.`));
      resolve(signal);
    });
  }
});

/** The exit code of the command, or of a shell whose command was ended by a signal. */
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
  say('The servers run until this is interrupted (Ctrl-C).');
  // Waiting for a signal alone does not keep a process alive.
  const alive = setInterval(() => undefined, 60_000);
  await interrupted.finally(() => clearInterval(alive));
  return 0;
}

try {
  const servers = await startEngines({ log: say, signal: interruption.signal });
  let exitCode = 1;
  try {
    exitCode = await (command.length > 0 ? runCommand(servers) : stayUntilInterrupted(servers));
  } finally {
    say('Stopping the servers ...');
    await servers.stop({ keepFolder: exitCode !== 0 });
    if (exitCode !== 0) say(`Their logs are kept until the next start in ${servers.folder}`);
  }
  process.exitCode = exitCode;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  say(error.message);
  // Tools that install something may still be at work; nothing waits for them.
  process.exit(1);
}
