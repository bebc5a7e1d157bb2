import { describe, expect, test } from '@jest/globals';
import type { FirstToolCall } from '@loci/contracts';
import { createFirstToolCalls } from './first-tool-calls.ts';

const signal = new AbortController().signal;

function setUp() {
  const requests: (readonly FirstToolCall[])[] = [];
  let isAvailable = true;
  const calls = createFirstToolCalls(
    {
      recordFirstToolCalls: (sent) => {
        if (!isAvailable) return Promise.reject(new Error('unavailable'));
        requests.push(sent);
        return Promise.resolve();
      },
    },
    () => 5,
  );
  const run = async (): Promise<void> => calls.job.run(signal, undefined as never);
  return { calls, requests, run, setAvailable: (value: boolean) => (isAvailable = value) };
}

describe('createFirstToolCalls', () => {
  test('records a grant once, however many tools it calls', async () => {
    const { calls, requests, run } = setUp();
    for (let call = 0; call < 1_000; call++) calls.note('a');
    await run();
    calls.note('a');
    await run();
    expect(requests).toEqual([[{ grantId: 'a', calledAtMs: 5 }]]);
  });

  test('records many grants in few requests', async () => {
    const { calls, requests, run } = setUp();
    for (let grant = 0; grant < 1_500; grant++) calls.note(`grant-${grant}`);
    await run();
    expect(requests.map((sent) => sent.length)).toEqual([1_000, 500]);
  });

  test('sends nothing without tool calls', async () => {
    const { requests, run } = setUp();
    await run();
    expect(requests).toEqual([]);
  });

  test('records a grant later if the authorization server does not respond', async () => {
    const { calls, requests, run, setAvailable } = setUp();
    setAvailable(false);
    calls.note('a');
    await expect(run()).rejects.toThrow('unavailable');
    setAvailable(true);
    await run();
    expect(requests).toEqual([[{ grantId: 'a', calledAtMs: 5 }]]);
  });

  test('keeps a bounded number of grants while the authorization server does not respond', async () => {
    const { calls, requests, run } = setUp();
    for (let grant = 0; grant < 20_000; grant++) calls.note(`grant-${grant}`);
    await run();
    expect(requests.flat()).toHaveLength(10_000);
  });
});
