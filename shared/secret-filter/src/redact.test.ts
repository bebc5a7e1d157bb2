import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findSecrets } from './find-secrets.ts';
import { redact } from './redact.ts';

describe('redact', () => {
  it('replaces each secret by its kind', () => {
    const { text, kinds } = redact(
      'postgres://ada:engine1843@db and password: hunter2, card 4111111111111111.',
    );
    expect(text).toBe(
      'postgres://ada:[redacted:url-password]@db and password: [redacted:password], card [redacted:card-number].',
    );
    expect(kinds).toEqual(['url-password', 'password', 'card-number']);
  });

  it('returns a text without secrets unchanged', () => {
    expect(redact('Ada prefers tea to coffee.')).toEqual({
      text: 'Ada prefers tea to coffee.',
      kinds: [],
    });
  });

  it('leaves no secret in a text', () => {
    const part = fc.constantFrom(
      'password: hunter2',
      'DB_PASSWORD="',
      '"',
      ' ',
      '4111 1111 1111 1111',
      'redis://:engine1843@',
      'authorization: bearer 0123456789abcdef0123',
      '-----BEGIN PRIVATE' + ' KEY-----',
      '\n',
      'api_key=k3yk3yA9b8C7d6E5f4G3h2',
    );
    // eslint-disable-next-line no-restricted-properties -- @loci/testing depends on @loci/secret-filter
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const { text } = redact(parts.join(''));
        expect(findSecrets(text)).toEqual([]);
      }),
      { seed: 15, numRuns: 500, endOnFailure: true },
    );
  });
});
