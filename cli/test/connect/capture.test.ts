import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { CaptureState } from '../../src/capture/capture-state.ts';
import { readNewLines } from '../../src/capture/read-new-lines.ts';
import type { NewLine } from '../../src/capture/read-new-lines.ts';
import { authorizedFetch } from '../../src/mcp-bridge/authorized-fetch.ts';
import { startFakeServer } from '../loci/fake-server.ts';
import { createTestMachine } from '../loci/run-command.ts';
import type { TestMachine } from '../loci/run-command.ts';

let machine: TestMachine;
let path: string;
beforeEach(() => {
  machine = createTestMachine();
  path = join(machine.home, 'transcript.jsonl');
});
afterEach(() => machine.remove());

async function readAll(start: { offset: number; line: number }, limits = {}): Promise<NewLine[]> {
  const lines: NewLine[] = [];
  for await (const line of readNewLines(path, start, { maxBytes: 10_000_000, maxLineBytes: 100, ...limits }))
    lines.push(line);
  return lines;
}

test('reads complete lines after an offset, with their numbers and ends', async () => {
  writeFileSync(path, '{"a":1}\nno JSON\n{"ü":3}\n{"b":');
  expect(await readAll({ offset: 8, line: 1 })).toEqual([
    { value: undefined, line: 2, end: 16 },
    { value: { ü: 3 }, line: 3, end: 25 },
  ]);
});

test('returns no value for a line that is too long, and continues with the next one', async () => {
  writeFileSync(path, `{"a":"${'x'.repeat(2_000_000)}"}\n{"b":2}\n`);
  expect((await readAll({ offset: 0, line: 0 })).map(({ value }) => value)).toEqual([undefined, { b: 2 }]);
});

test('reads a limited number of bytes at once', async () => {
  writeFileSync(path, `${'{"a":1}\n'.repeat(400_000)}`);
  const lines = await readAll({ offset: 0, line: 0 }, { maxBytes: 1_000_000 });
  expect(lines.length).toBeLessThan(300_000);
  const { line, end } = lines.at(-1)!;
  expect((await readAll({ offset: end, line })).at(-1)!.line).toBe(400_000);
});

test('deletes positions of transcripts that did not change for 90 days', async () => {
  const folder = join(machine.home, 'capture');
  mkdirSync(folder);
  const age = (name: string, days: number): void => {
    writeFileSync(join(folder, name), '{}');
    const time = Date.now() / 1000 - days * 24 * 3600;
    utimesSync(join(folder, name), time, time);
  };
  age('old.json', 91);
  age('new.json', 89);
  await new CaptureState(machine.home).begin('/transcript', new Date());
  expect([existsSync(join(folder, 'old.json')), existsSync(join(folder, 'new.json'))]).toEqual([false, true]);
});

test('sends no credential to another server', async () => {
  const other = await startFakeServer();
  const connection = () => Promise.resolve({ baseUrl: 'http://127.0.0.1:1', apiKey: 'loci_a_b' });
  await authorizedFetch(connection)(`${other.url}/mcp`);
  expect(other.requests[0]!.headers.authorization).toBeUndefined();
  await other.close();
});
