import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { anchorsOf, relativeLinksOf, seeTargetsOf, toAnchor } from './markdown-links.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Returns the reason why a link in the file `from` does not resolve, or null if it resolves. */
function linkProblem(target: string, from: string): string | null {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? from : normalize(join(dirname(from), path));
  if (!existsSync(join(ROOT, file))) return `${from}: ${target} does not exist`;
  if (anchor === undefined || !file.endsWith('.md')) return null;
  return anchorsOf(read(file)).has(anchor) ? null : `${from}: ${target} has no such heading`;
}

describe('links of the documentation', () => {
  test.each(files.filter((file) => file.endsWith('.md')))('resolve in %s', (page) => {
    const problems = relativeLinksOf(read(page)).map((target) => linkProblem(target, page));
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  });
});

/** Matches a source outside the repository (URL, RFC, specification or paper) and a `{@link symbol}`. */
const OTHER_SOURCE = /^(https?:\/\/|\{@link |RFC \d|[\p{Lu}"][^\s/]*(?<!\.md\S*) )/u;

describe('@see tags of the code', () => {
  test('link to a heading in the repository or name an external source', () => {
    const sources = files.filter(
      (file) => /\.(ts|mjs|sql|py)$/.test(file) && !file.startsWith('infra/checks/docs/'),
    );
    const problems = sources.flatMap((file) =>
      seeTargetsOf(read(file))
        .filter((target) => !OTHER_SOURCE.test(target))
        .map((target) => linkProblem(target.split(/[\s;,]/)[0]!, 'package.json'))
        .filter((problem) => problem !== null)
        .map((problem) => problem.replace('package.json', file)),
    );
    expect(problems).toEqual([]);
  });
});

describe('toAnchor', () => {
  test.each([
    ['Create a memory', 'create-a-memory'],
    ['`POST /api/v2/memories`', 'post-apiv2memories'],
    ['Threat 9: forged tokens', 'threat-9-forged-tokens'],
    ['[Link](page.md) text', 'link-text'],
  ])('converts the heading %s to %s', (heading, anchor) => {
    expect(toAnchor(heading)).toBe(anchor);
  });
});

describe('linkProblem', () => {
  test('reports a link to a missing file', () => {
    expect(linkProblem('missing.md', 'README.md')).toBe('README.md: missing.md does not exist');
  });

  test('reports a link to a missing heading', () => {
    expect(linkProblem('SECURITY.md#missing', 'README.md')).toBe(
      'README.md: SECURITY.md#missing has no such heading',
    );
  });
});
