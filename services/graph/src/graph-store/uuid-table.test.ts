import { describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { UuidTable } from './uuid-table.ts';

describe('UuidTable', () => {
  const ids = Array.from({ length: 5_000 }, () => newId());
  ids.push('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  const filledTable = (): UuidTable => {
    const table = new UuidTable();
    for (const id of ids) table.intern(id);
    return table;
  };

  test('assigns consecutive ordinals from 0', () => {
    const table = new UuidTable();
    expect(ids.map((id) => table.intern(id))).toEqual(ids.map((_, index) => index));
    expect(table.count).toBe(ids.length);
  });

  test('returns the same ordinal for a known id after the table has grown', () => {
    const table = filledTable();
    ids.forEach((id, ordinal) => {
      expect([table.intern(id), table.find(id), table.id(ordinal)]).toEqual([ordinal, ordinal, id]);
    });
    expect(table.count).toBe(ids.length);
  });

  test('returns -1 for an id that was never added', () => {
    expect(filledTable().find(newId())).toBe(-1);
  });

  test('compares ordinals by the texts of their ids', () => {
    const table = filledTable();
    ids.forEach((id, ordinal) => {
      const other = (ordinal * 7) % ids.length;
      expect(Math.sign(table.compare(ordinal, other))).toBe(
        Math.sign(Number(id > ids[other]!) - Number(id < ids[other]!)),
      );
    });
  });

  test('converts ids in either case to lowercase', () => {
    const table = new UuidTable();
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
  ])('rejects %j, which is not a UUID', (text) => {
    const table = new UuidTable();
    expect(table.intern(text)).toBe(-1);
    expect(table.find(text)).toBe(-1);
    expect(table.count).toBe(0);
  });

  test('compares the ids of the table with an id that the table does not contain', () => {
    const table = new UuidTable();
    table.intern('10000000-0000-0000-0000-000000000000');
    table.intern('10000000-0000-0000-0000-000000000002');
    const isAfter = table.after('10000000-0000-0000-0000-000000000001');
    expect([isAfter(0), isAfter(1)]).toEqual([false, true]);
  });

  test('does not count an id as greater than itself', () => {
    const table = new UuidTable();
    table.intern('10000000-0000-0000-0000-000000000002');
    expect(table.after('10000000-0000-0000-0000-000000000002')(0)).toBe(false);
  });
});
