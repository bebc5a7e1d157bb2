import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { CommandLine } from '../connect/assistant.ts';

/**
 * Starts a process that continues after this process, in its own process group. An assistant that ends its hooks with their
 * process group does not end it.
 *
 * @param input standard input of the process, which must be short enough for the buffer of a pipe
 */
export async function startDetached(
  program: CommandLine,
  args: readonly string[],
  input: string,
): Promise<void> {
  const child = spawn(program.command, [...program.args, ...args], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    windowsHide: true,
  });
  await once(child, 'spawn');
  await new Promise<void>((resolve, reject) => {
    child.stdin.once('error', reject);
    child.stdin.end(input, () => resolve());
  });
  child.unref();
}
