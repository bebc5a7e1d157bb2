import { describe, expect, test } from '@jest/globals';
import { runTool } from './tool-context.fixture.ts';

const PAGE = { items: [], total: 0, offset: 0, next_cursor: null };

describe('the warnings of a tool result', () => {
  test('name each unknown argument', async () => {
    const { result } = await runTool('store', {
      content: 'Ada likes tea.',
      color: 'red',
      memory_type: 'fact',
    });
    expect(result).toMatchObject({
      success: true,
      warnings: [
        'The argument color is unknown and was ignored.',
        'The argument memory_type is unknown and was ignored.',
      ],
    });
  });

  test('shorten the name of an unknown argument to 200 characters', async () => {
    const { result } = await runTool('awaken', { ['x'.repeat(1_000)]: 1 });
    const [warning] = (result as unknown as { warnings: string[] }).warnings;
    expect(warning!.length).toBeLessThan(250);
  });

  test('are at most 50, of which the last contains the number of omitted warnings', async () => {
    const args = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`unknown_${index}`, 1]));
    const { result } = await runTool('awaken', args);
    const { warnings } = result as unknown as { warnings: string[] };
    expect(warnings).toHaveLength(50);
    expect(warnings.at(-1)).toBe('11 more warnings are not listed.');
  });

  test.each([
    ['reflect', { time_window: 'week', start_date: '2026-01-01' }, 'time_window', 'start_date'],
    ['reflect', { time_window: 'week', end_date: '2026-01-01' }, 'time_window', 'end_date'],
    ['list_contexts', { offset: 5, cursor: 'abc' }, 'offset', 'cursor'],
  ])('of %s with %j name the overridden argument', async (tool, args, ignored, other) => {
    const { result } = await runTool(tool, args, { respond: () => PAGE });
    expect(result).toMatchObject({
      success: true,
      warnings: [`The argument ${ignored} was ignored, because ${other} is given.`],
    });
  });

  test.each(['recall', 'search'])(
    'of %s name empty filters, and filters that exclude all documents',
    async (tool) => {
      const found = { items: [], search_metadata: { truncated: false, pending_writes: 0 } };
      const warningsOf = async (args: object): Promise<unknown> =>
        (await runTool(tool, { query: 'tea', ...args }, { respond: () => found })).result;
      expect(
        await warningsOf({ tags: [], memory_types: [], include: [], source_type: 'document' }),
      ).toMatchObject({
        warnings: ['memory_types', 'tags', 'include'].map(
          (name) => `The argument ${name} was ignored, because it is an empty list.`,
        ),
      });
      const filters = { min_importance: 0.5, memory_types: ['fact'], tags: ['tea'] };
      expect(await warningsOf({ ...filters, source_type: 'document' })).toMatchObject({
        warnings: [
          'No item matches, because document chunks have no value for memory_types, min_importance, tags.',
        ],
      });
      expect(await warningsOf({ ...filters, source_type: 'memory' })).not.toHaveProperty('warnings');
      expect(await warningsOf({ source_type: 'document' })).not.toHaveProperty('warnings');
    },
  );

  test.each([
    ['reflect', { time_window: 'week' }],
    ['reflect', { start_date: '2026-01-01' }],
    ['list_contexts', { cursor: 'abc' }],
    ['list_contexts', { offset: 5, cursor: null, unknown: null }],
    ['store', { content: 'Ada likes tea.', idempotency_key: 'key' }],
  ])('of %s with %j are absent', async (tool, args) => {
    const { result } = await runTool(tool, args, { respond: () => PAGE });
    expect(result).toMatchObject({ success: true });
    expect(result).not.toHaveProperty('warnings');
  });
});
