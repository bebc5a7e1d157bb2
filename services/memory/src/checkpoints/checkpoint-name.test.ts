import { describe, expect, test } from '@jest/globals';
import { requireCheckpointName } from './checkpoint-name.ts';

describe('requireCheckpointName', () => {
  test.each([
    ['with white space', ' v1 '],
    ['of 200 code points', '😀'.repeat(200)],
  ])('accepts a name %s', (_what, name) => {
    expect(() => requireCheckpointName('checkpoint', { name })).not.toThrow();
  });

  test('does not require a name for other memory types', () => {
    expect(() => requireCheckpointName('fact', {})).not.toThrow();
  });

  test.each([
    [{}, 'VAL_FIELD_REQUIRED'],
    [{ name: null }, 'VAL_FIELD_REQUIRED'],
    [{ name: 5 }, 'VAL_FIELD_INVALID'],
    [{ name: '  ' }, 'VAL_FIELD_INVALID'],
  ])('rejects the metadata %j with %s', (metadata, code) => {
    expect(() => requireCheckpointName('checkpoint', metadata)).toThrow(expect.objectContaining({ code }));
  });

  test('rejects a name of 201 characters with VAL_FIELD_TOO_LONG', () => {
    expect(() => requireCheckpointName('checkpoint', { name: 'x'.repeat(201) })).toThrow(
      expect.objectContaining({ code: 'VAL_FIELD_TOO_LONG' }),
    );
  });
});
