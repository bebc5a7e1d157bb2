import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { commandBlocksOf } from '../../documentation/src/command-blocks.ts';
import { listMarkdownFiles } from '../../documentation/src/markdown-files.ts';
import type { CommandBlock, Need } from '../../documentation/src/command-blocks.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Pages and folders of pages whose commands need no mark, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'cli/test/import/fixtures/': 'Files of other programs, which the tests of the importers read.',
  'docs/decisions/': 'A record describes the state at its date.',
  'services/document/test/parsing/libreoffice/README.md':
    'The commands of LibreOffice 7.4 wrote the test files once.',
};

const markdownFiles = listMarkdownFiles();
const pages = markdownFiles.filter((page) => !Object.keys(EXCEPTIONS).some((path) => page.startsWith(path)));

/** Functions with which a test reads the commands, by mark. */
const READERS = { tested: /\bdocumentedCommands?\(/, 'options tested': /\bdocumentedToolCalls\(/ };

/** Programs of the commands that need something, by what they need. */
const PROGRAMS: Readonly<Record<Need, RegExp>> = {
  cluster: /\b(kubectl|helm (install|upgrade|-n)|kafka-consumer-groups\.sh)\b/,
  'container engine': /\b(docker|skopeo|grype|cosign)\b/,
  'container registry': /\bhelm push\b/,
};

/** Returns why no test executes a block although it could, or null. */
function problemOf(page: string, { line, language, code, mark }: CommandBlock): string | null {
  const at = `${page}:${line}`;
  if (language !== 'sh' && language !== 'sql') return `${at}: commands have the language sh, not ${language}`;
  if (mark === null) return `${at}: no mark says which test executes the commands, or what they need`;
  if (mark.kind === 'needs')
    return PROGRAMS[mark.need].test(code) ? null : `${at}: no command needs a ${mark.need}`;
  if (!existsSync(join(ROOT, mark.test))) return `${at}: ${mark.test} does not exist`;
  const source = read(mark.test);
  if (!source.includes(`'${page}'`)) return `${at}: ${mark.test} does not read this page`;
  return READERS[mark.kind].test(source) ? null : `${at}: the mark of ${mark.test} is not "${mark.kind}"`;
}

/** Returns the scripts of the packages that contain a page: of the root, and of the package with the page. */
function scriptsAt(page: string): Set<string> {
  const parts = page.split('/').slice(0, -1);
  const manifests = [
    'package.json',
    ...parts.map((_, at) => `${parts.slice(0, at + 1).join('/')}/package.json`),
  ];
  return new Set(
    manifests
      .filter((manifest) => existsSync(join(ROOT, manifest)))
      .flatMap((manifest) => Object.keys((JSON.parse(read(manifest)) as { scripts?: object }).scripts ?? {})),
  );
}

describe('the commands of the documentation', () => {
  test.each(pages)('of %s are executed by a test, or have a mark with the reason', (page) => {
    const problems = commandBlocksOf(read(page)).map((block) => problemOf(page, block));
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  });

  // The change log names scripts of earlier versions.
  test.each(pages.filter((page) => page !== 'CHANGELOG.md'))('of %s run only scripts that exist', (page) => {
    const named = [...read(page).matchAll(/\bnpm run (?:-s )?([a-z][a-z:-]*)/g)].map(([, name]) => name!);
    expect(named.filter((name) => !scriptsAt(page).has(name))).toEqual([]);
  });

  test.each(Object.keys(EXCEPTIONS))('have an exception for %s, which exists', (path) => {
    expect(markdownFiles.filter((page) => page.startsWith(path))).not.toEqual([]);
  });
});

describe('commandBlocksOf', () => {
  test('returns the commands, their line and their mark', () => {
    const page =
      'Text.\n\n<!-- tested: tests/a.test.ts -->\n\n```sh\na\nb\n```\n\n1. Item\n\n   ```sql\n   SELECT 1;\n   ```\n';
    expect(commandBlocksOf(page)).toEqual([
      { line: 5, language: 'sh', code: 'a\nb\n', mark: { kind: 'tested', test: 'tests/a.test.ts' } },
      { line: 12, language: 'sql', code: 'SELECT 1;\n', mark: null },
    ]);
  });

  test('returns that a test only parses the options of a block', () => {
    expect(commandBlocksOf('<!-- options tested: a/b.test.ts -->\n\n```sh\na\n```\n')).toMatchObject([
      { mark: { kind: 'options tested', test: 'a/b.test.ts' } },
    ]);
  });

  test.each(['cluster', 'container engine', 'container registry'])(
    'returns that a block needs a %s',
    (need) => {
      expect(commandBlocksOf(`<!-- needs a ${need} -->\n\n\`\`\`sh\na\n\`\`\`\n`)).toMatchObject([
        { mark: { kind: 'needs', need } },
      ]);
    },
  );

  test('does not use the mark of an earlier block', () => {
    const page = '<!-- needs a cluster -->\n\n```sh\na\n```\n\n```sh\nb\n```\n';
    expect(commandBlocksOf(page).map(({ mark }) => mark)).toEqual([{ kind: 'needs', need: 'cluster' }, null]);
  });
});

describe('problemOf', () => {
  const block = { line: 1, language: 'sh', code: 'npm start\n' };
  const page = 'docs/x.md';

  test.each<[CommandBlock['mark'], string]>([
    [null, 'no mark'],
    [{ kind: 'tested', test: 'tests/missing.test.ts' }, 'does not exist'],
    [{ kind: 'tested', test: 'tests/start/first-commands.test.ts' }, 'does not read this page'],
    [{ kind: 'needs', need: 'cluster' }, 'no command needs a cluster'],
    [{ kind: 'needs', need: 'container engine' }, 'no command needs a container engine'],
  ])('reports the mark %j', (mark, problem) => {
    expect(problemOf(page, { ...block, mark })).toContain(problem);
  });

  test('reports a test that does not read the commands as the mark requires', () => {
    const test = 'tests/docs/supply-chain.test.ts';
    expect(problemOf('docs/supply-chain.md', { ...block, mark: { kind: 'tested', test } })).toBeNull();
    expect(problemOf('docs/supply-chain.md', { ...block, mark: { kind: 'options tested', test } })).toContain(
      'is not "options tested"',
    );
  });

  test('reports a block of commands with another language than sh', () => {
    expect(problemOf(page, { ...block, language: 'bash', mark: null })).toContain('language sh, not bash');
  });
});
