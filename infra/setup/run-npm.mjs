import { spawn } from 'node:child_process';
import { StartError } from './start-error.mjs';

/** What npm's messages mean for the person who started this; the first match wins. */
const CAUSES = [
  [/ENOSPC/, 'The disk is full. Free about 1 GB, and start again.'],
  [/EROFS/, 'The clone is on a read-only file system. Start once from a copy that can be written to.'],
  [
    /EACCES|EPERM/,
    "A file or folder cannot be written by this user. Own the clone and npm's cache, and start again.",
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ENOTCACHED/,
    "The package registry does not answer. The first start needs the network (behind a proxy: npm's proxy settings); later ones do not.",
  ],
];

/**
 * Runs npm in `folder`, saying every few seconds how far it is.
 *
 * @param {string} folder
 * @param {string[]} parameters
 * @param {{ what: string, progress: () => string }} report `what` is being installed
 */
export async function runNpm(folder, parameters, { what, progress }) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  say(`Installing ${what} ...`);
  const ticker = setInterval(() => say(`  ${seconds()} s  ${progress()}`), 5_000);
  try {
    const { code, output } = await npm(['--prefix', folder, ...parameters], folder);
    if (code !== 0) {
      const cause = CAUSES.find(([pattern]) => pattern.test(output))?.[1] ?? 'What npm says is above.';
      process.stderr.write(`${output.trim()}\n`);
      throw new StartError(`npm could not install ${what}. ${cause}`);
    }
  } finally {
    clearInterval(ticker);
  }
  say(`Installed ${what} in ${seconds()} s`);
}

/** To standard error: the platform's own output stays clean. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

async function npm(parameters, folder) {
  // Under `npm start` that very npm; started by hand, the one on the PATH.
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  // Settings of the npm that runs this script speak of the clone, not of `folder`.
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
          ? new StartError('npm is not on the PATH. Install it (it comes with Node.js), and start again.')
          : error,
      );
    });
    child.once('close', (code) => resolve({ code, output }));
  });
}
