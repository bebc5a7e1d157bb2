import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readStartCommand } from './start-command.ts';

const ROOT = join(import.meta.dirname, '../../../..');

test('npm start limits the young generation of each thread to less than 48 MB', () => {
  const { environment, parameters } = readStartCommand(ROOT);
  expect(parameters.at(-1)).toBe('services/standalone/src/main.ts');
  // Allocates enough short-lived objects for V8 to grow the young generation to its maximum.
  const program = `
    const ring = new Array(200_000);
    for (let i = 0; i < 2_000_000; i++) ring[i % ring.length] = { i, text: [String(i)] };
    const spaces = require('node:v8').getHeapSpaceStatistics();
    console.log(spaces.find((each) => each.space_name === 'new_space').physical_space_size);`;
  const output = execFileSync(process.execPath, [...parameters.slice(0, -1), '-e', program], {
    env: { ...process.env, ...environment },
  });
  expect(Number(output.toString())).toBeLessThan(48 * 1024 * 1024);
});
