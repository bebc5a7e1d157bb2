import { describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { IdTable } from './id-table.ts';

describe('IdTable', () => {
  test('gives back, finds and compares many ids, also after it has grown', () => {
    const table = new IdTable();
    const ids = Array.from({ length: 5_000 }, () => newId());
    ids.push('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff');
    ids.forEach((id, slot) => expect(table.intern(id)).toBe(slot));
    ids.forEach((id, slot) => {
      expect(table.intern(id)).toBe(slot);
      expect(table.find(id)).toBe(slot);
      expect(table.id(slot)).toBe(id);
      const other = (slot * 7) % ids.length;
      expect(Math.sign(table.compare(slot, other))).toBe(
        Math.sign(Number(id > ids[other]!) - Number(id < ids[other]!)),
      );
    });
    expect(table.count).toBe(ids.length);
    expect(table.find(newId())).toBe(-1);
  });

  test('reads either case and writes lower case', () => {
    const table = new IdTable();
    expect(table.intern('ABCDEF01-2345-6789-ABCD-EF0123456789')).toBe(0);
    expect(table.find('abcdef01-2345-6789-abcd-ef0123456789')).toBe(0);
    expect(table.id(0)).toBe('abcdef01-2345-6789-abcd-ef0123456789');
  });

  test.each([
    '',
    'abc',
    'gbcdef01-2345-6789-abcd-ef0123456789',
    'abcdef01-2345-6789-abcd-ef012345678é',
    'abcdef01-2345-6789-abcd-ef01234567\u{1f600}',
    'abcdef0102345-6789-abcd-ef0123456789',
    'abcdef01-2345-6789-abcd0ef0123456789',
    'abcdef01-2345-6789-abcd-ef01234567890',
  ])('refuses what is no UUID: %j', (text) => {
    const table = new IdTable();
    expect(table.intern(text)).toBe(-1);
    expect(table.find(text)).toBe(-1);
    expect(table.count).toBe(0);
  });

  test('tells what comes after an id that it does not have', () => {
    const table = new IdTable();
    table.intern('10000000-0000-0000-0000-000000000000');
    table.intern('10000000-0000-0000-0000-000000000002');
    const isAfter = table.after('10000000-0000-0000-0000-000000000001');
    expect([isAfter(0), isAfter(1)]).toEqual([false, true]);
    expect(table.after('10000000-0000-0000-0000-000000000002')(1)).toBe(false);
  });
});
