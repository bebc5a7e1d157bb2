import { describe, expect, test } from '@jest/globals';
import { readContextForm } from './read-context-form.ts';

const [A, B] = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b'];

describe('readContextForm', () => {
  test('finds IDs and addresses in a text, without duplicates', () => {
    const add = `https://loci.example/memories/${A.toUpperCase()}?x=1\r\n${B}, ${A} and more`;
    expect(readContextForm({ add }).addedIds).toEqual([A, B]);
  });

  test('accepts several fields with one ID each', () => {
    expect(readContextForm({ add: [A, B] }).addedIds).toEqual([A, B]);
  });

  test('removes the memories that were shown and not kept', () => {
    expect(readContextForm({ shown: [A, B], keep: B }).removedIds).toEqual([A]);
    expect(readContextForm({ shown: A }).removedIds).toEqual([A]);
  });

  test('ignores fields that are missing or nested', () => {
    expect(readContextForm({ name: ['a'], add: { x: A } })).toEqual({
      fields: { name: '', description: '', add: '', keep: [] },
      addedIds: [],
      removedIds: [],
    });
  });

  test('converts line breaks of browsers', () => {
    expect(readContextForm({ description: 'a\r\nb' }).fields.description).toBe('a\nb');
  });
});
