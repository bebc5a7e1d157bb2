import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { buildArgv } from 'jest';
import { documentedToolCalls } from '../../infra/documentation/src/documented-commands.ts';
import { parseOptions } from '../faults/crash-recovery-options.ts';

const ROOT = join(import.meta.dirname, '../..');
const TEST = 'tests/docs/test-commands.test.ts';
const JEST = 'node_modules/jest/bin/jest.js';
const FOLDERS = '{auth-server,cli,clients,gateway,infra,services,shared,tests}';

const testFiles = globSync(`${FOLDERS}/**/*.test.ts`, {
  cwd: ROOT,
  exclude: (path) => path.endsWith('node_modules'),
});

/**
 * Returns the files that Jest would run.
 *
 * @throws Error for an unknown option
 */
async function selectedFiles(args: string[]): Promise<string[]> {
  const { _: patterns, config, testNamePattern } = await buildArgv(args);
  const isIntegration = config !== undefined && String(config).includes('integration');
  const title = new RegExp(testNamePattern ?? '');
  return testFiles.filter(
    (file) =>
      file.endsWith('.integration.test.ts') === isIntegration &&
      (patterns.length === 0 || patterns.some((pattern) => file.includes(String(pattern)))) &&
      title.test(titlesOf(file)),
  );
}

/** Returns the source with the titles of the tests in a file. The end-to-end tests have theirs in other files. */
const titlesOf = (file: string): string =>
  (file.startsWith('tests/e2e/') ? globSync('tests/e2e/suites/**/*.ts', { cwd: ROOT }) : [file])
    .map((each) => readFileSync(join(ROOT, each), 'utf8'))
    .join('');

describe('the commands that run tests', () => {
  test.each(['tests/README.md', 'infra/test-engines/README.md'])('of %s select tests', async (page) => {
    for (const { tool, args } of documentedToolCalls(page, TEST)) {
      if (tool === 'tests/faults/crash-recovery.main.ts') {
        expect(parseOptions(args).rounds).toBeGreaterThan(0);
      } else {
        expect(tool).toBe(JEST);
        expect({ args, files: await selectedFiles(args) }).not.toEqual({ args, files: [] });
      }
    }
  });

  test('select no test for a wrong path or title', async () => {
    expect(await selectedFiles(['tests/e2e/standalone-over-htp'])).toEqual([]);
    expect(await selectedFiles(['tests/e2e/standalone-in-process', '-t', 'threat 1234'])).toEqual([]);
    expect(await selectedFiles(['-c', 'jest.integration.config.mjs', 'tests/start'])).toEqual([]);
  });
});

test.each([
  [['--rounds', 'many'], '--rounds must be a positive integer.'],
  [['--round', '1'], '--round'],
])('crash-recovery.main.ts rejects %j', (args, message) => {
  expect(() => parseOptions(args)).toThrow(message);
});
