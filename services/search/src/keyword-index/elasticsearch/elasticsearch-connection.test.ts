import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { ElasticsearchConnection } from './elasticsearch-connection.ts';

const connect = () => new ElasticsearchConnection({ node: 'http://127.0.0.1:9' }, 10_000);

test('the timeout of an Elasticsearch request aborts the request and reports the index as unavailable', async () => {
  let signal: AbortSignal | undefined;
  const request = connect().request((_, limits) => {
    signal = limits.signal;
    return new Promise(() => undefined);
  }, 20);
  await expect(request).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
  expect(signal?.aborted).toBe(true);
});

test('the timer of an Elasticsearch request is released when the request ends', async () => {
  const signal = await connect().request((_, limits) => Promise.resolve(limits.signal), 20);
  await delay(60);
  expect(signal.aborted).toBe(false);
});
