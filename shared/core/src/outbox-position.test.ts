import { expect, test } from '@jest/globals';
import { isBefore, mergePositions } from './outbox-position.ts';

const at = (txid: string, seq: string) => ({ txid, seq });

test.each([
  ['9', '1', '10', '1', true],
  ['10', '1', '9', '2', false],
  ['10', '9', '10', '10', true],
  ['10', '10', '10', '10', false],
  ['9007199254740993', '1', '9007199254740994', '1', true],
])('isBefore compares (%s, %s) and (%s, %s) as numbers', (txid, seq, otherTxid, otherSeq, expected) => {
  expect(isBefore(at(txid, seq), at(otherTxid, otherSeq))).toBe(expected);
});

test('mergePositions keeps the later position of each service', () => {
  const merged = mergePositions(
    { memory: at('9', '1'), graph: at('7', '1') },
    { memory: at('10', '1') },
    { memory: at('10', '0'), document: at('1', '1') },
  );
  expect(merged).toEqual({ memory: at('10', '1'), graph: at('7', '1'), document: at('1', '1') });
});
