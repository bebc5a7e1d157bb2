/**
 * Builds the package in the current folder for `npm publish`: JavaScript, type declarations, README, license and
 * manifest. The first argument is the output folder, by default `dist`.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';

const folder = process.cwd();
const root = resolve(import.meta.dirname, '..');
const output = resolve(process.argv[2] ?? 'dist');
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');

rmSync(output, { recursive: true, force: true });
const compiled = mkdtempSync(join(tmpdir(), 'loci-build-'));
try {
  // In the repository, `@loci/client` is TypeScript, so the compiler also writes it, next to the package.
  execFileSync(
    process.execPath,
    [compiler, '-p', 'tsconfig.build.json', '--rootDir', root, '--outDir', compiled],
    {
      cwd: folder,
      stdio: 'inherit',
    },
  );
  cpSync(join(compiled, relative(root, folder), 'src'), output, { recursive: true });
} finally {
  rmSync(compiled, { recursive: true, force: true });
}
copyFileSync(join(folder, 'README.md'), join(output, 'README.md'));
copyFileSync(join(root, 'LICENSE'), join(output, 'LICENSE'));

// In the repository, the exports are the sources, so that no build is necessary. The package exports the build.
const {
  private: _private,
  scripts: _scripts,
  devDependencies: _devDependencies,
  exports,
  ...manifest
} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const built = Object.entries(exports).map(([subpath, source]) => {
  const path = source.replace('./src/', './').replace(/\.ts$/, '');
  return [subpath, { types: `${path}.d.ts`, default: `${path}.js` }];
});
const published = { ...manifest, sideEffects: false, exports: Object.fromEntries(built) };
writeFileSync(join(output, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
