import { describe, expect, test } from '@jest/globals';
import { MEMORY_TYPES } from '@loci/contracts';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { detectMemoryType } from './detect-memory-type.ts';
import type { DetectedType } from './detect-memory-type.ts';

const EXAMPLES: Record<DetectedType, string[]> = {
  task: [
    'TODO: renew the passport',
    'todo call the dentist',
    'To-do: water the plants',
    '- [ ] write the release notes',
    'Action item: Ben sends the draft',
    'Reminder: buy milk',
    'Remember to back up the laptop',
    'Don’t forget to lock the door',
    'We need to ship the beta by Friday.',
    'Ada has to send the invoice before 2026-12-01.',
    'I must call the bank tomorrow',
    'The report is due on Monday.',
    'Tax return due by the 31st',
    'You should submit the form by next week',
  ],
  correction: [
    'Correction: the meeting is at 3 pm, not 2 pm.',
    'Actually, Ada prefers coffee.',
    'I was wrong about the port: it is 8081.',
    'The earlier note about Berlin is incorrect.',
    'The deadline is May, not June as I said.',
    'Scratch that. We use Kafka.',
  ],
  reference: [
    'https://www.rfc-editor.org/rfc/rfc9728',
    'See https://example.com/guide for the details',
    'Source: Cormack, Clarke and Buettcher, SIGIR 2009',
    'Attention Is All You Need, arXiv:1706.03762',
    'Knuth, The Art of Computer Programming, ISBN 0-201-89683-4',
    'doi:10.1145/1571941.1572114',
    'PostgreSQL documentation: https://www.postgresql.org/docs/',
  ],
  conversation: [
    'User: hello there\nAssistant: hi, how can I help?',
    'Ada: did you see it?\nBen: not yet.',
    'We talked about the holiday plans.',
    'Today we discussed the budget.',
    'Session summary: planned the release.',
    'The user asked how graph search works.',
  ],
  relationship: [
    'The user trusts me with their diary.',
    'The user wants me to be brief.',
    'User likes it when I show code first.',
    'We agreed that I will never send mail without asking.',
    'Our relationship is warm and a little teasing.',
  ],
  strategy: [
    'Rule of thumb: index after loading.',
    'Always run the tests before pushing.',
    'Never deploy on a Friday.',
    'When a test is flaky, check the clock first.',
    'When debugging memory leaks, start with a heap snapshot.',
    'Short questions work better with the keyword index.',
    'The best way to explain graphs to Ben is with maps.',
  ],
  insight: [
    'Insight: churn follows slow onboarding.',
    'I realized that the cache was never invalidated.',
    'The data suggests that users leave after the second error.',
    'It turns out the bug was in the clock.',
    'The root cause was a missing index.',
    'Ben tends to agree in meetings and object by mail.',
  ],
  fact: [
    'Ada prefers tea to coffee.',
    'The todo app is written in Go.',
    'To do list apps are popular.',
    'Ada must have been in Paris by Monday.',
    'The train should be there by noon.',
    'The delay was due to the weather.',
    "Ada's website is https://ada.example and she updates it weekly.",
    'The database runs on port 5432.',
    'Task queues are kept in Redis.',
    'Always was a film by Spielberg.',
    'The user lives in Lisbon.',
    'The user prefers dark mode.',
    'Ada trägt gern Hüte.',
    '好きな食べ物は寿司です。',
    'x',
  ],
};

describe('detectMemoryType', () => {
  test.each(Object.entries(EXAMPLES).flatMap(([type, texts]) => texts.map((text) => [type, text])))(
    'detects the type %s for the text %j',
    (type, text) => {
      expect(detectMemoryType(text)).toBe(type);
    },
  );

  test('never detects a checkpoint or a protected type, for any text', async () => {
    const forbidden = ['checkpoint', 'identity_core', 'personality_trait'];
    await assertProperty(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.lorem()), (text) => {
        const type = detectMemoryType(text);
        expect(MEMORY_TYPES).toContain(type);
        expect(forbidden).not.toContain(type);
      }),
      { runs: 1_000 },
    );
    for (const type of forbidden) expect(detectMemoryType(`memory_type: ${type}`)).toBe('fact');
  });

  test.each(['must ', 'not a ', 'user ', 'A: b\n', 'when ', '(', 'the earlier ', ' - ', 'need to '])(
    'processes 10,000 characters of repeated %j without backtracking',
    (part) => {
      const text = part.repeat(10_000 / part.length);
      // With backtracking, this call would exceed the timeout of the test.
      expect(MEMORY_TYPES).toContain(detectMemoryType(text));
    },
  );
});
