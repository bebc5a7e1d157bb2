import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { bulkElement, validateEach } from './bulk-elements.ts';
import { filterSecrets } from './filter-secrets.ts';

/** Assembled, because scanners of repositories report literals that look like keys. */
const TOKEN = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
const CARD = '4111 1111 1111 1111';

const failure = async (run: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await run();
  } catch (error) {
    return error;
  }
};

describe('filterSecrets with redact', () => {
  test('returns the same value without warnings if there is no secret', async () => {
    const value = { content: 'Ada prefers tea.', tags: ['tea'], metadata: { n: 1 } };
    const filtered = await filterSecrets(value, 'redact');
    expect(filtered).toEqual({ value, warnings: [] });
    expect(filtered.value).toBe(value);
  });

  test('replaces secrets in texts, arrays and nested objects, and names their fields', async () => {
    const value = { content: `Use ${TOKEN}.`, tags: ['tea', TOKEN], metadata: { card: { number: CARD } } };
    expect(await filterSecrets(value, 'redact')).toEqual({
      value: {
        content: 'Use [redacted:github-token].',
        tags: ['tea', '[redacted:github-token]'],
        metadata: { card: { number: '[redacted:card-number]' } },
      },
      warnings: [
        'A secret in content was replaced (github-token).',
        'A secret in tags.1 was replaced (github-token).',
        'A secret in metadata.card.number was replaced (card-number).',
      ],
    });
    expect(value.tags[1]).toBe(TOKEN);
  });

  test('replaces a secret in the key of an object', async () => {
    expect((await filterSecrets({ metadata: { [TOKEN]: 1 } }, 'redact')).value).toEqual({
      metadata: { '[redacted:github-token]': 1 },
    });
  });

  test('replaces a text that is a secret because of its key', async () => {
    const value = { metadata: { password: 'engine1843', keys: { api_key: 'f3A9k2L7q8Z1x5C4' } } };
    expect((await filterSecrets(value, 'redact')).value).toEqual({
      metadata: { password: '[redacted:password]', keys: { api_key: '[redacted:secret-assignment]' } },
    });
  });

  test('replaces a card number that is a number, and keeps other numbers', async () => {
    const value = { metadata: { card: 4_111_111_111_111_111, at: 1_764_000_000_000, score: 0.5 } };
    expect((await filterSecrets(value, 'redact')).value).toEqual({
      metadata: { card: '[redacted:card-number]', at: 1_764_000_000_000, score: 0.5 },
    });
  });

  test('keeps a field that is called __proto__', async () => {
    const value = JSON.parse(`{"metadata":{"__proto__":"${TOKEN}"}}`) as object;
    expect(JSON.stringify((await filterSecrets(value, 'redact')).value)).toBe(
      '{"metadata":{"__proto__":"[redacted:github-token]"}}',
    );
  });

  test('changes nothing when it is applied again', async () => {
    const { value: once } = await filterSecrets(
      { content: TOKEN, metadata: { password: 'engine1843' } },
      'redact',
    );
    expect(await filterSecrets(once, 'redact')).toEqual({ value: once, warnings: [] });
  });
});

describe('filterSecrets of a large value', () => {
  test.each(['redact', 'reject'] as const)('lets other requests run during %s', async (action) => {
    const memories = Array.from({ length: 100 }, () => ({ content: 'password or not. '.repeat(500) }));
    const schema = z.object({ memories: z.array(bulkElement(z.object({ content: z.string() }))) });
    let turns = 0;
    const count = (): void => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    await filterSecrets({ memories }, action, schema);
    clearImmediate(timer);
    expect(turns).toBeGreaterThanOrEqual(10);
  });
});

describe('filterSecrets with reject', () => {
  test('rejects a value with the fields and the kinds of its secrets, and without the secrets', async () => {
    const error = await failure(() => filterSecrets({ content: TOKEN, metadata: { a: CARD } }, 'reject'));
    expect(error).toMatchObject({
      code: 'VAL_SECRET_FOUND',
      fieldErrors: {
        content: ['Contains a secret: github-token.'],
        'metadata.a': ['Contains a secret: card-number.'],
      },
      details: { kinds: ['github-token', 'card-number'] },
    });
    expect(JSON.stringify({ ...(error as object), message: (error as Error).message })).not.toContain(TOKEN);
  });

  test('accepts a value without a secret', async () => {
    expect((await filterSecrets({ content: 'Ada prefers tea.' }, 'reject')).warnings).toEqual([]);
  });

  test.each([
    ['an array', z.array(bulkElement(z.object({ content: z.string() }))), (items: object[]) => items],
    [
      'a field',
      z.object({ memories: z.array(bulkElement(z.object({ content: z.string() }))) }),
      (memories: object[]) => ({ memories }),
    ],
  ])(
    'rejects only the element with a secret in %s of separately validated elements',
    async (_, schema, toBody) => {
      const elements = [{ content: 'Ada prefers tea.' }, { content: TOKEN }];
      expect(await failure(() => filterSecrets(toBody(elements), 'reject', schema))).toMatchObject({
        warnings: [],
      });
      const parsed = schema.parse(toBody(elements));
      const list = Array.isArray(parsed) ? parsed : parsed.memories;
      expect(validateEach(z.object({ content: z.string() }), list)).toMatchObject([
        { content: 'Ada prefers tea.' },
        { code: 'VAL_SECRET_FOUND', fieldErrors: { content: ['Contains a secret: github-token.'] } },
      ]);
    },
  );

  test('rejects the request for a secret outside of the elements', async () => {
    const schema = z.object({
      note: z.string(),
      memories: z.array(bulkElement(z.object({ content: z.string() }))),
    });
    const body = { note: TOKEN, memories: [{ content: 'Ada prefers tea.' }] };
    expect(await failure(() => filterSecrets(body, 'reject', schema))).toMatchObject({
      code: 'VAL_SECRET_FOUND',
      fieldErrors: { note: ['Contains a secret: github-token.'] },
    });
  });
});
