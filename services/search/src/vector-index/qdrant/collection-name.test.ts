import { describe, expect, test } from '@jest/globals';
import { aliasOf, fillingAlias, generationName, generationOf, servingAlias } from './collection-name.ts';

const aliasFor = (prefix: string, model: string, dimension = 8): string =>
  servingAlias({ prefix, model, dimension });

describe('collection names', () => {
  test('contain the prefix, the model and the dimension', () => {
    expect(aliasFor('loci', 'text-embedding-3-small', 1536)).toBe('loci.text-embedding-3-small.1536');
  });

  test('encode characters that Qdrant does not accept', () => {
    expect(aliasFor('loci', 'hf:intfloat/e5 größe')).toMatch(/^[A-Za-z0-9._-]+$/);
  });

  test('are shorter than 255 characters for any model name', () => {
    expect(aliasFor('loci', 'm'.repeat(5_000)).length).toBeLessThan(255);
  });

  test('differ for different models', () => {
    const models = ['a/b', 'a_2fb', 'a.b', 'a_b', 'A.B', 'a:b', 'é', 'e', 'm'.repeat(200), 'm'.repeat(201)];
    expect(new Set(models.map((model) => aliasFor('loci', model))).size).toBe(models.length);
  });

  test('differ for different dimensions of one model', () => {
    expect(aliasFor('loci', 'm', 8)).not.toBe(aliasFor('loci', 'm', 16));
  });

  test('differ if only the position of the dot between prefix and model differs', () => {
    expect(aliasFor('loci.a', 'b')).not.toBe(aliasFor('loci', 'a.b'));
  });
});

describe('generationOf', () => {
  const alias = aliasFor('loci', 'm');

  test('returns the generation of a collection behind the alias', () => {
    expect(generationOf(alias, generationName(alias, 12))).toBe(12);
  });

  test.each([
    ['the alias itself', alias],
    ['the filling alias', fillingAlias(alias)],
    ['generation 0', `${alias}.0`],
    ['a suffix that is not a number', `${alias}.1x`],
    ['a collection of another model', generationName(aliasFor('loci', 'mm'), 1)],
  ])('returns null for %s', (_, name) => {
    expect(generationOf(alias, name)).toBeNull();
  });
});

describe('aliasOf', () => {
  test('returns the alias of a collection of the deployment', () => {
    const alias = aliasFor('loci', 'm');
    expect(aliasOf('loci', generationName(alias, 3))).toBe(alias);
  });

  test.each([
    ['loci-test', 'm'],
    ['loci.m', '8'],
    ['lo', 'm'],
  ])('returns null for a collection of a deployment with the prefix %s', (prefix, model) => {
    expect(aliasOf('loci', generationName(aliasFor(prefix, model), 3))).toBeNull();
  });

  test.each(['loci', 'loci.notes', 'loci.m.x.1', 'loci.m.8.x', aliasFor('loci', 'm')])(
    'returns null for the name %s, which is not a generation',
    (name) => {
      expect(aliasOf('loci', name)).toBeNull();
    },
  );
});
