import { describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { OrdinalMap } from './ordinal-map.ts';
import { writeUuidBytes } from './uuid-bytes.ts';

describe('ordinal map', () => {
  test('finds exactly the ids that were added and not removed, like a Map', () => {
    const ids = new Uint8Array(16 * 3000);
    const map = new OrdinalMap();
    const expected = new Map<string, number>();
    const allIds: string[] = [];
    for (let ordinal = 0; ordinal < 3000; ordinal++) {
      const id =
        ordinal % 3 === 0 ? `00000000-0000-4000-8000-${ordinal.toString(16).padStart(12, '0')}` : newId();
      writeUuidBytes(ids, 16 * ordinal, id);
      map.add(ids, ordinal);
      expected.set(id, ordinal);
      allIds.push(id);
      // Every second id is removed again. Look-ups then pass removed entries, and growing the table drops
      // them.
      if (ordinal % 2 === 1) {
        map.remove(ids, ordinal - 1);
        expected.delete(allIds[ordinal - 1]!);
      }
    }
    const wanted = new Uint8Array(16);
    for (const id of [...allIds, newId()]) {
      writeUuidBytes(wanted, 0, id);
      expect(map.find(ids, wanted, 0)).toBe(expected.get(id) ?? -1);
    }
    expect(map.sizeBytes).toBeLessThan(3000 * 16);
  });

  test('ignores the removal of an ordinal that was already removed', () => {
    const ids = new Uint8Array(16);
    const map = new OrdinalMap();
    writeUuidBytes(ids, 0, newId());
    map.add(ids, 0);
    map.remove(ids, 0);
    map.remove(ids, 0);
    expect(map.find(ids, ids, 0)).toBe(-1);
  });

  test('reuses a removed ordinal for another id in uppercase', () => {
    const ids = new Uint8Array(16);
    const map = new OrdinalMap();
    writeUuidBytes(ids, 0, newId());
    map.add(ids, 0);
    map.remove(ids, 0);
    writeUuidBytes(ids, 0, newId().toUpperCase());
    map.add(ids, 0);
    expect(map.find(ids, ids, 0)).toBe(0);
  });
});
