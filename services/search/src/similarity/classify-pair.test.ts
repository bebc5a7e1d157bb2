import { describe, expect, test } from '@jest/globals';
import { classifyPair } from './classify-pair.ts';
import { parseStatement } from './statement.ts';

const classify = (first: string, second: string, cosine = 0.95) =>
  classifyPair(parseStatement(first), parseStatement(second), cosine);

describe('classifyPair', () => {
  test.each([
    ['negation', 'Rosa eats fish.', "Rosa doesn't eat fish."],
    ['number', 'The quota is 5 GB.', 'The quota is 8 GB.'],
    ['date', 'The review is on Monday.', 'The review is on Tuesday.'],
    ['date', 'The license ends on 2027-01-31.', 'The license ends on February 28, 2027.'],
    ['date', 'The call starts at 9 am.', 'The call starts at 14:00.'],
    ['antonym', 'The museum is open on Sunday.', 'The museum is closed on Sunday.'],
    ['antonym', 'The driver is stable.', 'The driver is unstable.'],
    ['order', 'Rosa prefers rice to noodles.', 'Rosa prefers noodles to rice.'],
    ['order', 'The portal calls the gateway.', 'The gateway calls the portal.'],
    ['value', 'Rosa lives in Porto.', 'Rosa lives in Braga.'],
    ['value', 'The default theme is Ocean.', 'The default theme is Forest.'],
  ])('finds the contradiction by %s of "%s" and "%s"', (difference, first, second) => {
    expect(classify(first, second)).toMatchObject({ kind: 'contradiction', difference });
  });

  test.each([
    ['Rosa lives in Porto.', 'Rosa currently resides in Porto'],
    ['The quota is 5 GB.', 'The quota is 5GB.'],
    ['The call starts at 2 pm.', 'The call starts at 14:00.'],
    ['The license ends on 2027-01-31.', 'The license ends on January 31, 2027.'],
    ['Rosa approved the plan.', 'The plan was approved by Rosa.'],
    ["We can't use this library.", 'We cannot use this library.'],
    ['Rosa likes rice and noodles.', 'Rosa likes noodles and rice.'],
  ])('finds the duplicate of "%s" and "%s"', (first, second) => {
    expect(classify(first, second)).toMatchObject({ kind: 'duplicate', difference: null });
  });

  test.each([
    ['another subject', 'Rosa lives in Porto.', 'Hugo lives in Porto.'],
    ['another subject and value', 'Rosa lives in Porto.', 'Hugo lives in Braga.'],
    ['a value that does not exclude others', 'Rosa visited Porto.', 'Rosa visited Braga.'],
    ['two different numbers', 'Sprint 3 had 20 points.', 'Sprint 4 had 25 points.'],
    ['the number of an object', 'Issue 12 is fixed.', 'Issue 21 is fixed.'],
    ['a negation of something else', 'The tool reads files.', 'The tool does not write files.'],
    ['a question', 'Does Rosa live in Porto?', 'Rosa does not live in Porto.'],
    ['a condition', 'If the disk is full, writes fail.', 'The disk is not full, writes fail.'],
    ['added details', 'Rosa plays tennis.', 'Rosa plays tennis with Hugo on the court in Braga.'],
  ])('finds no relation of statements with %s', (_what, first, second) => {
    expect(classify(first, second)).toBeNull();
  });

  test('finds a duplicate of an equal text with any number of terms', () => {
    const text = 'Many words. '.repeat(800);
    expect(classify(text, text)).toMatchObject({ kind: 'duplicate', score: 1 });
  });

  test('finds no relation of texts that are longer than the compared part', () => {
    const text = 'Many words. '.repeat(800);
    expect(classify(`${text} Port 1.`, `${text} Port 2.`)).toBeNull();
  });

  test('finds no relation of statements whose embeddings are not similar', () => {
    expect(classify('Rosa lives in Porto.', 'Rosa lives in Braga.', 0.2)).toBeNull();
    expect(classify('Rosa likes rice and noodles.', 'Rosa likes noodles and rice.', 0.2)).toBeNull();
  });

  test('returns the same relation for both orders of a pair', () => {
    const [first, second] = ['The museum is open on Sunday.', 'The museum is closed on Sunday.'];
    expect(classify(first, second)).toEqual(classify(second, first));
  });

  test('compares two texts of the maximum length in less than 100 ms of CPU time', () => {
    const words = Array.from({ length: 2_000 }, (_, i) => `w${i % 900}`);
    const first = words.join(' ').slice(0, 10_000);
    const second = words.toReversed().join(' ').slice(0, 10_000);
    const start = process.cpuUsage();
    classify(first, second);
    const { user, system } = process.cpuUsage(start);
    expect(user + system).toBeLessThan(100_000);
  });
});
