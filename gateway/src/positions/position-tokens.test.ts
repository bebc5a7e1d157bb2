import { describe, expect, test } from '@jest/globals';
import type { Positions } from '@loci/core';
import { Secret } from '@loci/runtime';
import { createPositionTokens } from './position-tokens.ts';

const TENANT = '0198b0c1-0000-7000-8000-000000000001';
const OTHER_TENANT = '0198b0c1-0000-7000-8000-000000000002';
const tokens = createPositionTokens([new Secret('secret')]);

const at = (txid: string, seq: string) => ({ txid, seq });
const token = tokens.format(TENANT, { memory: at('7', '8') });

describe('position tokens', () => {
  test.each<[string, Positions]>([
    ['no service', {}],
    ['one service', { graph: at('12', '1') }],
    [
      'three services',
      {
        memory: at('18446744073709551615', '9223372036854775807'),
        graph: at('1', '2'),
        document: at('3', '4'),
      },
    ],
  ])('keep the positions of %s', (_what, positions) => {
    expect(tokens.parse(TENANT, tokens.format(TENANT, positions))).toEqual(positions);
  });

  test('have at most 100 visible ASCII characters', () => {
    const longest = tokens.format(TENANT, {
      memory: at('1', '1'),
      graph: at('1', '1'),
      document: at('1', '1'),
    });
    expect(longest).toMatch(/^p1\.[\w-]{1,97}$/);
  });

  test('are merged to the later position of each service', () => {
    const later = tokens.format(TENANT, { memory: at('10', '1'), graph: at('2', '2') });
    expect(tokens.parse(TENANT, `${token}, ${later}`)).toEqual({
      memory: at('10', '1'),
      graph: at('2', '2'),
    });
  });

  test('are valid for all processes with the same secret', () => {
    expect(createPositionTokens([new Secret('secret')]).parse(TENANT, token)).toEqual({
      memory: at('7', '8'),
    });
  });

  test('are valid if the secondary secret signed them, so that the secret can be rotated', () => {
    const rotated = createPositionTokens([new Secret('new'), new Secret('secret')]);
    expect(rotated.parse(TENANT, token)).toEqual({ memory: at('7', '8') });
    expect(() => tokens.parse(TENANT, rotated.format(TENANT, { memory: at('7', '8') }))).toThrow();
  });

  test.each([
    ['an empty value', ''],
    ['a text that is not a token', 'abc'],
    ['another prefix', token.replace('p1.', 'p2.')],
    ['a token that was cut off', token.slice(0, -1)],
    ['additional characters', `${token}=`],
    ['nine tokens', Array.from({ length: 9 }, () => token).join(',')],
    ['more than 1,024 characters', `${token},${' '.repeat(1_024)}`],
    ['an empty list entry', `${token},`],
    ['a token of another tenant', tokens.format(OTHER_TENANT, { memory: at('7', '8') })],
    [
      'a token with another secret',
      createPositionTokens([new Secret('other')]).format(TENANT, { memory: at('7', '8') }),
    ],
  ])('reject %s with VAL_POSITION_INVALID', (_what, header) => {
    expect(() => tokens.parse(TENANT, header)).toThrow(
      expect.objectContaining({ code: 'VAL_POSITION_INVALID' }),
    );
  });

  test('reject a change of any character (threat 36)', () => {
    const prefix = 'p1.'.length;
    const accepted = Array.from({ length: token.length - prefix }, (_, index) => {
      const at = prefix + index;
      return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    }).filter((changed) => {
      try {
        tokens.parse(TENANT, changed);
        return true;
      } catch {
        return false;
      }
    });
    expect(accepted).toEqual([]);
  });
});
