import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { documentedToolCalls } from '../documentation/src/documented-commands.ts';

const ROOT = join(import.meta.dirname, '../..');
const CALLS = documentedToolCalls('infra/embedder/README.md', 'infra/embedder/generate.test.ts');
/** An interpreter that creates virtual environments with itself, and only records all other calls. */
const PYTHON = `#!/bin/sh
if [ "$1 $2" = '-m venv' ]; then
  mkdir -p "$3/bin"
  cp "$0" "$3/bin/python"
else
  printf '%s\\n' "$*" >> "$RECORDED_CALLS"
fi
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loci-embedder-'));
  writeFileSync(join(folder, 'python'), PYTHON);
  chmodSync(join(folder, 'python'), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the script with an interpreter that does not train. Returns the arguments of the generator. */
function generate(tool: string, args: string[]): string {
  const recorded = join(folder, 'calls');
  execFileSync(join(ROOT, tool), args, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      PYTHON: join(folder, 'python'),
      TEXTS_FOLDER: folder,
      RECORDED_CALLS: recorded,
    },
  });
  return readFileSync(recorded, 'utf8').trim().split('\n').at(-1)!;
}

test('generate.sh writes to the file of its argument, or to the folder for caches', () => {
  const outputs = CALLS.map(({ tool, args }) => {
    const [, output] = /^-m generator .* --out (\S+)$/.exec(generate(tool, args))!;
    return [args[0] ?? join(folder, '.cache/loci-embedder/static-minilm-256.bin'), output];
  });
  expect(outputs).toHaveLength(2);
  for (const [expected, output] of outputs) expect(output).toBe(expected);
});

test('generate.sh passes options that the generator has', () => {
  const generator = readFileSync(join(import.meta.dirname, 'generator/__main__.py'), 'utf8');
  const passed = generate(CALLS[0]!.tool, CALLS[0]!.args).match(/--[a-z-]+/g)!;
  const known = [...generator.matchAll(/add_argument\(\s*'(--[a-z-]+)'/g)].map(([, name]) => name!);
  expect(passed.sort()).toEqual(known.sort());
});
