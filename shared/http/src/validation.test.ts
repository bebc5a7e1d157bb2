import { describe, expect, test } from '@jest/globals';
import type { AppError } from '@loci/core';
import { z } from 'zod';
import { endTimestamp, unitInterval, queryBoolean, queryNumber, startTimestamp, uuid } from './fields.ts';
import { cursorPageQuery } from './pagination.ts';
import { validate } from './validation.ts';

const schema = z.object({
  text: z.string().min(1).max(5),
  kind: z.enum(['a', 'b']).optional(),
  share: unitInterval.optional(),
  whole: z.int().optional(),
  list: z.array(z.string()).min(1).max(2).optional(),
  id: uuid.optional(),
  flag: queryBoolean.optional(),
  page: cursorPageQuery.page,
  when: startTimestamp.optional(),
  meta: z.record(z.string(), z.unknown()).optional(),
});

function errorOf(data: unknown, shape: z.ZodType = schema): AppError {
  try {
    validate(shape, data, 'body');
  } catch (error) {
    return error as AppError;
  }
  throw new Error('validate did not throw.');
}

describe('validate', () => {
  test.each<[string, object, string, string]>([
    ['a missing required field', { text: undefined }, 'VAL_FIELD_REQUIRED', 'text'],
    ['a wrong type', { text: 5 }, 'VAL_FIELD_INVALID', 'text'],
    ['null', { text: null }, 'VAL_FIELD_INVALID', 'text'],
    ['an empty string', { text: '' }, 'VAL_FIELD_INVALID', 'text'],
    ['a string over its maximum length', { text: '123456' }, 'VAL_FIELD_TOO_LONG', 'text'],
    ['an unknown enumeration value', { kind: 'c' }, 'VAL_ENUM_INVALID', 'kind'],
    ['a number instead of an enumeration value', { kind: 5 }, 'VAL_FIELD_INVALID', 'kind'],
    ['a number above its bound', { share: 1.1 }, 'VAL_FIELD_INVALID', 'share'],
    ['a number below its bound', { share: -1 }, 'VAL_FIELD_INVALID', 'share'],
    ['a fraction instead of an integer', { whole: 1.5 }, 'VAL_FIELD_INVALID', 'whole'],
    ['a malformed UUID', { id: 'x' }, 'VAL_UUID_INVALID', 'id'],
    ['an invalid boolean', { flag: 'maybe' }, 'VAL_FIELD_INVALID', 'flag'],
    ['page 0', { page: '0' }, 'VAL_FIELD_INVALID', 'page'],
    ['a date that does not exist', { when: '2026-02-30' }, 'VAL_FIELD_INVALID', 'when'],
    ['an array with too many entries', { list: ['a', 'b', 'c'] }, 'VAL_VALIDATION_FAILED', 'list'],
    ['an array with too few entries', { list: [] }, 'VAL_VALIDATION_FAILED', 'list'],
    ['an array entry of a wrong type', { list: ['a', 5] }, 'VAL_FIELD_INVALID', 'list.1'],
    ['an array instead of an object', { meta: [] }, 'VAL_FIELD_INVALID', 'meta'],
  ])('rejects %s (%j) with %s for the field %s', (_what, wrong, code, field) => {
    const error = errorOf({ text: 'ok', ...wrong });
    expect(error.code).toBe(code);
    expect(Object.keys(error.fieldErrors!)).toEqual([field]);
    expect(error.message).toContain(field);
  });

  test('reports the field "body" for a value that is not an object', () => {
    for (const data of ['x', 5, null, []]) expect(errorOf(data).fieldErrors).toHaveProperty('body');
  });

  test('uses the code of the problems if all problems have the same code', () => {
    expect(errorOf({ text: 5, share: 2 }).code).toBe('VAL_FIELD_INVALID');
  });

  test('uses VAL_VALIDATION_FAILED for problems with different codes', () => {
    const several = errorOf({ share: 2, id: 'x' });
    expect(several.code).toBe('VAL_VALIDATION_FAILED');
    expect(Object.keys(several.fieldErrors!).sort()).toEqual(['id', 'share', 'text']);
  });

  test('reports the maximum and actual length in code points', () => {
    expect(errorOf({ text: '😀'.repeat(6) }).details).toEqual({
      field: 'text',
      max_length: 5,
      actual_length: 6,
    });
  });

  test('reports the allowed values of an enumeration', () => {
    expect(errorOf({ text: 'ok', kind: 'c' }).details).toEqual({ field: 'kind', allowed_values: ['a', 'b'] });
  });

  test('uses the code and the details in the params of a custom issue', () => {
    const rule = z.object({}).superRefine((_, context) =>
      context.addIssue({
        code: 'custom',
        path: ['weights'],
        message: 'Must sum to 1.0.',
        params: { code: 'VAL_FIELD_REQUIRED', details: { sum: 2 } },
      }),
    );
    expect(errorOf({}, rule)).toMatchObject({
      code: 'VAL_FIELD_REQUIRED',
      details: { sum: 2 },
      fieldErrors: { weights: ['Must sum to 1.0.'] },
    });
  });

  test('uses VAL_VALIDATION_FAILED for a custom issue without a code', () => {
    const plain = z.object({}).refine(() => false, 'No.');
    expect(errorOf({}, plain)).toMatchObject({
      code: 'VAL_VALIDATION_FAILED',
      fieldErrors: { body: ['No.'] },
    });
  });

  test('counts the length of strings in code points', () => {
    expect(validate(schema, { text: '😀😀😀😀😀' }, 'body').text).toBe('😀😀😀😀😀');
  });
});

