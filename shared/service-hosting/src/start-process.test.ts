import { afterEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { freePorts } from '@loci/runtime/free-ports';
import { z } from 'zod';
import { processVariables } from './process-variables.ts';
import { startProcess } from './start-process.ts';
import type { RunningProcess } from './start-process.ts';

const DELAY_SECONDS = 1;

let running: RunningProcess | undefined;
let stopped: Promise<void> | undefined;
afterEach(() => stopped ?? running?.stop());

/** Sends a request over a new connection. Returns the status and the header `connection` of the response. */
async function send(port: number, path: string): Promise<[status: number | undefined, connection: unknown]> {
  const request = get({ host: '127.0.0.1', port, path, headers: { connection: 'keep-alive' }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await response.toArray();
  return [response.statusCode, response.headers.connection];
}

describe('startProcess', () => {
  test('serves requests and reports not ready for SHUTDOWN_DELAY_SECONDS, and then refuses connections', async () => {
    const [port, adminPort] = (await freePorts(2)) as [number, number];
    const config = z.object(processVariables).parse({
      HOST: '127.0.0.1',
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      SHUTDOWN_DELAY_SECONDS: String(DELAY_SECONDS),
      LOG_LEVEL: 'silent',
    });
    const closedAt: number[] = [];
    running = await startProcess('test', config, new AbortController().signal, async () => ({
      app: (_request, response) => response.end(),
      jobs: [],
      checks: {},
      commands: {},
      close: async () => void closedAt.push(performance.now()),
    }));
    expect(await send(port, '/')).toEqual([200, 'keep-alive']);
    expect(await send(adminPort, '/health/ready')).toEqual([200, 'keep-alive']);

    const startedAt = performance.now();
    stopped = running.stop();
    expect(await send(port, '/')).toEqual([200, 'close']);
    expect((await send(adminPort, '/health/ready'))[0]).toBe(503);
    expect(closedAt).toEqual([]);
    await stopped;
    expect(closedAt[0]! - startedAt).toBeGreaterThan(DELAY_SECONDS * 1_000 - 50);
    await expect(send(port, '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
