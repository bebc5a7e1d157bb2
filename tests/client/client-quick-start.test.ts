import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { openClientPlatform } from './client-platform.ts';

const README = join(import.meta.dirname, '../../clients/typescript/README.md');

const platform = await openClientPlatform();
// Node.js finds `@loci/client` in the `node_modules` of a parent folder.
const folder = mkdtempSync(join(import.meta.dirname, '.quick-start-'));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await platform.close();
});

const section = readFileSync(README, 'utf8').split('## Quick start')[1]!;
const program = section.split('```ts\n')[1]!.split('```')[0]!;

test('the quick start has at most ten lines, and prints what the README promises', async () => {
  expect(program.trim().split('\n').length).toBeLessThanOrEqual(10);
  const { baseUrl, apiKey } = await platform.createOptions();
  const path = join(folder, 'quick-start.ts');
  writeFileSync(path, program);
  const { stdout } = await promisify(execFile)(process.execPath, [path], {
    cwd: dirname(README),
    env: { ...process.env, BASE_URL: baseUrl, API_KEY: apiKey },
  });
  const promised = /This prints `(.+)`/.exec(section)![1]!;
  expect(stdout).toBe(`${promised}\n`);
});
