import { describe, expect, test } from '@jest/globals';
import { BROWSER_MAP, OS_MAP } from 'bowser';
import { describeBrowser } from './describe-browser.ts';

const UNKNOWN = { browser: null, operatingSystem: null };

describe('describeBrowser', () => {
  test.each([
    ['Firefox', 'Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'],
    [
      'Safari',
      'macOS',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    ],
    [
      'Safari',
      'iOS',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 ' +
        'Mobile/15E148 Safari/604.1',
    ],
    [
      'Microsoft Edge',
      'Windows',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 ' +
        'Edg/130.0.0.0',
    ],
    [
      'Chrome',
      'Android',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
    ],
  ])('recognizes %s on %s', (browser, operatingSystem, userAgent) => {
    expect(describeBrowser(userAgent)).toEqual({ browser, operatingSystem });
  });

  test.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['another program', 'curl/8.5.0'],
    ['markup', '<script>alert(1)</script>/1.0 (x)'],
    ['a name that the client chose', 'Bank of Loci/1.0 (please sign in again) x'],
    ['control characters and bidirectional overrides', '\u202egnp\u0007/1.0 x'],
    ['only spaces', ' '.repeat(10_000)],
  ])('returns no names for %s', (_, userAgent) => {
    expect(describeBrowser(userAgent)).toEqual(UNKNOWN);
  });

  test.each([
    ['a long token', `${'a/'.repeat(1_000_000)}`],
    ['repeated names', 'Android Linux (KHTML, like Gecko) Version/ '.repeat(20_000)],
    ['open parentheses', '('.repeat(100_000)],
  ])('needs less than 100 ms for %s', (_, userAgent) => {
    const start = performance.now();
    describeBrowser(userAgent);
    expect(performance.now() - start).toBeLessThan(100);
  });

  test('returns only names that fit into the database', () => {
    for (const name of [...Object.values(BROWSER_MAP), ...Object.values(OS_MAP)])
      expect(name.length).toBeLessThanOrEqual(40);
  });
});
