import { describe, expect, test } from '@jest/globals';
import { readRetention } from './settings.ts';

describe('the form of the retention defaults', () => {
  test('reads days per memory type', () => {
    expect(readRetention({ 'days-conversation': ' 30 ', 'days-fact': '' }, [])).toEqual([
      { memory_type: 'conversation', ttl_seconds: 2_592_000 },
    ]);
  });

  test('keeps a default that another program has set in seconds', () => {
    const stored = { memory_type: 'fact', ttl_seconds: 3_600 };
    expect(readRetention({ 'days-fact': '0.042' }, [stored])).toEqual([stored]);
  });

  test.each(['0', '-1', '1.5', '3651', 'ten'])('rejects %s days', (days) => {
    expect(readRetention({ 'days-fact': days }, [])).toBeNull();
  });
});
