import { describe, expect, test } from '@jest/globals';
import { parseDates } from './parse-dates.ts';
import { parseEvents } from './parse-events.ts';
import type { EventExpression } from './parse-events.ts';

const NOW = Date.parse('2023-10-25T15:30:00Z');
const parse = (query: string): EventExpression[] =>
  parseEvents(
    query,
    parseDates(query, NOW, 'UTC').map(({ text }) => text),
  );

describe('parseEvents', () => {
  test.each([
    ['Where did we live before the move?', 'before', 'the move'],
    ['What broke after the launch?', 'after', 'the launch'],
    ['Which bugs did we find since we switched to Postgres?', 'after', 'we switched to Postgres'],
    ["What has changed since I've joined Acme?", 'after', "I've joined Acme"],
    ['Whom did Ada meet during the conference?', 'during', 'the conference'],
    ['What is left until the release?', 'before', 'the release'],
    ['What did we eat prior to the marathon?', 'before', 'the marathon'],
    ['What did Jean do before meeting Maria?', 'before', 'meeting Maria'],
    ['What happened after Ada moved to Berlin?', 'after', 'Ada moved to Berlin'],
    ["Where was the car before Grandma's birthday?", 'before', "Grandma's birthday"],
    ['Before the move, where did we live?', 'before', 'the move'],
    ['before the move where did we live', 'before', 'the move'],
    ['What did Ada buy (after the raise)?', 'after', 'the raise'],
    ['What did I read after “the long strike”?', 'after', 'the long strike'],
    ['What did we plan after the accident last year?', 'after', 'the accident'],
    ['After the move did Ada keep the piano?', 'after', 'the move'],
  ])('finds the event of "%s"', (query, relation, event) => {
    expect(parse(query)).toEqual([expect.objectContaining({ relation, event, distance: null })]);
  });

  test.each([
    ['the week after the wedding', 'after', { count: null, unit: 'week' }],
    ['two weeks before the move', 'before', { count: 2, unit: 'week' }],
    ['a few days after the surgery', 'after', { count: 3, unit: 'day' }],
    ['10 years after graduation', 'after', { count: 10, unit: 'year' }],
    ['the month before the elections', 'before', { count: null, unit: 'month' }],
    ['shortly before the merger', 'before', { count: null, unit: 'week' }],
  ])('finds the distance of "%s"', (text, relation, distance) => {
    expect(parse(`What did we do ${text}?`)).toEqual([expect.objectContaining({ text, relation, distance })]);
  });

  test('finds several events', () => {
    const query = 'What did we do after the launch and before the audit or during the fair?';
    expect(parse(query).map(({ text }) => text)).toEqual(['after the launch', 'before the audit']);
  });

  test.each([
    // Dates
    'Where did we live before May 2023?',
    'What changed after 3 June, 2022?',
    'What has changed since last Friday?',
    'What did we plan the week before August 3, 2023?',
    'What did I do the day before yesterday?',
    'Where did we swim during the summer?',
    'Who called before 5 pm?',
    // Idioms, and times that recur
    'What do I take before lunch?',
    'What does Ada read before bed?',
    'Do we need the permit after all?',
    'Since when does Ada play the cello?',
    'What did we do after that?',
    'Have I been to Rome before?',
    'What happened the day after?',
    'Who works during the night?',
    'Where do the children go after school?',
    'What stays open until late at night?',
    // Other meanings
    'Who will look after the dog?',
    'Which street is named after the king?',
    'Has Ada ever before the move seen a whale?',
    // Reasons and habits
    'Since I like tea, which kettle should I buy?',
    'What do I pack before I travel?',
    // Periods of years
    'What did Ada learn during her career?',
    // Other words
    'Which aftermath did the beforehand sincere Ada see?',
    'Who called at 5 o’clock before 6 o’clock?',
    'before',
    `after ${'very '.repeat(10)}long concert`,
    `${'word '.repeat(100)}after the move`,
  ])('finds no event in "%s"', (query) => {
    expect(parse(query)).toEqual([]);
  });
});
