import { describe, expect, test } from '@jest/globals';
import type { AppError } from '@loci/core';
import { z } from 'zod';
import { endTimestamp, unitInterval, queryBoolean, queryNumber, startTimestamp, uuid } from './fields.ts';
import { pageQuery } from './pagination.ts';
import { validate } from './validation.ts';

const schema = z.object({
  text: z.string().min(1).max(5),
  kind: z.enum(['a', 'b']).optional(),
  share: unitInterval.optional(),
  whole: z.int().optional(),
  list: z.array(z.string()).min(1).max(2).optional(),
  id: uuid.optional(),
  flag: queryBoolean.optional(),
  page: pageQuery.page,
  when: startTimestamp.optional(),
  meta: z.record(z.string(), z.unknown()).optional(),
});

function refusal(data: unknown, shape: z.ZodType = schema): AppError {
  try {
    validate(shape, data, 'body');
  } catch (error) {
    return error as AppError;
  }
  throw new Error('It was accepted.');
}

describe('which 422 code (DECISIONS.md "HTTP in general")', () => {
  test.each<[string, object, string, string]>([
    ['a missing required field', { text: undefined }, 'VAL_FIELD_REQUIRED', 'text'],
    ['a wrong type', { text: 5 }, 'VAL_FIELD_INVALID', 'text'],
    ['null', { text: null }, 'VAL_FIELD_INVALID', 'text'],
    ['an empty text', { text: '' }, 'VAL_FIELD_INVALID', 'text'],
    ['a text over its maximum', { text: '123456' }, 'VAL_FIELD_TOO_LONG', 'text'],
    ['a value that is not allowed', { kind: 'c' }, 'VAL_ENUM_INVALID', 'kind'],
    ['a number for an enum', { kind: 5 }, 'VAL_FIELD_INVALID', 'kind'],
    ['a number above its bound', { share: 1.1 }, 'VAL_FIELD_INVALID', 'share'],
    ['a number below its bound', { share: -1 }, 'VAL_FIELD_INVALID', 'share'],
    ['a unitInterval for a whole number', { whole: 1.5 }, 'VAL_FIELD_INVALID', 'whole'],
    ['a malformed UUID', { id: 'x' }, 'VAL_UUID_INVALID', 'id'],
    ['a flag that is none', { flag: 'maybe' }, 'VAL_FIELD_INVALID', 'flag'],
    ['page 0', { page: '0' }, 'VAL_FIELD_INVALID', 'page'],
    ['a date that does not exist', { when: '2026-02-30' }, 'VAL_FIELD_INVALID', 'when'],
    ['too many entries', { list: ['a', 'b', 'c'] }, 'VAL_VALIDATION_FAILED', 'list'],
    ['too few entries', { list: [] }, 'VAL_VALIDATION_FAILED', 'list'],
    ['a wrong entry', { list: ['a', 5] }, 'VAL_FIELD_INVALID', 'list.1'],
    ['a list for an object', { meta: [] }, 'VAL_FIELD_INVALID', 'meta'],
  ])('%s', (_what, wrong, code, field) => {
    const error = refusal({ text: 'ok', ...wrong });
    expect(error.code).toBe(code);
    expect(Object.keys(error.fieldErrors!)).toEqual([field]);
    expect(error.message).toContain(field);
  });

  test('a body that is no object names the body', () => {
    for (const data of ['x', 5, null, []]) expect(refusal(data).fieldErrors).toHaveProperty('body');
  });

  test('one kind in several fields keeps its code; several kinds are VAL_VALIDATION_FAILED', () => {
    expect(refusal({ text: 5, share: 2 }).code).toBe('VAL_FIELD_INVALID');
    const several = refusal({ share: 2, id: 'x' });
    expect(several.code).toBe('VAL_VALIDATION_FAILED');
    expect(Object.keys(several.fieldErrors!).sort()).toEqual(['id', 'share', 'text']);
  });

  test('details: lengths in code points, allowed values', () => {
    expect(refusal({ text: '😀'.repeat(6) }).details).toEqual({
      field: 'text',
      max_length: 5,
      actual_length: 6,
    });
    expect(refusal({ text: 'ok', kind: 'c' }).details).toEqual({ field: 'kind', allowed_values: ['a', 'b'] });
  });

  test('a rule of our own says its code and details', () => {
    const rule = z.object({}).superRefine((_, context) =>
      context.addIssue({
        code: 'custom',
        path: ['weights'],
        message: 'Must sum to 1.0.',
        params: { code: 'VAL_FIELD_REQUIRED', details: { sum: 2 } },
      }),
    );
    expect(refusal({}, rule)).toMatchObject({
      code: 'VAL_FIELD_REQUIRED',
      details: { sum: 2 },
      fieldErrors: { weights: ['Must sum to 1.0.'] },
    });
    const plain = z.object({}).refine(() => false, 'No.');
    expect(refusal({}, plain)).toMatchObject({
      code: 'VAL_VALIDATION_FAILED',
      fieldErrors: { body: ['No.'] },
    });
  });

  test('text is counted in code points by the schema library as well', () => {
    expect(validate(schema, { text: '😀😀😀😀😀' }, 'body').text).toBe('😀😀😀😀😀');
  });
});

