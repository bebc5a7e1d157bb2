import { mkdtempSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { openBoundedLog } from './bounded-log.ts';

let folder: string;
let path: string;

beforeEach(() => {
  jest.useFakeTimers();
  folder = mkdtempSync(join(tmpdir(), 'loci-log-'));
  path = join(folder, 'server.log');
});

afterEach(() => {
  jest.useRealTimers();
  rmSync(folder, { recursive: true });
});

describe('openBoundedLog', () => {
  test('moves the content of an open log to the file .1 when the log exceeds the limit', () => {
    const log = openBoundedLog(path, 10);
    writeSync(log.descriptor, 'first part\n');
    jest.advanceTimersByTime(60_000);
    writeSync(log.descriptor, 'second\n');
    expect(log.sinceMark()).toBe('second\n');
    log.close();
    expect(readFileSync(`${path}.1`, 'utf8')).toBe('first part\n');
    expect(readFileSync(path, 'utf8')).toBe('second\n');
  });

  test('moves an existing log to the file .1 only if the log exceeds the limit', () => {
    for (const line of ['a\n', 'b long enough\n', 'c\n']) {
      const log = openBoundedLog(path, 10);
      writeSync(log.descriptor, line);
      expect(log.sinceMark()).toBe(line);
      log.close();
    }
    expect(readFileSync(`${path}.1`, 'utf8')).toBe('a\nb long enough\n');
    expect(readFileSync(path, 'utf8')).toBe('c\n');
  });
});
