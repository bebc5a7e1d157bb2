import { Worker } from 'node:worker_threads';
import { describe, expect, test } from '@jest/globals';
import {
  childSecondsOf,
  cpuPerOperation,
  measureCpu,
  measureProcessCpu,
  platformCpuReader,
  processComponent,
  secondsOf,
  threadComponent,
} from './cpu-times.ts';
import type { CpuTimes } from './cpu-times.ts';

const STAT = '42 (a) b (c) R 1 42 42 0 -1 4194304 100 0 0 0 250 50 100 7 20 0 1 0';

test('secondsOf adds user and system time for any process name', () => {
  expect(secondsOf(STAT)).toBe(3);
  expect(secondsOf('')).toBe(0);
});

test('childSecondsOf adds the times of exited children', () => {
  expect(childSecondsOf(STAT)).toBe(1.07);
});

test('threadComponent groups only the threads that Node.js starts', () => {
  expect(threadComponent('MainThread', true)).toBe('main thread');
  expect(threadComponent('libuv-worker', false)).toBe('V8 and libuv threads');
  expect(threadComponent('vector index', false)).toBe('vector index');
});

test('processComponent separates the background processes of PostgreSQL from its backends', () => {
  expect(processComponent('postgres: walwriter \0')).toBe('PostgreSQL background');
  expect(processComponent('postgres: loci_memory loci [local] idle')).toBe('PostgreSQL backends');
  expect(processComponent('/usr/bin/node\0parser-process.ts')).toBe('other processes');
});

describe('cpuPerOperation', () => {
  const times = (entries: [key: string, component: string, seconds: number][]): CpuTimes =>
    new Map(entries.map(([key, component, seconds]) => [key, { component, seconds }]));

  test('returns the CPU time of each component per operation, without exited threads', () => {
    const before = times([
      ['1', 'main thread', 5],
      ['2', 'worker', 1],
      ['3', 'worker', 9],
    ]);
    const after = times([
      ['1', 'main thread', 5.5],
      ['2', 'worker', 1.1],
      ['4', 'worker', 0.2],
    ]);
    const cpu = cpuPerOperation(before, after, 100);
    expect(Object.keys(cpu)).toEqual(['main thread', 'worker']);
    expect(cpu['main thread']).toBeCloseTo(5);
    expect(cpu['worker']).toBeCloseTo(3);
  });

  test('counts a process that ended only with the time since the first reading', () => {
    const before: CpuTimes = new Map([
      ['7', { component: 'PostgreSQL backends', seconds: 8, isChild: true }],
      ['1 children', { component: 'exited processes', seconds: 20 }],
    ]);
    const after = times([['1 children', 'exited processes', 28.5]]);
    expect(cpuPerOperation(before, after, 100)).toEqual({ 'exited processes': 5 });
  });

  test('omits components with less than 0.5 % of the CPU time', () => {
    const before = times([]);
    const after = times([
      ['1', 'main thread', 10],
      ['2', 'worker', 0.01],
    ]);
    expect(Object.keys(cpuPerOperation(before, after, 1))).toEqual(['main thread']);
  });
});

test('measureCpu separates the main thread from a named worker thread', async () => {
  const spin = 'const end = performance.now() + 400; while (performance.now() < end);';
  const { cpu } = await measureCpu(
    platformCpuReader(() => process.pid, '/no-such-folder'),
    async () => {
      const worker = new Worker(`${spin} setTimeout(() => {}, 10_000);`, { eval: true, name: 'busy worker' });
      await new Promise((resolve) => setTimeout(resolve, 700));
      return worker;
    },
  ).then(({ result, cpu }) => {
    void result.terminate();
    return { cpu };
  });
  expect(cpu(1)!['busy worker']).toBeGreaterThan(100);
  expect(cpu(0)).toBeUndefined();
});

test('measureCpu and measureProcessCpu return no CPU time without /proc', async () => {
  const { result, cpu } = await measureCpu(
    async () => undefined,
    async () => 7,
  );
  expect([result, cpu(1)]).toEqual([7, undefined]);
  // No process has this id.
  expect(await measureProcessCpu(2 ** 30, async () => 7)).toEqual({ result: 7, cpuMs: undefined });
});
