import { expect, test } from '@jest/globals';
import { Interruption, afterError } from './upload-list.ts';
import type { Upload } from './upload-list.ts';

const upload: Upload<unknown> = {
  key: 1,
  file: new File([], 'tides.txt'),
  interruptions: 0,
  interruptedAt: 0,
  state: { kind: 'sending', fraction: 0 },
};

/** Interrupts an upload at each fraction, and repeats it in between. Returns the last state. */
const interruptAt = (...fractions: number[]): string =>
  fractions.reduce<Upload<unknown>>((current, fraction) => {
    const after = afterError(current, new Interruption('Cut.', fraction), 'Continues.');
    return after.state.kind === 'failed' ? after : { ...after, interruptions: after.interruptions + 1 };
  }, upload).state.kind;

test('an upload fails after the fourth interruption without progress', () => {
  expect(interruptAt(0, 0, 0)).toBe('interrupted');
  expect(interruptAt(0, 0, 0, 0)).toBe('failed');
  expect(interruptAt(0.5, 0.5, 0.3, 0.5)).toBe('failed');
});

test('an upload that progresses between its interruptions continues without a limit', () => {
  expect(interruptAt(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)).toBe('interrupted');
});

test('an upload that the server rejects fails at once', () => {
  const { state } = afterError(upload, new Error('The file is empty.'), 'Continues.');
  expect(state).toEqual({ kind: 'failed', message: 'The file is empty.' });
});
