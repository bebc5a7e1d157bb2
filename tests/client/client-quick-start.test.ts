import { afterAll, expect, test } from '@jest/globals';
import { openClientPlatform } from './client-platform.ts';
import { runQuickStart } from './run-quick-start.ts';

const platform = await openClientPlatform();
afterAll(() => platform.close());

test('the quick start has at most ten lines, and prints what the README promises', async () => {
  const { lines, promised, stdout } = await runQuickStart('typescript', await platform.createOptions());
  expect(lines).toBeLessThanOrEqual(10);
  expect(stdout).toBe(promised);
});
