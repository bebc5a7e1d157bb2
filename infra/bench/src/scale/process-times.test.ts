import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { listenerOf, listeningInodes, processorSeconds, secondsOf } from './process-times.ts';

test('secondsOf adds user, system and child time and accepts a process name with parentheses', () => {
  const stat = '42 (a) b (c) R 1 42 42 0 -1 4194304 100 0 0 0 250 50 100 0 20 0 1 0';
  expect(secondsOf(stat)).toBe(4);
});

test('processorSeconds increases by the CPU time that the process uses', async () => {
  const before = await processorSeconds(process.pid);
  const until = process.cpuUsage().user + 100_000;
  while (process.cpuUsage().user < until);
  expect(await processorSeconds(process.pid)).toBeGreaterThanOrEqual(before + 0.08);
});

test('listenerOf returns the pid of the process that listens on a port, or null', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await listenerOf(port)).toBe(process.pid);
  server.close();
  await once(server, 'close');
  expect(await listenerOf(port)).toBeNull();
});

test('listeningInodes ignores connections to the port and other ports', () => {
  const line = (local: string, state: string, inode: string): string =>
    `0: 0100007F:${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000 0 0 ${inode} 1 0 100 0`;
  expect(
    listeningInodes([line('1F90', '01', '7'), line('1F90', '0A', '8'), line('1F91', '0A', '9')], 8080),
  ).toEqual(['8']);
});
