import { expect, test } from '@jest/globals';
import { documentedToolCalls } from '../../documentation/src/documented-commands.ts';
import { parseOptions } from './options.ts';

test('parseOptions returns the documented defaults', () => {
  expect(parseOptions([])).toEqual({ rounds: 50, firstSeed: 1, keep: false });
});

test('the commands of the README have valid options', () => {
  const calls = documentedToolCalls('infra/chaos/README.md', 'infra/chaos/src/options.test.ts');
  expect(calls.map(({ tool }) => tool)).toEqual(calls.map(() => 'infra/chaos/src/main.ts'));
  const options = calls.map(({ args }) => parseOptions(args));
  expect(options.some(({ keep }) => keep)).toBe(true);
});

test.each([
  [['--rounds', '0'], '--rounds must be a positive integer'],
  [['--seed', '-1'], '--seed'],
  [['--seed', '0.5'], '--seed a non-negative integer'],
  [['--faults'], '--faults'],
])('parseOptions rejects %j', (args, message) => {
  expect(() => parseOptions(args)).toThrow(message);
});
