import { describe, expect, test } from '@jest/globals';
import { traceMethods } from './trace-methods.ts';

const describeCall = () => ({ name: 'call', kind: 'client' as const });

const index = {
  found: ['a'],
  search() {
    return Promise.resolve(this.found);
  },
  remove: () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })),
};

describe('traceMethods', () => {
  test('returns the object itself without tracing and without an observer', () => {
    expect(traceMethods(index, ['search'], describeCall)).toBe(index);
  });

  test('reports the duration of each call without tracing', async () => {
    const observed: [string, string | null][] = [];
    const traced = traceMethods(
      index,
      ['search', 'remove'],
      describeCall,
      (operation, seconds, errorType) => {
        expect(seconds).toBeGreaterThanOrEqual(0);
        observed.push([operation, errorType]);
      },
    );
    expect(await traced.search()).toEqual(['a']);
    await expect(traced.remove()).rejects.toThrow('refused');
    expect(observed).toEqual([
      ['search', null],
      ['remove', 'ECONNREFUSED'],
    ]);
  });
});
