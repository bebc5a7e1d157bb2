import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const ENTRY = /^ {2}- (?<check>[\w-]+:[\w-]+) # (?<reason>\S.{20,})$/;

describe.each(['2025-11-25', '2026-07-28'])('baseline-%s.yml', (revision) => {
  const lines = readFileSync(join(import.meta.dirname, `../baseline-${revision}.yml`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

  test('names one check and the reason for its failure in every entry', () => {
    expect(lines[0]).toBe('server:');
    expect(lines.slice(1).filter((line) => !ENTRY.test(line))).toEqual([]);
  });

  test('has no entry for a scenario that Loci supports', () => {
    const scenarios = lines.slice(1).map((line) => ENTRY.exec(line)!.groups!['check']!.split(':')[0]);
    const supported = [
      ...['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
      'http-header-validation',
    ];
    expect(scenarios.filter((scenario) => supported.includes(scenario!))).toEqual([]);
  });
});
