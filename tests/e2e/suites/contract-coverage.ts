import { describe, expect, test } from '@jest/globals';
import type { TestPlatform } from '../test-platform.ts';
import { DOCUMENTED_RESPONSES } from '../documented-responses.ts';

/** What the suites before this one have brought about, against SPEC.md. Comes last. */
export function describeCoverage(platform: TestPlatform): void {
  const served = platform.operations.map(({ name }) => name).sort();

  describe('coverage of SPEC.md', () => {
    test('the document has every operation of SPEC.md, and no other', () => {
      expect(served).toEqual(Object.keys(DOCUMENTED_RESPONSES).sort());
    });

    test.each(Object.entries(DOCUMENTED_RESPONSES))('%s: every status was seen', (name, answers) => {
      const seen = new Set(
        platform.seen
          .filter(({ operation }) => operation === name)
          .map(({ status, code }) => (code === null ? String(status) : `${status} ${code}`)),
      );
      expect(answers.filter((answer) => !seen.has(answer))).toEqual([]);
    });
  });
}
