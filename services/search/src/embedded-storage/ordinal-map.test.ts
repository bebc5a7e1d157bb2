import { describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { writeUuidBytes } from './uuid-bytes.ts';
import { OrdinalMap } from './ordinal-map.ts';

describe('SlotTable', () => {
  test('finds what was added and not removed, like a map', () => {
    const ids = new Uint8Array(16 * 3000);
    const table = new OrdinalMap();
    const known = new Map<string, number>();
    const names: string[] = [];
    for (let slot = 0; slot < 3000; slot++) {
      const id = slot % 3 === 0 ? `00000000-0000-4000-8000-${slot.toString(16).padStart(12, '0')}` : newId();
      writeUuidBytes(ids, 16 * slot, id);
      table.add(ids, slot);
      known.set(id, slot);
      names.push(id);
      // Some leave again, so that their places are passed over and in the end swept out.
      if (slot % 2 === 1) {
        table.remove(ids, slot - 1);
        known.delete(names[slot - 1]!);
      }
    }
    const wanted = new Uint8Array(16);
    for (const id of [...names, newId()]) {
      writeUuidBytes(wanted, 0, id);
      expect(table.find(ids, wanted, 0)).toBe(known.get(id) ?? -1);
    }
    expect(table.sizeBytes).toBeLessThan(3000 * 16);
  });

  test('a slot that was removed can be removed again, and added with another id', () => {
    const ids = new Uint8Array(16);
    const table = new OrdinalMap();
    writeUuidBytes(ids, 0, newId());
    table.add(ids, 0);
    table.remove(ids, 0);
    table.remove(ids, 0);
    expect(table.find(ids, ids, 0)).toBe(-1);
    writeUuidBytes(ids, 0, newId().toUpperCase());
    table.add(ids, 0);
    expect(table.find(ids, ids, 0)).toBe(0);
  });
});
