import { describe, expect, test } from '@jest/globals';
import { formatTraceparent, parseTraceparent } from './traceparent.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('parseTraceparent', () => {
  test.each([
    ['01', true],
    ['00', false],
    ['03', true],
    ['02', false],
  ])('reads the sampling decision of the flags %s', (flags, isSampled) => {
    expect(parseTraceparent(`00-${TRACE}-${SPAN}-${flags}`)).toEqual({
      traceId: TRACE,
      spanId: SPAN,
      isSampled,
    });
  });

  test('ignores the fields that a later version appends', () => {
    expect(parseTraceparent(`01-${TRACE}-${SPAN}-01-what`)).toMatchObject({ traceId: TRACE });
  });

  test.each([
    ['an empty value', ''],
    ['a trace ID of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['a span ID of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['the version ff', `ff-${TRACE}-${SPAN}-01`],
    ['upper-case digits', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['a short trace ID', `00-${TRACE.slice(1)}-${SPAN}-01`],
    ['a line break', `00-${TRACE}-${SPAN}-01\n`],
  ])('rejects %s', (_description, text) => {
    expect(parseTraceparent(text)).toBeNull();
  });

  test('is the inverse of formatTraceparent', () => {
    const context = { traceId: TRACE, spanId: SPAN, isSampled: true };
    expect(parseTraceparent(formatTraceparent(context))).toEqual(context);
  });
});
