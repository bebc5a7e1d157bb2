import { expect, test } from '@jest/globals';
import { aliasOf, servingAlias, fillingAlias, generationName, generationOf } from './collection-name.ts';

const of = (prefix: string, model: string, dimension = 8): string =>
  servingAlias({ prefix, model, dimension });

test('names say what they hold, in characters that every server takes', () => {
  expect(of('loci', 'text-embedding-3-small', 1536)).toBe('loci.text-embedding-3-small.1536');
  expect(of('loci', 'hf:intfloat/e5 größe')).toMatch(/^[A-Za-z0-9._-]+$/);
  expect(of('loci', 'm'.repeat(5_000)).length).toBeLessThan(255);
});

test('no two models share a name', () => {
  const models = ['a/b', 'a_2fb', 'a.b', 'a_b', 'A.B', 'a:b', 'é', 'e', 'm'.repeat(200), 'm'.repeat(201)];
  expect(new Set(models.map((model) => of('loci', model))).size).toBe(models.length);
  expect(of('loci', 'm', 8)).not.toBe(of('loci', 'm', 16));
  expect(of('loci.a', 'b')).not.toBe(of('loci', 'a.b'));
});

test('a generation is known as one of its own alias only', () => {
  const alias = of('loci', 'm');
  expect(generationOf(alias, generationName(alias, 12))).toBe(12);
  for (const other of [
    alias,
    fillingAlias(alias),
    `${alias}.0`,
    `${alias}.1x`,
    generationName(of('loci', 'mm'), 1),
  ])
    expect(generationOf(alias, other)).toBeNull();
});

test('a deployment knows its own collections from those of a deployment with a longer name', () => {
  const own = of('loci', 'm');
  expect(aliasOf('loci', generationName(own, 3))).toBe(own);
  for (const other of [of('loci-test', 'm'), of('loci.m', '8'), of('lo', 'm')])
    expect(aliasOf('loci', generationName(other, 3))).toBeNull();
  for (const foreign of ['loci', 'loci.notes', 'loci.m.x.1', 'loci.m.8.x', own])
    expect(aliasOf('loci', foreign)).toBeNull();
});
