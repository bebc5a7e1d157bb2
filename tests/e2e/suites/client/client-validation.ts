import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Loci } from '@loci/client';
import type { ClientTarget } from './client-target.ts';
import { failureOf, UNKNOWN_ID } from '../../../support/client-calls.ts';

/** An invalid request with the code and the invalid fields of its error. */
type Case = readonly [
  title: string,
  code: string,
  fields: readonly string[],
  call: (loci: Loci) => Promise<unknown>,
];

const create = (memory: object) => (loci: Loci) => loci.memories.create(memory as never);
const list = (query: object) => (loci: Loci) => loci.memories.list(query as never);
const search = (request: object) => (loci: Loci) => loci.search.hybrid(request as never);

const CASES: readonly Case[] = [
  ['a missing field', 'VAL_FIELD_REQUIRED', ['content'], create({})],
  ['an empty content', 'VAL_FIELD_INVALID', ['content'], create({ content: '' })],
  ['a blank content', 'VAL_FIELD_INVALID', ['content'], create({ content: ' \n' })],
  ['a content of the wrong type', 'VAL_FIELD_INVALID', ['content'], create({ content: 1 })],
  ['a long content', 'VAL_FIELD_TOO_LONG', ['content'], create({ content: 'x'.repeat(10_001) })],
  ['a NUL character', 'VAL_FIELD_INVALID', ['content'], create({ content: 'a\0b' })],
  ['an unknown type', 'VAL_ENUM_INVALID', ['memory_type'], create({ content: 'x', memory_type: 'idea' })],
  [
    'a number above its maximum',
    'VAL_FIELD_INVALID',
    ['importance'],
    create({ content: 'x', importance: 1.1 }),
  ],
  ['a number as text', 'VAL_FIELD_INVALID', ['importance'], create({ content: 'x', importance: '0.5' })],
  [
    'null for a field that has a default',
    'VAL_FIELD_INVALID',
    ['pinned'],
    create({ content: 'x', pinned: null }),
  ],
  ['metadata that is a list', 'VAL_FIELD_INVALID', ['metadata'], create({ content: 'x', metadata: [] })],
  [
    'large metadata',
    'VAL_FIELD_TOO_LONG',
    ['metadata'],
    create({ content: 'x', metadata: { text: 'x'.repeat(65_536) } }),
  ],
  [
    'more than ten tags',
    'VAL_VALIDATION_FAILED',
    ['tags'],
    create({ content: 'x', tags: [...'abcdefghijk'] }),
  ],
  ['a tag of the wrong type', 'VAL_FIELD_INVALID', ['tags.1'], create({ content: 'x', tags: ['a', 1] })],
  ['a long tag', 'VAL_FIELD_TOO_LONG', ['tags.0'], create({ content: 'x', tags: ['a'.repeat(1_001)] })],
  [
    'a day that does not exist',
    'VAL_FIELD_INVALID',
    ['occurred_at'],
    create({ content: 'x', occurred_at: '2026-02-30' }),
  ],
  [
    'a year out of range',
    'VAL_FIELD_INVALID',
    ['valid_from'],
    create({ content: 'x', valid_from: '0999-01-01' }),
  ],
  [
    'an empty period',
    'VAL_VALIDATION_FAILED',
    ['valid_until'],
    create({ content: 'x', valid_from: '2020-01-01', valid_until: '2020-01-01' }),
  ],
  [
    'an expiry in the past',
    'VAL_FIELD_INVALID',
    ['expires_at'],
    create({ content: 'x', expires_at: '2020-01-01' }),
  ],
  [
    'two expiries',
    'VAL_VALIDATION_FAILED',
    ['ttl_seconds'],
    create({ content: 'x', expires_at: '2999-01-01', ttl_seconds: 1 }),
  ],
  [
    'a fraction as an integer',
    'VAL_FIELD_INVALID',
    ['ttl_seconds'],
    create({ content: 'x', ttl_seconds: 1.5 }),
  ],
  [
    'problems with different codes',
    'VAL_VALIDATION_FAILED',
    ['content', 'memory_type'],
    create({ memory_type: 'idea' }),
  ],
  ['a protected type', 'AUTH_FORBIDDEN', [], create({ content: 'x', memory_type: 'identity_core' })],
  ['an ID that is not a UUID', 'VAL_UUID_INVALID', ['memory_id'], (loci) => loci.memories.get('x')],
  ['a page of 101 objects', 'VAL_FIELD_INVALID', ['per_page'], list({ per_page: 101 })],
  ['the page 0', 'VAL_FIELD_INVALID', ['page'], list({ page: 0 })],
  ['a malformed number', 'VAL_FIELD_INVALID', ['per_page'], list({ per_page: '1e1' })],
  ['a malformed boolean', 'VAL_FIELD_INVALID', ['pinned'], list({ pinned: 'yes' })],
  ['an unknown order', 'VAL_ENUM_INVALID', ['sort'], list({ sort: 'content' })],
  ['an unknown value in a list', 'VAL_ENUM_INVALID', ['memory_types'], list({ memory_types: 'fact,idea' })],
  ['an unknown state', 'VAL_ENUM_INVALID', ['include'], list({ include: 'deleted' })],
  ['a malformed date', 'VAL_FIELD_INVALID', ['start_date'], list({ start_date: 'today' })],
  [
    'different values for two names of a filter',
    'VAL_VALIDATION_FAILED',
    ['date_from'],
    list({ start_date: '2020-01-01', date_from: '2020-01-02' }),
  ],
  ['an empty query', 'VAL_FIELD_INVALID', ['query'], search({ query: '' })],
  ['a long query', 'VAL_FIELD_TOO_LONG', ['query'], search({ query: 'x'.repeat(4_001) })],
  [
    'an unknown type in a filter',
    'VAL_ENUM_INVALID',
    ['memory_types.0'],
    search({ query: 'x', memory_types: ['idea'] }),
  ],
  ['a limit of 0', 'VAL_FIELD_INVALID', ['limit'], search({ query: 'x', limit: 0 })],
  [
    'no element in a bulk request',
    'VAL_VALIDATION_FAILED',
    ['memories'],
    (loci) => loci.memories.createMany({ memories: [] }),
  ],
  [
    'a pair without an inverse type',
    'VAL_FIELD_REQUIRED',
    ['inverse_type'],
    (loci) =>
      loci.relationships.create({
        from_id: UNKNOWN_ID,
        to_id: UNKNOWN_ID.replace('0', '1'),
        relationship_type: 'follows',
        direction_type: 'INVERSE_PAIRED',
      }),
  ],
  [
    'an update of a relationship without a field',
    'VAL_VALIDATION_FAILED',
    ['body'],
    (loci) => loci.relationships.update(UNKNOWN_ID, {}),
  ],
  [
    'no section of a context',
    'VAL_VALIDATION_FAILED',
    ['sections'],
    (loci) => loci.context({ sections: [] }),
  ],
];

export function describeClientValidation(target: ClientTarget): void {
  describe('validation', () => {
    let loci: Loci;
    beforeAll(async () => {
      loci = await (await target.createTenant()).createClient();
    });

    test.each(CASES)('rejects %s with %s', async (_, code, fields, call) => {
      expect(await failureOf(call(loci))).toMatchObject({ code, fields });
    });

    test('reports the limit of a text and the allowed values of an enumeration', async () => {
      const long = await loci.memories
        .create({ content: 'é'.repeat(10_001) })
        .catch((error: unknown) => error);
      expect(long).toMatchObject({
        details: { field: 'content', max_length: 10_000, actual_length: 10_001 },
      });
      const unknown = await loci.memories
        .update(UNKNOWN_ID, { memory_type: 'idea' as never })
        .catch((error: unknown) => error);
      expect(unknown).toMatchObject({
        details: { field: 'memory_type', allowed_values: expect.arrayContaining(['fact']) },
      });
    });
  });
}
