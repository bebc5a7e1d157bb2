import { describe, expect, test } from '@jest/globals';
import { dateFactor } from './date-factor.ts';
import { parseDates } from './parse-dates.ts';
import { toInstant, toLocalTime } from './time-zone.ts';

/** A Wednesday. */
const NOW = Date.parse('2023-10-25T15:30:00Z');
const DAY_MS = 86_400_000;
const periods = (query: string, timeZone = 'UTC'): string[] =>
  parseDates(query, NOW, timeZone).map(({ fromMs, toMs }) => [fromMs, toMs].map(format).join(' – '));
const format = (ms: number): string =>
  Number.isFinite(ms) ? new Date(ms).toISOString().slice(0, 16).replace('T00:00', '') : '…';

describe('parseDates', () => {
  test.each([
    ['What happened yesterday?', '2023-10-24 – 2023-10-25'],
    ['What did we decide the day before yesterday?', '2023-10-23 – 2023-10-24'],
    ['What did Ada say on Monday?', '2023-10-23 – 2023-10-24'],
    ['Where were we last weekend?', '2023-10-21 – 2023-10-23'],
    ['What did I buy three weeks ago?', '2023-10-01 – 2023-10-08'],
    ['What did I read in the last 3 days?', '2023-10-22 – 2023-10-25T15:30'],
    ['Whom did I meet last month?', '2023-09-01 – 2023-10-01'],
    ['What did we do last May?', '2023-05-01 – 2023-06-01'],
    ['What did we do last November?', '2022-11-01 – 2022-12-01'],
    ['Where did we go in December?', '2022-12-01 – 2023-01-01'],
    ['Where did we go last summer?', '2023-06-01 – 2023-09-01'],
    ['Where did we go in the winter of 2021?', '2021-12-01 – 2022-03-01'],
    ['Where did we live 10 years ago?', '2013-01-01 – 2014-01-01'],
    ['Which trips did we make in 2021?', '2021-01-01 – 2022-01-01'],
    ['What happened on 7 July, 2023?', '2023-07-07 – 2023-07-08'],
    ['What did we plan the week before August 3, 2023?', '2023-07-24 – 2023-07-31'],
    ['Where did we live before May 2023?', '… – 2023-05-01'],
    ['What changed after 3 June, 2022?', '2022-06-04 – …'],
    ['What has changed since last Friday?', '2023-10-20 – …'],
  ])('finds the period of "%s"', (query, period) => {
    expect(periods(query)).toEqual([period]);
  });

  test.each([
    'May I have 3 apples?',
    'What does April think of the march for freedom?',
    'Who sat in the sun on opening night?',
    'Where did we live before the move?',
    'What did we do two weeks before the move?',
    'Which version follows 2.10?',
    'What do we do now at 10?',
  ])('finds no period in "%s"', (query) => {
    expect(periods(query)).toEqual([]);
  });

  test('uses the days of the time zone, also at a change of its offset', () => {
    expect(periods('yesterday', 'Asia/Tokyo')).toEqual(['2023-10-24T15:00 – 2023-10-25T15:00']);
    expect(periods('on 29 October 2023', 'Europe/Berlin')).toEqual(['2023-10-28T22:00 – 2023-10-29T23:00']);
  });

  test('reads only the beginning of a long query', () => {
    expect(periods(`${'word '.repeat(100)}yesterday`)).toEqual([]);
  });
});

test('a local time converts to the instant with this local time', () => {
  for (const zone of ['UTC', 'Asia/Kolkata', 'Pacific/Auckland', 'America/St_Johns'])
    for (let ms = NOW; ms < NOW + 365 * DAY_MS; ms += 30 * DAY_MS)
      expect(toInstant(toLocalTime(ms, zone), zone)).toBe(ms);
});

describe('dateFactor', () => {
  const month = [{ text: 'last month', fromMs: NOW - 30 * DAY_MS, toMs: NOW }];

  test('is 1 in a period, and decreases with the distance to it, but not below 1 minus the weight', () => {
    expect(dateFactor(NOW - DAY_MS, month, 0.2)).toBe(1);
    expect(dateFactor(NOW + 15 * DAY_MS, month, 0.2)).toBeCloseTo(0.9, 10);
    expect(dateFactor(NOW - 45 * DAY_MS, month, 0.2)).toBeCloseTo(0.9, 10);
    expect(dateFactor(0, month, 0.2)).toBeCloseTo(0.8, 10);
  });

  test('is that of the nearest period', () => {
    const day = { text: 'on 1 May 2000', fromMs: 0, toMs: DAY_MS };
    expect(dateFactor(0, [...month, day], 0.2)).toBe(1);
  });

  test('is 1 for an unknown time, without a period, and on the open side of a period', () => {
    expect(dateFactor(NaN, month, 0.2)).toBe(1);
    expect(dateFactor(0, [], 0.2)).toBe(1);
    expect(dateFactor(0, [{ text: 'before May', fromMs: -Infinity, toMs: NOW }], 0.2)).toBe(1);
    expect(dateFactor(NOW + 7 * DAY_MS, [{ text: 'before May', fromMs: -Infinity, toMs: NOW }], 0.2)).toBe(
      0.9,
    );
  });
});
