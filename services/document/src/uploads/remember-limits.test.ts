import { describe, expect, test } from '@jest/globals';
import { AppError } from '@loci/core';
import { parserLimitExceeded } from '../parsing/parse-errors.ts';
import { rememberLimits } from './remember-limits.ts';

const file = (changes: object = {}) => ({
  tenantId: 'a',
  filePath: '/uploads/1',
  filename: 'bomb.pdf',
  sha256: Buffer.alloc(32, 1),
  signal: new AbortController().signal,
  ...changes,
});

/** Creates a parser that fails with `error`, and counts its calls. */
function failingParser(error: Error) {
  const state = { calls: 0, nowMs: 0 };
  const parse = rememberLimits(
    () => {
      state.calls++;
      return Promise.reject(error);
    },
    () => state.nowMs,
  );
  return { state, parse };
}

describe('rememberLimits', () => {
  test('rejects content that exceeded a limit with the same error, without parsing it again', async () => {
    const { state, parse } = failingParser(parserLimitExceeded('time', 'Too slow.'));
    for (let n = 0; n < 3; n++) {
      await expect(parse(file())).rejects.toMatchObject({
        code: 'VAL_FIELD_TOO_LONG',
        status: 413,
        details: { limit: 'time' },
      });
    }
    expect(state.calls).toBe(1);
  });

  test('parses the content again after 10 minutes', async () => {
    const { state, parse } = failingParser(parserLimitExceeded('time', 'Too slow.'));
    await expect(parse(file())).rejects.toThrow('Too slow.');
    state.nowMs = 600_000;
    await expect(parse(file())).rejects.toThrow('Too slow.');
    expect(state.calls).toBe(2);
  });

  test.each([
    ['the same content of another tenant', { tenantId: 'b' }],
    ['other content', { sha256: Buffer.alloc(32, 2) }],
    ['the same content as another type', { filename: 'bomb.txt' }],
  ])('parses %s', async (_, changes) => {
    const { state, parse } = failingParser(parserLimitExceeded('pages', 'Too many.'));
    await expect(parse(file())).rejects.toThrow('Too many.');
    await expect(parse(file(changes))).rejects.toThrow('Too many.');
    expect(state.calls).toBe(2);
  });

  test('drops the oldest error when it stores more than 1,000 errors', async () => {
    const { state, parse } = failingParser(parserLimitExceeded('time', 'Too slow.'));
    const contentOf = (n: number) => file({ sha256: Buffer.from(String(n)) });
    for (let n = 0; n <= 1_000; n++) await expect(parse(contentOf(n))).rejects.toThrow('Too slow.');
    await expect(parse(contentOf(1))).rejects.toThrow('Too slow.');
    expect(state.calls).toBe(1_001);
    await expect(parse(contentOf(0))).rejects.toThrow('Too slow.');
    expect(state.calls).toBe(1_002);
  });

  test('parses content again if its parsing failed without exceeding a limit', async () => {
    const { state, parse } = failingParser(new AppError('VAL_VALIDATION_FAILED', 'Corrupt.'));
    await expect(parse(file())).rejects.toThrow('Corrupt.');
    await expect(parse(file())).rejects.toThrow('Corrupt.');
    expect(state.calls).toBe(2);
  });
});
