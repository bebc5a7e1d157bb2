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

const file = (filename: string, signal = new AbortController().signal) => ({
  filePath: `/uploads/${filename}`,
  filename,
  signal,
});

describe('createParseQueue', () => {
  test('parses at most 2 files at the same time, in the order of arrival', async () => {
    const { parse, started, end } = controlledParser();
    const queue = createParseQueue(parse, { concurrency: 2, maxQueued: 5 });
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
    const queue = createParseQueue(parse, { concurrency: 1, maxQueued: 1 });
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
    const queue = createParseQueue(parse, { concurrency: 1, maxQueued: 1 });
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

  test('does not parse a file whose signal is already aborted', async () => {
    const { parse, started } = controlledParser();
    const queue = createParseQueue(parse, { concurrency: 1, maxQueued: 1 });
    await expect(queue(file('a', AbortSignal.abort()))).rejects.toThrow('canceled');
    expect(started).toEqual([]);
  });
});
