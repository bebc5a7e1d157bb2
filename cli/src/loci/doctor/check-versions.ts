import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fail, ok, warn } from './check.ts';
import type { CheckResult } from './check.ts';

const NPM_TIMEOUT_MS = 10_000;

/** Checks the version of Node.js, for example `24.1.0`. */
export function checkNode(version: string): CheckResult {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const message = `Node.js ${version}`;
  if (major < 20) return fail('node', message, 'Install Node.js 24, or at least 20.');
  if (major < 22 || (major === 22 && minor < 13))
    return warn('node', message, '`loci import` needs Node.js 22.13 or later, and the platform Node.js 24.');
  return ok('node', message);
}

/** Checks that npm can run. */
export async function checkNpm(env: NodeJS.ProcessEnv): Promise<CheckResult> {
  try {
    const options = { env, timeout: NPM_TIMEOUT_MS, shell: process.platform === 'win32' };
    const { stdout } = await promisify(execFile)('npm', ['--version'], options);
    return ok('npm', `npm ${stdout.trim()}`);
  } catch {
    return warn(
      'npm',
      'npm does not run.',
      'Install npm. Only the installation and updates of Loci need it.',
    );
  }
}

/** Compares the versions of the command and of the server. */
export function checkVersion(own: string, server: string | null): CheckResult {
  if (server === null)
    return warn(
      'version',
      `The server does not report its version. The command has version ${own}.`,
      'Check the address with `loci status`.',
    );
  if (own === server) return ok('version', `The command and the server have version ${own}.`);
  const message = `The command has version ${own}, and the server ${server}.`;
  if (own.split('.')[0] !== server.split('.')[0])
    return fail('version', message, 'Update the one with the earlier version.');
  return warn('version', message, 'Update the one with the earlier version if an option is not known.');
}
