import { describe, expect, test } from '@jest/globals';
import type { PlatformUnderTest } from '../connect-to-platform.ts';
import { SPEC_OPERATIONS } from '../spec-operations.ts';

/** What the suites before this one have brought about, against SPEC.md. Comes last. */
export function describeCoverage(platform: PlatformUnderTest): void {
  const served = platform.operations.map(({ name }) => name).sort();

  describe('coverage of SPEC.md', () => {
    test('the document has every operation of SPEC.md, and no other', () => {
      expect(served).toEqual(Object.keys(SPEC_OPERATIONS).sort());
    });

    test.each(Object.entries(SPEC_OPERATIONS))('%s: every status was seen', (name, answers) => {
      const seen = new Set(
        platform.seen
          .filter(({ operation }) => operation === name)
          .map(({ status, code }) => (code === null ? String(status) : `${status} ${code}`)),
      );
      expect(answers.filter((answer) => !seen.has(answer))).toEqual([]);
    });
  });
}
