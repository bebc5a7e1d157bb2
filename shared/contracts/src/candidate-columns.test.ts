import { expect, test } from '@jest/globals';
import { CandidateColumns } from './candidate-columns.ts';
import type { Candidate } from './candidate-columns.ts';

const candidate = (n: number, fields: Partial<Candidate> = {}): Candidate => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  keyword_score: 12.345678901234567,
  vector_score: 0.1 + 0.2,
  keyword_rank_score: null,
  vector_rank_score: 5e-324,
  blended: 1 / 3,
  importance: 0,
  created_at_ms: 1_767_225_600_000,
  words: 65_535,
  traits: 15,
  ...fields,
});

const sendAsJson = (columns: CandidateColumns): CandidateColumns =>
  CandidateColumns.read(JSON.parse(JSON.stringify(columns)));

test('candidates have exactly the same fields and links after they were sent as JSON', () => {
  const items = [
    candidate(1),
    candidate(2, { vector_score: null, created_at_ms: null, words: null, traits: null }),
    candidate(3, { traits: 0 }),
  ];
  const received = sendAsJson(CandidateColumns.fromItems(items, [[0, 2]]));
  expect(received.items()).toEqual(items);
  expect([...received.data.links]).toEqual([0, 2]);
});

test('a search without candidates has empty columns after they were sent as JSON', () => {
  const received = sendAsJson(CandidateColumns.fromItems([]));
  expect(received.length).toBe(0);
  expect(received.items()).toEqual([]);
});

test('the columns of a service of an earlier version have no words and no traits', () => {
  const sent = JSON.parse(JSON.stringify(CandidateColumns.fromItems([candidate(1), candidate(2)]))) as object;
  const received = CandidateColumns.read({ ...sent, words: undefined, traits: undefined });
  expect(received.items()).toEqual([
    candidate(1, { words: null, traits: null }),
    candidate(2, { words: null, traits: null }),
  ]);
});

test('a service of an earlier version reads seven numbers per candidate', () => {
  const { values } = CandidateColumns.fromItems([candidate(1), candidate(2)]).toJSON();
  expect(Buffer.from(values, 'base64')).toHaveLength(2 * 7 * 8);
});

test('the JSON of 330 candidates has fewer than 120 bytes per candidate', () => {
  const items = Array.from({ length: 330 }, (_, n) =>
    candidate(n, { keyword_score: 10 / (n + 3), keyword_rank_score: 1 / (n + 7), blended: 1 / (n + 11) }),
  );
  expect(JSON.stringify(CandidateColumns.fromItems(items)).length / items.length).toBeLessThan(120);
});
