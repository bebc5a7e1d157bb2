import { describe, expect, test } from '@jest/globals';
import type { ChunkedDocument } from '../parsing/parser-messages.ts';
import { pause } from '@loci/async';
import { createParseQueue } from './parse-queue.ts';
import type { Parse } from './parse-queue.ts';

const DONE: ChunkedDocument = { contentType: 'text/plain', chunks: [] };

/** Creates a parser whose calls wait until the test settles them. */
function controlledParser() {
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<ChunkedDocument>>();
  const parse: Parse = ({ filename, signal }) => {
    started.push(filename);
    const end = Promise.withResolvers<ChunkedDocument>();
    signal.addEventListener('abort', () => end.reject(signal.reason as Error));
    ends.set(filename, end);
    return end.promise;
  };
  return { parse, started, end: (filename: string) => ends.get(filename)! };
}

/** Waits until the queue has started all calls that it can start. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const file = (filename: string, signal = new AbortController().signal, tenantId = 'a') => ({
  tenantId,
  sha256: Buffer.alloc(32),
  filePath: `/uploads/${filename}`,
  filename,
  signal,
});

const fileOf = (tenantId: string, name: string) => file(name, undefined, tenantId);

describe('createParseQueue', () => {
  test('parses at most 2 files at the same time, in the order of arrival', async () => {
    const { parse, started, end } = controlledParser();
    const queue = createParseQueue(parse, {
      concurrency: 2,
      expressMs: 20,
      maxQueued: 5,
      reservedPerTenant: 1,
    });
    const parsing = ['a', 'b', 'c', 'd'].map((name) => queue(file(name)));
    await settle();
    expect(started).toEqual(['a', 'b']);
    end('b').resolve(DONE);
    await parsing[1];
    await settle();
    expect(started).toEqual(['a', 'b', 'c']);
    end('a').reject(new Error('unreadable'));
    await expect(parsing[0]).rejects.toThrow('unreadable');
    await settle();
    expect(started).toEqual(['a', 'b', 'c', 'd']);
    end('c').resolve(DONE);
    end('d').resolve(DONE);
    await expect(Promise.all([parsing[2], parsing[3]])).resolves.toEqual([DONE, DONE]);
  });

  test('rejects a file with SYS_SERVICE_UNAVAILABLE while the queue is full', async () => {
    const { parse, end } = controlledParser();
    const queue = createParseQueue(parse, {
      concurrency: 1,
      expressMs: 20,
      maxQueued: 1,
      reservedPerTenant: 1,
    });
    const [first, second] = [queue(file('a')), queue(file('b'))];
    await expect(queue(file('c'))).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    end('a').resolve(DONE);
    await first;
    const third = queue(file('d'));
    await settle();
    end('b').resolve(DONE);
    await second;
    await settle();
    end('d').resolve(DONE);
    await expect(third).resolves.toEqual(DONE);
  });

  test('removes a file from the queue when its signal is aborted', async () => {
    const { parse, started, end } = controlledParser();
    const queue = createParseQueue(parse, {
      concurrency: 1,
      expressMs: 20,
      maxQueued: 1,
      reservedPerTenant: 1,
    });
    const disconnected = new AbortController();
    const first = queue(file('a'));
    const canceled = queue(file('b', disconnected.signal));
    disconnected.abort();
    await expect(canceled).rejects.toThrow('canceled');
    const third = queue(file('c'));
    end('a').resolve(DONE);
    await first;
    await settle();
    end('c').resolve(DONE);
    await third;
    expect(started).toEqual(['a', 'c']);
  });

  test('does not parse a file if its signal is already aborted', async () => {
    const { parse, started } = controlledParser();
    const queue = createParseQueue(parse, {
      concurrency: 1,
      expressMs: 20,
      maxQueued: 1,
      reservedPerTenant: 1,
    });
    await expect(queue(file('a', AbortSignal.abort()))).rejects.toThrow('canceled');
    expect(started).toEqual([]);
  });

  test('starts a file of a waiting tenant before further files of a tenant whose file is being parsed', async () => {
    const { parse, started, end } = controlledParser();
    const queue = createParseQueue(parse, {
      concurrency: 2,
      expressMs: 60_000,
      maxQueued: 10,
      reservedPerTenant: 1,
    });
    const parsing = ['a1', 'a2', 'a3', 'a4'].map((name) => queue(fileOf('a', name)));
    parsing.push(queue(fileOf('b', 'b1')), queue(fileOf('b', 'b2')), queue(fileOf('c', 'c1')));
    await settle();
    expect(started).toEqual(['a1', 'a2', 'b1']);
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) {
      await settle();
      end(name).resolve(DONE);
    }
    await Promise.all(parsing);
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  test('starts a second file of a tenant whose file is being parsed if no other tenant waits', async () => {
    const { parse, started, end } = controlledParser();
    const queue = createParseQueue(parse, {
      concurrency: 2,
      expressMs: 20,
      maxQueued: 10,
      reservedPerTenant: 1,
    });
    const parsing = ['a1', 'a2', 'a3'].map((name) => queue(fileOf('a', name)));
    await settle();
    end('a1').resolve(DONE);
    await settle();
    expect(started).toEqual(['a1', 'a2', 'a3']);
    end('a2').resolve(DONE);
    end('a3').resolve(DONE);
    await Promise.all(parsing);
  });

  test('rejects the newest file of the tenant with the most waiting files if another tenant needs the place', async () => {
    const { parse, started, end } = controlledParser();
    const queue = createParseQueue(parse, {
      concurrency: 1,
      expressMs: 60_000,
      maxQueued: 2,
      reservedPerTenant: 1,
    });
    const running = [queue(fileOf('a', 'a1')), queue(fileOf('c', 'c1'))];
    const [second, newest] = ['a2', 'a3'].map((name) => queue(fileOf('a', name)));
    const other = queue(fileOf('b', 'b1'));
    await expect(newest).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    await expect(queue(fileOf('b', 'b2'))).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    for (const name of ['a1', 'c1', 'a2', 'b1']) {
      await settle();
      end(name).resolve(DONE);
    }
    await Promise.all([...running, second, other]);
    expect(started).toEqual(['a1', 'c1', 'a2', 'b1']);
  });
});

describe('the express slot of createParseQueue (threat 17)', () => {
  const LIMITS = { concurrency: 2, expressMs: 20, maxQueued: 10, reservedPerTenant: 1 };

  test('starts the file of a tenant immediately while another tenant uses all regular slots', async () => {
    const { parse, started, end } = controlledParser();
    const queue = createParseQueue(parse, LIMITS);
    const slow = ['a1', 'a2', 'a3'].map((name) => queue(fileOf('a', name)));
    const small = queue(fileOf('b', 'b1'));
    await settle();
    expect(started).toEqual(['a1', 'a2', 'b1']);
    end('b1').resolve(DONE);
    await expect(small).resolves.toEqual(DONE);
    for (const name of ['a1', 'a2', 'a3']) {
      await settle();
      end(name).resolve(DONE);
    }
    await Promise.all(slow);
  });

  test('starts the file of a tenant even if the queue is full of files of another tenant', async () => {
    const { parse, started, end } = controlledParser();
    const queue = createParseQueue(parse, { ...LIMITS, concurrency: 1, maxQueued: 1 });
    const slow = ['a1', 'a2'].map((name) => queue(fileOf('a', name)));
    const small = queue(fileOf('b', 'b1'));
    await settle();
    expect(started).toEqual(['a1', 'b1']);
    for (const name of ['b1', 'a1', 'a2']) {
      await settle();
      end(name).resolve(DONE);
    }
    await Promise.all([...slow, small]);
  });

  test('interrupts its file after the time limit if a third tenant waits, and starts the file again later', async () => {
    const { parse, started, end } = controlledParser();
    const queue = createParseQueue(parse, LIMITS);
    const slow = ['a1', 'a2'].map((name) => queue(fileOf('a', name)));
    const interrupted = queue(fileOf('b', 'b1'));
    const behindInterrupted = queue(fileOf('b', 'b2'));
    const small = queue(fileOf('c', 'c1'));
    await settle();
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await pause(60);
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1']);
    end('c1').resolve(DONE);
    await small;
    await settle();
    expect(started.slice(4)).toEqual(['b2']);
    end('b2').resolve(DONE);
    await behindInterrupted;
    end('a1').resolve(DONE);
    await settle();
    expect(started.slice(5)).toEqual(['b1']);
    // In a regular slot, the file is not interrupted again.
    const other = queue(fileOf('d', 'd1'));
    await pause(60);
    end('b1').resolve(DONE);
    await expect(interrupted).resolves.toEqual(DONE);
    end('d1').resolve(DONE);
    end('a2').resolve(DONE);
    await Promise.all([...slow, other]);
    expect(started.slice(6)).toEqual(['d1']);
  });

  test('does not interrupt a file while no other tenant waits', async () => {
    const { parse, started, end } = controlledParser();
    const queue = createParseQueue(parse, LIMITS);
    const parsing = ['a1', 'a2', 'a3'].map((name) => queue(fileOf('a', name)));
    parsing.push(queue(fileOf('b', 'b1')), queue(fileOf('b', 'b2')));
    await pause(60);
    expect(started).toEqual(['a1', 'a2', 'b1']);
    for (const name of ['b1', 'a1', 'a2', 'a3', 'b2']) {
      await settle();
      end(name).resolve(DONE);
    }
    await Promise.all(parsing);
    expect(started.filter((name) => name === 'b1')).toHaveLength(1);
  });

  test('continues its file in a regular slot that becomes free, without interrupting the file', async () => {
    const { parse, started, end } = controlledParser();
    const queue = createParseQueue(parse, LIMITS);
    const parsing = ['a1', 'a2'].map((name) => queue(fileOf('a', name)));
    parsing.push(queue(fileOf('b', 'b1')));
    await settle();
    end('a1').resolve(DONE);
    await settle();
    parsing.push(queue(fileOf('c', 'c1')), queue(fileOf('d', 'd1')));
    await pause(60);
    // The file c1 was interrupted in the express slot, because the file d1 waited.
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'd1']);
    for (const name of ['b1', 'a2', 'd1', 'c1']) {
      end(name).resolve(DONE);
      await settle();
    }
    await Promise.all(parsing);
    expect(started.slice(5)).toEqual(['c1']);
  });

  test('stops parsing a file whose client disconnects', async () => {
    const { parse, end } = controlledParser();
    const queue = createParseQueue(parse, { ...LIMITS, concurrency: 1 });
    const disconnected = new AbortController();
    const slow = queue(fileOf('a', 'a1'));
    const canceled = queue(file('b1', disconnected.signal, 'b'));
    await settle();
    disconnected.abort();
    await expect(canceled).rejects.toThrow('canceled');
    end('a1').resolve(DONE);
    await slow;
  });
});
