import { spawn } from 'node:child_process';
import { StartError } from './start-error.mjs';

/** Explanations of npm errors by pattern of the npm output. The first matching pattern applies. */
const CAUSES = [
  [/ENOSPC/, 'The disk is full. Free about 1 GB and run the command again.'],
  [/EROFS/, 'The clone is on a read-only file system. Start from a writable copy.'],
  [
    /EACCES|EPERM/,
    "A file or folder is not writable for this user. Change the owner of the clone and of npm's cache, and run the command again.",
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ENOTCACHED/,
    'The package registry is not reachable. The first start needs network access. If you use a proxy, set it in the npm configuration.',
  ],
];

/**
 * Runs npm in `folder` and prints the progress every 5 seconds.
 *
 * @param {string} folder
 * @param {string[]} parameters
 * @param {{ what: string, progress: () => string }} report names what is installed and returns its progress
 */
export async function runNpm(folder, parameters, { what, progress }) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  print(`Installing ${what}...`);
  const ticker = setInterval(() => print(`  ${seconds()} s  ${progress()}`), 5_000);
  try {
    const { code, output } = await npm(['--prefix', folder, ...parameters], folder);
    if (code !== 0) {
      const cause = CAUSES.find(([pattern]) => pattern.test(output))?.[1] ?? 'See the npm output above.';
      process.stderr.write(`${output.trim()}\n`);
      throw new StartError(`npm could not install ${what}. ${cause}`);
    }
  } finally {
    clearInterval(ticker);
  }
  print(`Installed ${what} in ${seconds()} s`);
}

/** Prints a line to standard error, because standard output is reserved for the platform. */
export function print(line) {
  process.stderr.write(`${line}\n`);
}

async function npm(parameters, folder) {
  // Prefer the npm that runs this script over the one on the PATH.
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  // Removes settings of the parent npm that refer to the clone instead of `folder`.
  const { npm_config_local_prefix: _prefix, npm_config_workspace: _workspace, ...env } = process.env;
  const child = spawn(command, [...first, ...parameters], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-20_000);
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      const missing = error.code === 'ENOENT';
      reject(
        missing
          ? new StartError('npm is not on the PATH. Install Node.js with npm and run the command again.')
          : error,
      );
    });
    child.once('close', (code) => resolve({ code, output }));
  });
}
