/**
 * Builds the package `loci` for npm: one file without dependencies, which runs with Node.js 20.
 *
 * Usage: `node build.mjs [folder]`. The default folder is `dist`.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const here = import.meta.dirname;
const output = resolve(process.argv[2] ?? join(here, 'dist'));
const { version, license } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
await build({
  entryPoints: [join(here, 'src/loci/loci.main.ts')],
  outfile: join(output, 'loci.js'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // The ES module of jsonc-parser has imports without a file extension only in its `module` field.
  mainFields: ['module', 'main'],
  // Commander is a CommonJS module, which requires modules of Node.js.
  banner: {
    js: [
      '#!/usr/bin/env node',
      "import { createRequire } from 'node:module';",
      'const require = createRequire(import.meta.url);',
    ].join('\n'),
  },
  // The operators' commands need the services, which are only in the repository and in the container image.
  external: ['*.operator.ts'],
  logLevel: 'warning',
});
writeFileSync(
  join(output, 'package.json'),
  `${JSON.stringify(
    {
      name: 'loci',
      version,
      description: 'Command line of Loci, a persistent memory store and knowledge graph for AI assistants',
      license,
      type: 'module',
      bin: { loci: 'loci.js' },
      engines: { node: '>=20' },
      files: ['loci.js'],
    },
    null,
    2,
  )}\n`,
);
copyFileSync(join(here, 'README.md'), join(output, 'README.md'));
