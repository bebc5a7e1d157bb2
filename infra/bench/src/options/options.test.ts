import { describe, expect, test } from '@jest/globals';
import { documentedToolCalls } from '../../../documentation/src/documented-commands.ts';
import { chooseScenarios } from '../scenarios/index.ts';
import { parseOptions } from './options.ts';

const TEST = 'infra/bench/src/options/options.test.ts';
/** Pages with commands that take minutes or need data sets. */
const PAGES = ['docs/benchmarks.md', 'docs/retrieval.md', 'docs/scale.md', 'infra/bench/README.md'];

test.each(PAGES)('the commands of %s have valid options, scenarios and sizes', (page) => {
  for (const { tool, args } of documentedToolCalls(page, TEST)) {
    expect(tool).toBe('infra/bench/src/main.ts');
    const options = parseOptions(args);
    if (options.benchmark === 'speed') expect(chooseScenarios(options)).not.toEqual([]);
  }
});

describe('parseOptions', () => {
  test('sets the defaults of the command `speed` to a new platform and all scenarios', () => {
    expect(parseOptions(['speed'])).toEqual({
      benchmark: 'speed',
      platform: { kind: 'own', workFolder: undefined, firstPort: 18080 },
      only: undefined,
      rounds: 5,
      sizes: [6_000, 100_000],
      tenants: 1_000,
      scale: 1,
      data: undefined,
      output: undefined,
    });
  });

  test('accepts a running platform, scenario names and a scale for the command `speed`', () => {
    const running = ['--url', 'http://a', '--auth-url', 'http://b', '--admin-token', 't'];
    expect(
      parseOptions(['speed', '--only', 'stores, search-6k', '--scale', '0.5', ...running]),
    ).toMatchObject({
      platform: { kind: 'running', gatewayUrl: 'http://a', authUrl: 'http://b', adminToken: 't' },
      only: ['stores', 'search-6k'],
      scale: 0.5,
    });
  });

  test('rejects the command `quality` without a data set', () => {
    expect(parseOptions(['quality', '--locomo', 'x.json'])).toMatchObject({ locomo: 'x.json' });
    expect(() => parseOptions(['quality'])).toThrow('--locomo');
  });

  test('accepts files of multi-hop questions as the only data sets', () => {
    expect(parseOptions(['quality', '--multi-hop', 'a.json', '--multi-hop', 'b.jsonl'])).toMatchObject({
      dataSets: [],
      multiHop: ['a.json', 'b.jsonl'],
    });
  });

  test('accepts sets of signals that the report of `train-ranking` leaves out', () => {
    expect(parseOptions(['train-ranking', '--locomo', 'x'])).toMatchObject({ ablations: [] });
    expect(
      parseOptions(['train-ranking', '--locomo', 'x', '--without', 'a', '--without', 'b, c']),
    ).toMatchObject({ ablations: [['a'], ['b', 'c']] });
  });

  test('measures every layout with hybrid search and its retrievers by default, or those that are given', () => {
    expect(parseOptions(['quality', '--data-set', 'a.jsonl', '--data-set', 'b.jsonl'])).toMatchObject({
      dataSets: ['a.jsonl', 'b.jsonl'],
      eventTimes: false,
      layouts: ['separate', 'no-conversations', 'pooled', 'filtered'],
      variants: ['hybrid', 'keyword', 'vector'],
      unit: 'item',
      nearDuplicates: false,
      parameters: {},
    });
    const given = [
      '--layouts',
      'pooled',
      '--variants',
      'without-graph',
      '--parameters',
      '{"rrf_k": 10}',
      '--event-times',
      '--near-duplicates',
    ];
    expect(parseOptions(['quality', '--locomo', 'x', ...given])).toMatchObject({
      layouts: ['pooled'],
      variants: ['without-graph'],
      parameters: { rrf_k: 10 },
      eventTimes: true,
      nearDuplicates: true,
    });
    expect(parseOptions(['quality', '--locomo', 'x', '--unit', 'conversation'])).toMatchObject({
      unit: 'conversation',
    });
  });

  test('sets the default sizes of the command `scale` to 10,000, 100,000 and 300,000 memories', () => {
    expect(parseOptions(['scale'])).toMatchObject({ sizes: [10_000, 100_000, 300_000] });
  });

  test('accepts sizes and an output file for the command `scale`', () => {
    expect(parseOptions(['scale', '--sizes', '10,100', '--output', 'x.json'])).toEqual({
      benchmark: 'scale',
      sizes: [10, 100],
      output: 'x.json',
    });
  });

  test('accepts sizes, tenants and rounds for the command `speed`', () => {
    expect(
      parseOptions(['speed', '--sizes', '6000,1000000', '--tenants', '0', '--rounds', '3']),
    ).toMatchObject({ sizes: [6_000, 1_000_000], tenants: 0, rounds: 3 });
  });

  test('accepts one or two result files for the command `compare`', () => {
    expect(parseOptions(['compare', 'b.json'])).toEqual({
      benchmark: 'compare',
      before: undefined,
      after: 'b.json',
    });
    expect(parseOptions(['compare', 'a.json', 'b.json'])).toMatchObject({
      before: 'a.json',
      after: 'b.json',
    });
  });

  test.each([
    [[], 'speed, quality, calibrate, train-ranking, scale or compare'],
    [['fast'], 'speed, quality, calibrate, train-ranking, scale or compare'],
    [['scale', '--sizes', '100,10'], '--sizes'],
    [['scale', '--sizes', 'many'], '--sizes'],
    [['speed', '--sizes', '6000,6000'], '--sizes'],
    [['speed', '--rounds', '0'], '--rounds'],
    [['speed', '--tenants', '-1'], '--tenants'],
    [['compare'], 'one or two result files'],
    [['compare', 'a', 'b', 'c'], 'one or two result files'],
    [['speed', '--scale', '2'], '--scale'],
    [['speed', '--scale', 'x'], '--scale'],
    [['speed', '--first-port', '70000'], '--first-port'],
    [['speed', '--url', 'http://a'], '--admin-token'],
    [['speed', '--admin-token', 'x'], '--url'],
    [['speed', '--url', 'http://a', '--work-folder', '/x'], 'cannot be combined with --url'],
    [['speed', '--locomo', 'x'], '--locomo'],
    [['calibrate'], '--locomo'],
    [['train-ranking'], '--locomo'],
    [['calibrate', '--locomo', 'x', '--without', 'a'], '--without requires train-ranking'],
    [['quality', '--locomo', 'x', '--layouts', 'separate,x'], '--layouts'],
    [['quality', '--locomo', 'x', '--variants', 'x'], '--variants'],
    [['quality', '--locomo', 'x', '--unit', 'document'], '--unit'],
    [['quality', '--locomo', 'x', '--unit', 'item,conversation'], '--unit'],
    [['quality', '--locomo', 'x', '--near-duplicates', '--unit', 'conversation'], '--near-duplicates'],
    [['quality', '--locomo', 'x', '--parameters', '[]'], '--parameters'],
    [['quality', '--locomo', 'x', '--parameters', '{'], '--parameters'],
  ])('rejects the arguments %j with a message that contains "%s"', (args, message) => {
    expect(() => parseOptions(args)).toThrow(message);
  });
});
