import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { runNpm } from './run-npm.mjs';
import { StartError } from './start-error.mjs';

const REQUIRED_MAJOR = 24;
const source = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, 'node-runtime');

/**
 * Returns the path of the Node.js that runs the platform: the current one if it is new enough, or one in
 * `.runtime`.
 */
export function nodeRuntime(root) {
  if (Number(process.versions.node.split('.')[0]) >= REQUIRED_MAJOR) return process.execPath;
  const { name, version } = packageOfPlatform();
  return join(root, '.runtime', `node-${version}`, 'node_modules', name, 'bin', 'node');
}

/** Returns true if `.runtime/node`, which the scripts in package.json run, links to a suitable Node.js. */
export function nodeRuntimeIsLinked(root) {
  const node = nodeRuntime(root);
  try {
    return existsSync(node) && readlinkSync(linkPath(root)) === linkTarget(root, node);
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'EINVAL') return false;
    throw error;
  }
}

/** Installs Node.js from npm if the current one is too old, and links `.runtime/node` to it. */
export async function linkNodeRuntime(root) {
  const node = nodeRuntime(root);
  if (!existsSync(node)) await install(root);
  try {
    execFileSync(node, ['--version'], { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (cause) {
    throw new StartError(
      `Node.js ${REQUIRED_MAJOR} was installed but does not run on this system (${String(cause.message).split('\n')[1] ?? cause.code}). ` +
        `Install Node.js ${REQUIRED_MAJOR} or newer and run the command again.`,
    );
  }
  const fresh = `${linkPath(root)}.${process.pid}`;
  rmSync(fresh, { force: true });
  symlinkSync(linkTarget(root, node), fresh);
  renameSync(fresh, linkPath(root));
}

async function install(root) {
  const { name, version } = packageOfPlatform();
  const folder = join(root, '.runtime', `node-${version}`);
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(source, file), join(partial, file));
  await runNpm(
    partial,
    ['ci', '--ignore-scripts', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      what: `Node.js ${version} (190 MB, once; this is ${process.versions.node})`,
      progress: () => 'downloading',
    },
  );
  if (!existsSync(join(partial, 'node_modules', name, 'bin', 'node'))) throw unsupported();
  rmSync(folder, { recursive: true, force: true });
  renameSync(partial, folder);
}

function packageOfPlatform() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const entry = Object.entries(optionalDependencies).find(([name]) =>
    name.endsWith(`${process.platform}-${process.arch}`),
  );
  if (entry === undefined) throw unsupported();
  return { name: entry[0], version: entry[1] };
}

function unsupported() {
  return new StartError(
    `Loci needs Node.js ${REQUIRED_MAJOR} or newer. The current version is ${process.versions.node}, ` +
      `and npm has no Node.js package for ${process.platform}-${process.arch}. ` +
      `Install Node.js ${REQUIRED_MAJOR} or newer and run the command again.`,
  );
}

function linkPath(root) {
  return join(root, '.runtime', 'node');
}

/**
 * Returns the target of the link. The target is relative inside the clone, so that the clone can be moved.
 */
function linkTarget(root, node) {
  return node.startsWith(join(root, '.runtime')) ? relative(join(root, '.runtime'), node) : node;
}
