import { execFile } from 'node:child_process';
import { platform } from 'node:os';

/**
 * Commands that start a program in an empty network namespace, in the order of preference. Only root can create one
 * directly. Other users first need a user namespace, which some distributions and most container runtimes forbid.
 */
const CANDIDATES: readonly (readonly string[])[] = [
  ['unshare', '--net', '--'],
  ['unshare', '--user', '--map-current-user', '--net', '--'],
];

let detected: Promise<readonly string[]> | undefined;

/**
 * Returns the command prefix that starts a program without network access, loopback included. The prefix is
 * empty on systems other than Linux and in containers that forbid namespaces. There, only the network policy
 * of the deployment limits the parser.
 *
 * The permission model of Node.js can deny network access only from version 25 on.
 *
 * @param execPath path of the Node.js executable, with which the commands are tested
 * @see docs/security-model.md#untrusted-files
 */
export function networkNamespaceCommand(execPath: string): Promise<readonly string[]> {
  detected ??= detect(execPath);
  return detected;
}

async function detect(execPath: string): Promise<readonly string[]> {
  if (platform() !== 'linux') return [];
  for (const candidate of CANDIDATES) {
    if (await succeeds([...candidate, execPath, '--version'])) return candidate;
  }
  return [];
}

/** Returns true if a command succeeds. Runs it with an empty environment, like the parser process. */
function succeeds([command, ...args]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(command!, args, { env: {} }, (error) => resolve(error === null));
  });
}
