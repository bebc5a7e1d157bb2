/**
 * Builds the package that `npm publish dist` publishes: JavaScript, type declarations, README, license and manifest.
 * The first argument is the output folder, by default `dist`.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const folder = import.meta.dirname;
const output = resolve(process.argv[2] ?? join(folder, 'dist'));
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');

rmSync(output, { recursive: true, force: true });
execFileSync(process.execPath, [compiler, '-p', join(folder, 'tsconfig.build.json'), '--outDir', output], {
  stdio: 'inherit',
});
copyFileSync(join(folder, 'README.md'), join(output, 'README.md'));
copyFileSync(join(folder, '..', '..', 'LICENSE'), join(output, 'LICENSE'));

// In the repository, the exports are the sources, so that no build is necessary. The package exports the build.
const {
  private: _private,
  scripts: _scripts,
  exports,
  ...manifest
} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const built = Object.entries(exports).map(([subpath, source]) => {
  const path = source.replace('./src/', './').replace(/\.ts$/, '');
  return [subpath, { types: `${path}.d.ts`, default: `${path}.js` }];
});
const published = {
  ...manifest,
  sideEffects: false,
  engines: { node: '>=20' },
  exports: Object.fromEntries(built),
};
writeFileSync(join(output, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