describe('size of a validation error', () => {
  const types = z.object({ types: z.array(z.enum(['one', 'two'])).max(200) });

  test('does not include the problems of the entries of an array that is too long', () => {
    let parsed = 0;
    const entry = z.string().refine(() => {
      parsed += 1;
      return false;
    });
    const error = errorOf(
      { list: Array(1_000).fill('x') },
      z.object({ list: z.array(entry).min(1).max(10) }),
    );
    expect(error.code).toBe('VAL_VALIDATION_FAILED');
    expect(error.fieldErrors).toEqual({ list: ['Must have at most 10 entries.'] });
    expect(parsed).toBe(0);
  });

  test('lists at most 50 problems, with the number of further problems', () => {
    const error = errorOf({ types: Array(120).fill('three') }, types);
    expect(error.code).toBe('VAL_ENUM_INVALID');
    expect(Object.keys(error.fieldErrors!)).toHaveLength(50);
    expect(error.message).toBe(
      'Several fields are invalid. See `field_errors`. 70 more problems are not listed.',
    );
    expect(error.details).toEqual({ problems_omitted: 70 });
  });

  test('derives the error code from all problems, including omitted problems', () => {
    const error = errorOf({ types: [...Array<string>(60).fill('three'), 5] }, types);
    expect(error.code).toBe('VAL_VALIDATION_FAILED');
  });

  test('lists the allowed values of an enumeration once', () => {
    expect(errorOf({ types: ['three', 'one', 'four'] }, types).fieldErrors).toEqual({
      'types.0': ['Must be one of: one, two.'],
      'types.2': ['Must be one of the values listed at types.0.'],
    });
  });

  test('is less than 2,500 characters for a field name of 1,000,000 characters', () => {
    const rule = z.record(z.string(), z.unknown()).superRefine((object, context) => {
      const [key] = Object.keys(object);
      const details = { key };
      context.addIssue({ code: 'custom', path: [key!], message: `Bad: ${key}.`, params: { details } });
    });
    const error = errorOf({ ['k'.repeat(1_000_000)]: 1 }, rule);
    expect(JSON.stringify([error.message, error.fieldErrors, error.details]).length).toBeLessThan(2_500);
    expect(error.details).toBe(null);
  });
});

describe('fields of a query string', () => {
  test.each([
    ['0.5', 0.5],
    ['-3', -3],
    ['', null],
    ['1e3', null],
    ['0x10', null],
    [' 1', null],
    ['Infinity', null],
    [['1', '2'], null],
  ])('queryNumber parses %j as %j, where null means rejected', (text, value) => {
    const parsed = queryNumber(z.number()).safeParse(text);
    expect(parsed.success ? parsed.data : null).toBe(value);
  });

  test.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
    ['yes', null],
    ['', null],
  ])('queryBoolean parses %j as %j, where null means rejected', (text, value) => {
    const parsed = queryBoolean.safeParse(text);
    expect(parsed.success ? parsed.data : null).toBe(value);
  });

  test('uuid returns any UUID, including the nil UUID, in lowercase', () => {
    expect(uuid.parse('0190A3F0-0000-7000-8000-0000000000AB')).toBe('0190a3f0-0000-7000-8000-0000000000ab');
    expect(uuid.parse('00000000-0000-0000-0000-000000000000')).toMatch(/^0/);
  });

  test.each([
    ['2026-03-05', '2026-03-05T00:00:00.000Z', '2026-03-05T23:59:59.999Z'],
    ['2026-03-05T10:00', '2026-03-05T10:00:00.000Z', '2026-03-05T10:00:00.000Z'],
    ['2026-03-05 10:00:30', '2026-03-05T10:00:30.000Z', '2026-03-05T10:00:30.000Z'],
    ['2026-03-05T10:00:30.5Z', '2026-03-05T10:00:30.500Z', '2026-03-05T10:00:30.500Z'],
    ['2026-03-05T10:00:00+02:00', '2026-03-05T08:00:00.000Z', '2026-03-05T08:00:00.000Z'],
    ['2026-03-05T10:00:00-0530', '2026-03-05T15:30:00.000Z', '2026-03-05T15:30:00.000Z'],
  ])('startTimestamp and endTimestamp convert %s to %s and %s', (text, from, to) => {
    expect(startTimestamp.parse(text).toISOString()).toBe(from);
    expect(endTimestamp.parse(text).toISOString()).toBe(to);
  });

  test.each([
    '2026-02-29',
    '2026-13-01',
    '05.03.2026',
    '2026-03-05T25:00',
    '2026-03-05T10:00+99:00',
    'now',
    '',
  ])('startTimestamp rejects %j', (text) => {
    expect(startTimestamp.safeParse(text).success).toBe(false);
  });
});
