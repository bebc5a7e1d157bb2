import { describe, expect, test } from '@jest/globals';
import { documentedToolCalls } from '../../documentation/src/documented-commands.ts';
import { parseOptions } from './options.ts';

const TEST = 'infra/lighthouse/src/options.test.ts';

describe('options of npm run lighthouse', () => {
  test.each(['docs/benchmarks.md', 'infra/lighthouse/README.md'])('are valid in %s', (page) => {
    for (const { tool, args } of documentedToolCalls(page, TEST)) {
      expect(tool).toBe('infra/lighthouse/src/main.ts');
      expect(() => parseOptions(args)).not.toThrow();
    }
  });

  test('default to 100,000 memories and the desktop settings', () => {
    expect(parseOptions([])).toEqual({
      memories: 100_000,
      rounds: 3,
      mobile: false,
      only: undefined,
      output: 'coverage/lighthouse.json',
    });
  });

  test('select one measurement and the mobile settings', () => {
    const args = [
      '--only',
      'interactions',
      '--mobile',
      '--memories',
      '500',
      '--rounds',
      '1',
      '--output',
      'a.json',
    ];
    expect(parseOptions(args)).toEqual({
      memories: 500,
      rounds: 1,
      mobile: true,
      only: 'interactions',
      output: 'a.json',
    });
  });

  test.each([
    ['no memories', ['--memories', '0'], /--memories must be an integer from 1 to 1000000/],
    ['a fraction of a round', ['--rounds', '1.5'], /--rounds must be an integer from 1 to 25/],
    ['an unknown measurement', ['--only', 'speed'], /--only must be one of pages, interactions/],
    ['an unknown option', ['--tablet'], /--tablet/],
  ])('reject %s', (_, args, message) => {
    expect(() => parseOptions(args)).toThrow(message);
  });
});
