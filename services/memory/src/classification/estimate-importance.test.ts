import { describe, expect, test } from '@jest/globals';
import { estimateImportance } from './estimate-importance.ts';
import type { DetectedType } from './detect-memory-type.ts';

describe('estimateImportance', () => {
  test.each<[string, DetectedType, number]>([
    ['Ada prefers tea.', 'fact', 0.5],
    ['Ada is allergic to nuts.', 'fact', 0.75],
    ['It is important that Ada gets tea.', 'fact', 0.6],
    ['Maybe Ada prefers tea.', 'fact', 0.35],
    ['We talked about the weather, just small talk.', 'conversation', 0.25],
    ['TODO: renew the passport', 'task', 0.7],
    ['TODO urgent: renew the passport', 'task', 0.95],
    ['Never deploy on a Friday.', 'strategy', 0.75],
    ['https://example.com', 'reference', 0.45],
  ])('estimates the importance of %j with type %s as %d', (text, type, expected) => {
    expect(estimateImportance(text, type)).toBe(expected);
  });
});
