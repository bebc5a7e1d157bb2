import { describe, expect, test } from '@jest/globals';
import type { Json } from '../support/api-connection.ts';
import type { Recording } from './recorder.ts';
import { toExamples } from './to-examples.ts';

const START_MS = Date.parse('2027-03-01T12:00:00.000Z');
const [A, B] = ['01a2018e-0000-7000-8000-000000000001', '01a2018e-0000-7000-8000-000000000002'];

/** Creates the recording of a call that starts some milliseconds after the first one, and takes 10 ms. */
const recording = (operationId: string, afterMs: number, body: Json): Recording => ({
  operationId,
  status: 200,
  startedAt: START_MS + afterMs,
  receivedAt: START_MS + afterMs + 10,
  body,
});

const at = (afterMs: number): string => new Date(START_MS + afterMs).toISOString();

describe('toExamples', () => {
  test('replaces an ID by the same ID in all examples, also within texts', () => {
    const examples = toExamples([
      recording('first', 0, { id: A }),
      recording('second', 100, { ids: [B, A], message: `The memory ${B} was changed.` }),
    ]);
    const first = '01a2018e-850c-7000-bee0-3ea9bd90741f';
    expect(examples['first']![200]).toEqual({ id: first });
    const { ids, message } = examples['second']![200];
    expect(ids).toEqual([expect.stringMatching(/^01a2018f-6f6c-7[0-9a-f]{3}-8[0-9a-f]{3}-/), first]);
    expect(message).toBe(`The memory ${ids[0]} was changed.`);
  });

  test('replaces the time of a call by a time that depends only on its number', () => {
    const examples = toExamples([
      recording('first', 0, { created_at: at(4), text: `Until ${at(4)}.` }),
      recording('second', 500, { created_at: at(4), changed_at: at(400), meta: { timestamp: at(505) } }),
    ]);
    const [first, second] = ['2026-11-22T09:00:00.000Z', '2026-11-22T09:01:00.000Z'];
    expect(examples['first']![200]).toEqual({ created_at: first, text: `Until ${first}.` });
    expect(examples['second']![200]).toEqual({
      created_at: first,
      changed_at: first,
      meta: { timestamp: second },
    });
  });

  test('keeps full minutes that passed, and the distance of expiry times and dates', () => {
    const examples = toExamples([
      recording('first', 0, { expires_at: at(3_600_007), date: '2027-02-28' }),
      recording('second', 65_000, { at: at(65_002), expires_at: at(3_600_007), completed_at: at(64_000) }),
    ]);
    expect(examples['first']![200]).toEqual({ expires_at: '2026-11-22T10:00:00.000Z', date: '2026-11-21' });
    expect(examples['second']![200]).toEqual({
      at: '2026-11-22T09:02:00.000Z',
      expires_at: '2026-11-22T10:00:00.000Z',
      completed_at: '2026-11-22T09:01:00.000Z',
    });
  });

  test('replaces secrets, cursors, ETags, durations and origins', () => {
    const origins = { 'http://127.0.0.1:4711': 'https://hooks.example.com' };
    const body = {
      secret: 'a',
      access_token: 'b',
      next_cursor: 'c',
      cursor: null,
      etag: '"3-mq70abcd"',
      duration_ms: 7,
      age_hours: 0.004,
      score: 0.123_456,
      url: 'http://127.0.0.1:4711/loci',
    };
    expect(toExamples([recording('first', 0, body)], origins)['first']![200]).toEqual({
      secret: 'whsec_placeholder',
      access_token: 'placeholder-for-an-access-token',
      next_cursor: 'placeholder-for-a-cursor',
      cursor: null,
      etag: '"3-mq6l0xg1"',
      duration_ms: 38,
      age_hours: 0,
      score: 0.1235,
      url: 'https://hooks.example.com/loci',
    });
  });

  test('rejects a duration without an example', () => {
    expect(() => toExamples([recording('first', 0, { new_ms: 1 })])).toThrow(
      'Add an example of the duration',
    );
  });

  test('shortens lists and texts', () => {
    const body = { items: [{ n: 1 }, { n: 2 }, { n: 3 }], tags: [...'abcdefg'], text: 'x'.repeat(1_001) };
    const { items, tags, text } = toExamples([recording('first', 0, body)])['first']![200];
    expect([items, tags]).toEqual([
      [{ n: 1 }, { n: 2 }],
      ['a', 'b', 'c', 'd', 'e'],
    ]);
    expect(text).toBe(`${'x'.repeat(999)}…`);
  });
});
