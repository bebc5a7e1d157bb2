import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { commandBlocksOf } from './command-blocks.ts';
import type { CommandBlock } from './command-blocks.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Pages whose commands are all executed or marked. */
const PAGES = [
  'docs/hardening.md',
  'docs/operations.md',
  'docs/recovery.md',
  'docs/supply-chain.md',
  'docs/troubleshooting.md',
  'docs/upgrade.md',
  'README.md',
  'cli/README.md',
  'cli/src/export/README.md',
  'cli/src/import/README.md',
  'clients/ai-sdk/README.md',
  'clients/langchain/README.md',
  'clients/typescript/README.md',
  'infra/openapi/README.md',
  'infra/runtimes/README.md',
];

/** Returns why no test executes a block although it could, or null. */
function problemOf(page: string, { line, mark }: CommandBlock): string | null {
  if (mark === null)
    return `${page}:${line}: no mark says which test executes the commands, or what they need`;
  if (!mark.includes('/')) return null;
  if (!existsSync(join(ROOT, mark))) return `${page}:${line}: ${mark} does not exist`;
  return read(mark).includes(`'${page}'`) ? null : `${page}:${line}: ${mark} does not read this page`;
}

describe('the commands of the documentation', () => {
  test.each(PAGES)('of %s are executed by a test, or need a cluster or a container engine', (page) => {
    const problems = commandBlocksOf(read(page)).map((block) => problemOf(page, block));
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  });
});

describe('commandBlocksOf', () => {
  test('returns the commands, their line and their mark', () => {
    const page =
      'Text.\n\n<!-- tested: tests/a.test.ts -->\n\n```sh\na\nb\n```\n\n1. Item\n\n   ```sql\n   SELECT 1;\n   ```\n';
    expect(commandBlocksOf(page)).toEqual([
      { line: 5, language: 'sh', code: 'a\nb\n', mark: 'tests/a.test.ts' },
      { line: 12, language: 'sql', code: 'SELECT 1;\n', mark: null },
    ]);
  });

  test.each(['cluster', 'container engine'])('returns that a block needs a %s', (need) => {
    expect(commandBlocksOf(`<!-- needs a ${need} -->\n\n\`\`\`sh\na\n\`\`\`\n`)).toMatchObject([
      { mark: need },
    ]);
  });

  test('does not use the mark of an earlier block', () => {
    const page = '<!-- needs a cluster -->\n\n```sh\na\n```\n\n```sh\nb\n```\n';
    expect(commandBlocksOf(page).map(({ mark }) => mark)).toEqual(['cluster', null]);
  });
});

describe('problemOf', () => {
  test.each([
    [null, 'no mark'],
    ['tests/missing.test.ts', 'does not exist'],
    ['tests/start/first-commands.test.ts', 'does not read this page'],
  ])('reports the mark %s', (mark, problem) => {
    expect(problemOf('docs/x.md', { line: 1, language: 'sh', code: '', mark })).toContain(problem);
  });
});