describe('size of an error', () => {
  const types = z.object({ types: z.array(z.enum(['one', 'two'])).max(200) });

  test('does not parse the entries of an array that is too long', () => {
    let parsed = 0;
    const entry = z.string().refine(() => {
      parsed += 1;
      return false;
    });
    const error = refusal(
      { list: Array(1_000).fill('x') },
      z.object({ list: z.array(entry).min(1).max(10) }),
    );
    expect(error.code).toBe('VAL_VALIDATION_FAILED');
    expect(error.fieldErrors).toEqual({ list: ['Must have at most 10 entries.'] });
    expect(parsed).toBe(0);
  });

  test('reports at most 50 problems and counts the rest', () => {
    const error = refusal({ types: Array(120).fill('three') }, types);
    expect(error.code).toBe('VAL_ENUM_INVALID');
    expect(Object.keys(error.fieldErrors!)).toHaveLength(50);
    expect(error.message).toBe('Several fields are invalid. 70 more problems are not listed.');
    expect(error.details).toEqual({ problems_omitted: 70 });
  });

  test('counts the kinds of unlisted problems for the code', () => {
    const error = refusal({ types: [...Array<string>(60).fill('three'), 5] }, types);
    expect(error.code).toBe('VAL_VALIDATION_FAILED');
  });

  test('lists the allowed values of an enumeration once', () => {
    expect(refusal({ types: ['three', 'one', 'four'] }, types).fieldErrors).toEqual({
      'types.0': ['Must be one of: one, two.'],
      'types.2': ['Must be one of the values listed at types.0.'],
    });
  });

  test('shortens field names, messages and details that hold input', () => {
    const rule = z.record(z.string(), z.unknown()).superRefine((object, context) => {
      const [key] = Object.keys(object);
      const details = { key };
      context.addIssue({ code: 'custom', path: [key!], message: `Bad: ${key}.`, params: { details } });
    });
    const error = refusal({ ['k'.repeat(1_000_000)]: 1 }, rule);
    expect(JSON.stringify([error.message, error.fieldErrors, error.details]).length).toBeLessThan(2_500);
    expect(error.details).toBe(null);
  });
});

describe('values of a query string', () => {
  test.each([
    ['0.5', 0.5],
    ['-3', -3],
    ['', null],
    ['1e3', null],
    ['0x10', null],
    [' 1', null],
    ['Infinity', null],
    [['1', '2'], null],
  ])('queryNumber(%j) is %j', (text, value) => {
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
  ])('queryBoolean(%j) is %j', (text, value) => {
    const parsed = queryBoolean.safeParse(text);
    expect(parsed.success ? parsed.data : null).toBe(value);
  });

  test('a UUID of any version, in any letter case, also the nil one', () => {
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
  ])('%s is UTC unless it says otherwise; a bare date covers its whole day', (text, from, to) => {
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
  ])('%j is no moment', (text) => {
    expect(startTimestamp.safeParse(text).success).toBe(false);
  });
});
