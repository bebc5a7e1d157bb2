import { describe, expect, test } from '@jest/globals';
import { parseOptions } from './options.ts';

describe('parseOptions', () => {
  test('defaults to a new platform and all scenarios for speed', () => {
    expect(parseOptions(['speed'])).toEqual({
      benchmark: 'speed',
      platform: { kind: 'own', workFolder: undefined, firstPort: 18080 },
      only: undefined,
      scale: 1,
      data: undefined,
      out: undefined,
    });
  });

  test('accepts a running platform, scenario names and a scale for speed', () => {
    const running = ['--url', 'http://a', '--auth-url', 'http://b', '--admin-token', 't'];
    expect(
      parseOptions(['speed', '--only', 'stores, search-6k', '--scale', '0.5', ...running]),
    ).toMatchObject({
      platform: { kind: 'running', gatewayUrl: 'http://a', authUrl: 'http://b', adminToken: 't' },
      only: ['stores', 'search-6k'],
      scale: 0.5,
    });
  });

  test('requires a data set for quality', () => {
    expect(parseOptions(['quality', '--locomo', 'x.json'])).toMatchObject({ locomo: 'x.json' });
    expect(() => parseOptions(['quality'])).toThrow('--locomo');
  });

  test('defaults to 10,000, 100,000 and 300,000 memories for scale and accepts other sizes', () => {
    expect(parseOptions(['scale'])).toMatchObject({ sizes: [10_000, 100_000, 300_000] });
    expect(parseOptions(['scale', '--sizes', '10,100', '--out', 'x.json'])).toEqual({
      benchmark: 'scale',
      sizes: [10, 100],
      out: 'x.json',
    });
  });

  test.each([
    [[], 'speed, quality or scale'],
    [['fast'], 'speed, quality or scale'],
    [['scale', '--sizes', '100,10'], '--sizes'],
    [['scale', '--sizes', 'many'], '--sizes'],
    [['speed', '--scale', '2'], '--scale'],
    [['speed', '--scale', 'x'], '--scale'],
    [['speed', '--first-port', '70000'], '--first-port'],
    [['speed', '--url', 'http://a'], '--admin-token'],
    [['speed', '--admin-token', 'x'], '--url'],
    [['speed', '--url', 'http://a', '--work-folder', '/x'], 'cannot be combined with --url'],
    [['speed', '--locomo', 'x'], '--locomo'],
  ])('rejects the arguments %j with a message that contains "%s"', (args, message) => {
    expect(() => parseOptions(args)).toThrow(message);
  });
});
