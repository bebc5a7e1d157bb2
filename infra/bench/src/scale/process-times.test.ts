import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { componentCpuReader, listenerOf, listeningInodes } from './process-times.ts';

test('componentCpuReader reports the CPU time of a process', async () => {
  const read = componentCpuReader({ own: process.pid });
  const before = (await read())!.get('own')!.seconds;
  const until = process.cpuUsage().user + 100_000;
  while (process.cpuUsage().user < until);
  expect((await read())!.get('own')!.seconds).toBeGreaterThanOrEqual(before + 0.08);
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
