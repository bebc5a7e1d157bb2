import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { exampleItem } from '../items/item-index.contract.ts';
import { toVisibility } from '../items/visibility.ts';
import { DocValues } from './doc-values.ts';
import { StringDictionary } from './string-dictionary.ts';

function createDocValues(): DocValues {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE names (number INTEGER PRIMARY KEY, name TEXT NOT NULL)');
  return new DocValues(new StringDictionary(database, 'names'));
}
const PAYLOAD = Uint8Array.from([1, 2, 3, 4]);

test('a row of an item without a period has no bytes for a period, as before periods were added', () => {
  const docValues = createDocValues();
  const item = exampleItem(newId(), { tags: ['a', 'b'] });
  const row = docValues.encodeRow(item.id, item, PAYLOAD);
  expect(row).toHaveLength(52 + 2 * 4 + PAYLOAD.length);
  expect(new DataView(row.buffer).getUint32(48, true)).toBe(2);
  expect(docValues.setRow(0, row)).toBe(60);
  expect(docValues.compileFilter({ visibility: toVisibility(0) })(0)).toBe(true);
});

test('a row restores the period and the tags of an item, and the position of its payload', () => {
  const docValues = createDocValues();
  const item = exampleItem(newId(), {
    tags: ['a', 'b'],
    validFrom: '2026-05-01T00:00:00.000Z',
    expiresAt: '2026-06-01T00:00:00.000Z',
  });
  const row = docValues.encodeRow(item.id, item, PAYLOAD);
  expect([...row.subarray(docValues.setRow(0, row))]).toEqual([...PAYLOAD]);
  expect(docValues.payloadStart(row)).toBe(52 + 2 * 4 + 24);
  const passes = (time: string): boolean =>
    docValues.compileFilter({ tags: ['b'], visibility: toVisibility(Date.parse(time)) })(0);
  expect(['2026-04-30', '2026-05-01', '2026-05-31', '2026-06-01'].map(passes)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('an ordinal that is reused by an item without a period has no period', () => {
  const docValues = createDocValues();
  const [ended, open] = [
    exampleItem(newId(), { validUntil: '2026-05-01T00:00:00.000Z' }),
    exampleItem(newId()),
  ];
  docValues.setRow(0, docValues.encodeRow(ended.id, ended, PAYLOAD));
  docValues.clear(0);
  expect(docValues.isLive(0)).toBe(false);
  docValues.setRow(0, docValues.encodeRow(open.id, open, PAYLOAD));
  expect(docValues.compileFilter({ visibility: toVisibility(Date.parse('2026-06-01')) })(0)).toBe(true);
});

test('finds the ordinals of the items of another index, also of items that have the same ordinal there', () => {
  const [one, other] = [createDocValues(), createDocValues()];
  const items = Array.from({ length: 4 }, () => exampleItem(newId()));
  const add = (to: DocValues, ordinal: number, item = items[ordinal]!): unknown =>
    to.setRow(ordinal, to.encodeRow(item.id, item, PAYLOAD));
  for (const ordinal of [0, 1, 2, 3]) add(other, ordinal);
  for (const ordinal of [0, 1]) add(one, ordinal);
  add(one, 5, items[2]);
  one.clear(1);
  expect([0, 1, 2, 3].map((ordinal) => one.ordinalIn(other, ordinal))).toEqual([0, -1, 5, -1]);
});
