import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { AuditEntry } from '@loci/contracts';
import { auditEntry } from './audit-entry.fixture.ts';
import { exportEntries } from './export-entries.ts';

const entry = auditEntry();
const COUNT = 100_000;
const running = new AbortController().signal;

test('writes one line per entry and a last line with their number', async () => {
  const output = new PassThrough();
  const written = text(output);
  await exportEntries(entries(2), output, running);
  expect(await written).toBe(`${JSON.stringify(entry)}\n${JSON.stringify(entry)}\n{"end":true,"count":2}\n`);
});

test('an export of 100,000 entries never holds more than one megabyte for a slow client', async () => {
  let produced = 0;
  let consumed = 0;
  let maximum = 0;
  const length = JSON.stringify(entry).length + 1;
  const slow = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      void nextTurn().then(() => {
        consumed += chunk.length;
        maximum = Math.max(maximum, produced * length - consumed);
        done();
      });
    },
  });
  await exportEntries(
    entries(COUNT, () => produced++),
    slow,
    running,
  );
  await new Promise((resolve) => slow.once('finish', resolve));
  expect(produced).toBe(COUNT);
  expect(maximum).toBeLessThan(1024 * 1024);
});

test('stops reading entries when the client disconnects', async () => {
  const client = new AbortController();
  let produced = 0;
  const stalled = new Writable({
    write: () => client.abort(),
  });
  await expect(
    exportEntries(
      entries(COUNT, () => produced++),
      stalled,
      client.signal,
    ),
  ).rejects.toMatchObject({ name: 'AbortError' });
  expect(produced).toBeLessThan(1_000);
});

async function* entries(count: number, onEntry: () => void = () => undefined): AsyncGenerator<AuditEntry> {
  for (let i = 0; i < count; i++) {
    onEntry();
    yield entry;
  }
}
