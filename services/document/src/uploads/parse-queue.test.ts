import { describe, expect, test } from '@jest/globals';
import type { ChunkedDocument } from '../parsing/parser-messages.ts';
import { createParseQueue } from './parse-queue.ts';
import type { Parse } from './parse-queue.ts';

const DONE: ChunkedDocument = { contentType: 'text/plain', chunks: [] };

/** Creates a parser whose calls wait until the test settles them. */
function controlledParser() {
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<ChunkedDocument>>();
  const parse: Parse = ({ filename }) => {
    started.push(filename);
    const end = Promise.withResolvers<ChunkedDocument>();
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

describe('createParseQueue', () => {
  test('parses at most 2 files at the same time, in the order of arrival', async () => {
    const { parse, started, end } = controlledParser();
    const queue = createParseQueue(parse, { concurrency: 2, maxQueued: 5, reservedPerTenant: 1 });
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
    const queue = createParseQueue(parse, { concurrency: 1, maxQueued: 1, reservedPerTenant: 1 });
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
    const queue = createParseQueue(parse, { concurrency: 1, maxQueued: 1, reservedPerTenant: 1 });
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
    const queue = createParseQueue(parse, { concurrency: 1, maxQueued: 1, reservedPerTenant: 1 });
    await expect(queue(file('a', AbortSignal.abort()))).rejects.toThrow('canceled');
    expect(started).toEqual([]);
  });

  const fileOf = (tenantId: string, name: string) => file(name, undefined, tenantId);

  test('starts a file of a waiting tenant before further files of a tenant whose file is being parsed', async () => {
    const { parse, started, end } = controlledParser();
    const queue = createParseQueue(parse, { concurrency: 2, maxQueued: 10, reservedPerTenant: 1 });
    const parsing = ['a1', 'a2', 'a3', 'a4'].map((name) => queue(fileOf('a', name)));
    parsing.push(queue(fileOf('b', 'b1')), queue(fileOf('b', 'b2')), queue(fileOf('c', 'c1')));
    for (let next = 0; next < parsing.length; next++) {
      await settle();
      end(started[next]!).resolve(DONE);
    }
    await Promise.all(parsing);
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'c1', 'b2', 'a4']);
  });

  test('starts a second file of a tenant whose file is being parsed if no other tenant waits', async () => {
    const { parse, started, end } = controlledParser();
    const queue = createParseQueue(parse, { concurrency: 2, maxQueued: 10, reservedPerTenant: 1 });
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
    const queue = createParseQueue(parse, { concurrency: 1, maxQueued: 2, reservedPerTenant: 1 });
    const [first, second, newest] = ['a1', 'a2', 'a3'].map((name) => queue(fileOf('a', name)));
    const other = queue(fileOf('b', 'b1'));
    await expect(newest).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    await expect(queue(fileOf('b', 'b2'))).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    for (const name of ['a1', 'a2', 'b1']) {
      await settle();
      end(name).resolve(DONE);
    }
    await Promise.all([first, second, other]);
    expect(started).toEqual(['a1', 'a2', 'b1']);
  });
});
