import { describe, expect, test } from '@jest/globals';
import { percentilesOf, verdict } from './figure.ts';
import type { Figure } from './figure.ts';
import { formatReport, hasFailures, reportJson } from './report.ts';
import type { Report } from './report.ts';
import { formatCpuTable, formatTable } from './table.ts';

const latency: Figure = {
  scenario: 'search-6k',
  name: 'hybrid search',
  unit: 'ms',
  count: 400,
  p50: 2.514,
  p95: 123.4,
  targets: [
    { of: 'p50', atMost: 3 },
    { of: 'p95', atMost: 9 },
  ],
};
const rate: Figure = { scenario: 'stores', name: '1 caller', unit: '1/s', count: 9, value: 800, failures: 2 };

const rounds = (median: number, min: number, max: number) => ({
  median,
  min,
  max,
  rounds: [min, median, max],
});

describe('verdict', () => {
  test('is met if every target is met', () => {
    expect(verdict({ ...latency, p95: 9 })).toBe('met');
    expect(verdict(latency)).toBe('missed');
    expect(verdict({ ...rate, targets: [{ of: 'value', atLeast: 800 }] })).toBe('met');
    const cpu = { 'main thread': 1, PostgreSQL: 0.5 };
    expect(verdict({ ...rate, cpu, targets: [{ of: 'cpu', atMost: 1.5 }] })).toBe('met');
    expect(verdict({ ...rate, cpu, targets: [{ of: 'cpu', atMost: 1.4 }] })).toBe('missed');
    const repeated = { main: rounds(800, 800, 800), toRoute: rounds(0.5, 0.4, 0.6) };
    expect(verdict({ ...rate, repeated, targets: [{ of: 'route', atLeast: 0.5 }] })).toBe('met');
    expect(verdict({ ...rate, repeated, targets: [{ of: 'route', atLeast: 0.51 }] })).toBe('missed');
  });

  test('is missed for a figure that has a target but no value', () => {
    expect(verdict(rate)).toBe('');
    expect(verdict({ ...latency, ...percentilesOf(undefined), p50: undefined! })).toBe('missed');
  });
});

test('formatTable contains targets, verdicts and failures in aligned columns', () => {
  const [heading, first, second] = formatTable([latency, rate]).split('\n');
  expect(first).toMatch(/^search-6k +hybrid search +400 +2\.51 +123 +ms +p50 <= 3, p95 <= 9 +missed$/);
  expect(second).toMatch(/^stores +1 caller +9 +800 +1\/s +2 failed$/);
  expect(heading!.indexOf('p50') + 3).toBe(first!.indexOf('2.51') + 4);
});

test('formatTable contains the spread of the rounds and the ratios to the baselines', () => {
  const figure: Figure = {
    ...rate,
    failures: 0,
    repeated: { main: rounds(800, 760, 840), toRoute: rounds(0.5, 0.4, 0.6), toInsert: rounds(120, 1, 200) },
  };
  expect(formatTable([figure]).split('\n')[1]).toMatch(/ 1\/s +10 % +0\.50 +120$/);
});

test('formatCpuTable lists the components of each figure with CPU times', () => {
  const figure: Figure = { ...rate, cpu: { 'main thread': 1.35, 'PostgreSQL backends': 1 } };
  expect(formatCpuTable([latency, figure])!.split('\n').slice(1)).toEqual([
    expect.stringMatching(/^stores +1 caller +2\.350 +main thread 1\.350, PostgreSQL backends 1\.000$/),
  ]);
  expect(formatCpuTable([latency])).toBeUndefined();
});

describe('a report', () => {
  const report: Report = {
    benchmark: 'speed',
    startedAt: '2030-01-01T00:00:00.000Z',
    commit: undefined,
    hardware: { cpuModel: 'x', cores: 2, memoryBytes: 1, kernel: '6', nodeVersion: '24', fileSystem: 'ext4' },
    options: {},
    figures: [latency, rate],
  };

  test('contains the verdicts in its JSON', () => {
    expect(JSON.parse(reportJson(report)).figures[0]).toMatchObject({
      name: 'hybrid search',
      verdict: 'missed',
    });
  });

  test('contains a note instead of CPU times that were not measured', () => {
    expect(formatReport(report)).toContain('CPU per operation was not measured');
    const measured = { ...report, figures: [{ ...rate, cpu: { 'main thread': 1 } }] };
    expect(formatReport(measured)).not.toContain('was not measured');
  });

  test('contains the PostgreSQL version in its text and the settings in its JSON', () => {
    const postgres = { version: '18.1', settings: { fsync: 'on' } };
    expect(formatReport({ ...report, postgres })).toContain('PostgreSQL 18.1');
    expect(JSON.parse(reportJson({ ...report, postgres }))).toMatchObject({ postgres });
  });

  test('contains failures if requests of a figure failed', () => {
    expect(hasFailures(report)).toBe(true);
    expect(hasFailures({ ...report, figures: [latency] })).toBe(false);
  });
});
