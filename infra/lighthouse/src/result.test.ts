import { describe, expect, test } from '@jest/globals';
import { findMisses, formatResult } from './result.ts';
import type { InteractionResult, PageResult } from './result.ts';

const page = (performance: number, settings: PageResult['settings'] = 'desktop'): PageResult => ({
  name: 'home',
  path: '/',
  settings,
  scores: { performance, accessibility: 100, 'best-practices': 100 },
  metrics: { firstContentfulPaintMs: 206.4, layoutShift: 0.0071 },
  failed: [],
  version: '13.5.0',
});
const interaction = (inputMs: number, serverMs: number): InteractionResult => ({
  name: 'select',
  inputMs,
  shownMs: 250,
  slowestShownMs: 300,
  serverMs,
});

describe('result of npm run lighthouse', () => {
  test('misses a target only below 95 with the desktop settings', () => {
    const pages = [page(95), page(94), page(50, 'mobile')];
    expect(findMisses({ pages, interactions: [] })).toEqual(['home: performance 94 is below 95.']);
  });

  test('misses a target if the next frame or the server needs more than 100 ms', () => {
    const interactions = [interaction(100, 100), interaction(104, 20), interaction(0, 162)];
    expect(findMisses({ pages: [], interactions })).toEqual([
      'select: next frame 104 ms is above 100 ms.',
      'select: server 162 ms is above 100 ms.',
    ]);
  });

  test('lists the audits that a page does not pass', () => {
    const text = formatResult({
      pages: [{ ...page(94), failed: ['total-blocking-time (270 ms)'] }],
      interactions: [interaction(0, 20)],
    });
    expect(text).toMatch(/home +desktop +94 +100 +100 +206 .* 0\.007$/m);
    expect(text).toContain('home (desktop): total-blocking-time (270 ms)');
    expect(text).toMatch(/select +< 16 +250 +300 +20/);
  });
});
