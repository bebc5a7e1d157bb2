import { expect, test } from '@jest/globals';
import { documentedToolCalls } from '../../documentation/src/documented-commands.ts';
import { parseOptions } from './options.ts';

test('parseOptions returns the documented defaults', () => {
  expect(parseOptions([])).toEqual({
    minutes: 10,
    seed: 1,
    target: 'loci',
    writers: 8,
    updaters: 2,
    readers: 4,
    retriers: 2,
    json: undefined,
  });
});

test('the commands of the README have valid options', () => {
  for (const { tool, args } of documentedToolCalls(
    'infra/torture/README.md',
    'infra/torture/src/options.test.ts',
  )) {
    expect(tool).toBe('infra/torture/src/main.ts');
    expect(() => parseOptions(args)).not.toThrow();
  }
});

test.each([
  [['--minutes', '0'], '--minutes must be greater than 0'],
  [['--minutes', 'ten'], '--minutes must be greater than 0'],
  [['--seed', '1.5'], '--seed must be an integer'],
  [['--seed', ''], '--seed must be an integer'],
  [['--writers', '17'], '--writers must be an integer from 1 to 16'],
  [['--target', 'other'], '--target must be one of loci, loci-distributed, mcp-memory, mcp-memory-libsql'],
  [['--unknown'], 'Unknown option'],
])('parseOptions rejects %j', (args, message) => {
  expect(() => parseOptions(args)).toThrow(message);
});
