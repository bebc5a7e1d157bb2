import { expect, test } from '@jest/globals';
import { documentedToolCalls } from '../../documentation/src/documented-commands.ts';
import { parseOptions } from './options.ts';
import { chooseChecks } from './run-checks.ts';

test('the commands of the README select existing checks', () => {
  const calls = documentedToolCalls('infra/conformance/README.md', 'infra/conformance/src/options.test.ts');
  const chosen = calls.map(({ tool, args }) => {
    expect(tool).toBe('infra/conformance/src/main.ts');
    return chooseChecks(parseOptions(args).only).length;
  });
  expect(Math.min(...chosen)).toBeGreaterThan(0);
  expect(new Set(chosen).size).toBe(chosen.length);
});

test.each([
  [['--only', 'mcp'], 'Unknown checks: mcp'],
  [['--all'], '--all'],
])('the arguments %j are rejected', (args, message) => {
  expect(() => chooseChecks(parseOptions(args).only)).toThrow(message);
});
