import { prunePackages } from './prune-packages.ts';

/*
 * Usage: prune-packages.main.ts <folder> [--standalone]
 *
 * Removes what the images do not need from an installation with `npm ci --omit=dev`. With `--standalone`, keeps the embedded
 * PostgreSQL. Prints the names of the removed packages.
 */
const [root] = process.argv.slice(2);
if (root === undefined) throw new Error('The folder is missing.');
const removed = prunePackages(root, { embeddedPostgres: process.argv.includes('--standalone') });
process.stdout.write(`Removed ${removed.length} packages: ${removed.join(' ')}\n`);
