import { describe, expect, test } from '@jest/globals';
import { fileSystemOf } from './hardware.ts';
import { kilobyteField, parentPidOf, platformProcesses } from './processes.ts';
import { eventLoopDelayP99Ms, readMetric } from './prometheus.ts';

describe('platformProcesses', () => {
  const entry = (pid: number, parentPid: number, workingFolder = '/') => ({ pid, parentPid, workingFolder });

  test('returns the process tree and, with their children, the processes that run in the data folder', () => {
    const entries = [
      entry(1, 0),
      entry(10, 1),
      entry(11, 10),
      entry(12, 11),
      entry(20, 1, '/data/postgres'),
      entry(21, 20),
      entry(30, 1, '/database'),
    ];
    expect(platformProcesses(entries, 10, '/data')).toEqual([10, 11, 12, 20, 21]);
  });
});

test('parentPidOf accepts a process name with parentheses and spaces', () => {
  expect(parentPidOf('42 (a (b) c) S 7 42 42 0')).toBe(7);
});

test('kilobyteField returns the value of exactly the named line in bytes', () => {
  const rollup = 'Rss:   300 kB\nPss:   100 kB\nPss_Anon:  1 kB\n';
  expect(kilobyteField(rollup, 'Pss')).toBe(102_400);
  expect(kilobyteField(rollup, 'Swap')).toBeUndefined();
});

describe('readMetric', () => {
  const text = [
    '# TYPE lag gauge',
    'lag 0.011',
    'lag_p99 7',
    'lag{app="a}b \\" c",role="x"} 0.25 1700000000',
    'nodejs_eventloop_lag_p99_seconds{service="a"} 0.012',
    'nodejs_eventloop_lag_p99_seconds{service="b"} 0.019',
  ].join('\n');

  test('returns all values of the metric with exactly the given name', () => {
    expect(readMetric(text, 'lag')).toEqual([0.011, 0.25]);
    expect(readMetric(text, 'la')).toEqual([]);
  });

  test('eventLoopDelayP99Ms returns the highest delay in milliseconds', () => {
    expect(eventLoopDelayP99Ms(text)).toBeCloseTo(19);
    expect(eventLoopDelayP99Ms('lag 1')).toBeUndefined();
  });
});

test('fileSystemOf returns the file system type of the innermost mount', () => {
  const mounts = 'overlay / overlay rw 0 0\ntmpfs /tmp tmpfs rw 0 0\next4 /tmp/disk ext4 rw 0 0\n';
  expect(fileSystemOf(mounts, '/tmp/disk/x')).toBe('ext4');
  expect(fileSystemOf(mounts, '/tmp/diskette')).toBe('tmpfs');
  expect(fileSystemOf(mounts, '/var')).toBe('overlay');
});
