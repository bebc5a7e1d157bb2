import { beforeEach, describe, expect, test } from '@jest/globals';
import { AWAIT_ROUTE, CHECKPOINT_ROUTE } from '@loci/contracts';
import type { AwaitRequest, ServiceClient } from '@loci/contracts';
import { AppError, unavailable } from '@loci/core';
import type { Positions } from '@loci/core';
import type { ReadModel } from '@loci/http';
import { createAwaitPositions } from './await-positions.ts';

const TENANT = '0198b0c1-0000-7000-8000-000000000001';
const at = (txid: string) => ({ txid, seq: '1' });

/** Groups that have not handled all events. */
let behind: string[];
/** Services that do not respond. */
let down: string[];
/** Groups that each service was asked for, with the transactions of the checkpoints. */
let awaited: string[];
let isFuture: boolean;
let isPublished: boolean;
/** Last event of the graph service. Changes when the graph service has reacted to events. */
let graphEnd: string;
beforeEach(() => {
  behind = [];
  down = [];
  awaited = [];
  isFuture = false;
  isPublished = true;
  graphEnd = '50';
});

const connect =
  (service: string): ServiceClient =>
  (_caller, { path, body }) => {
    if (down.includes(service)) return Promise.reject(unavailable('A required service'));
    if (path === CHECKPOINT_ROUTE) {
      const { position } = body as { position: { txid: string; seq: string } | null };
      return Promise.resolve({
        is_future: isFuture,
        is_published: isPublished,
        checkpoint: { kind: 'outbox', owner: service, ...(position ?? at(graphEnd)) },
      });
    }
    if (path !== AWAIT_ROUTE) return Promise.reject(new AppError('RES_NOT_FOUND', 'Unknown operation.'));
    const { groups, checkpoints } = body as AwaitRequest;
    const ends = checkpoints.map((each) => `${each.owner} ${each.kind === 'outbox' ? each.txid : ''}`).sort();
    awaited.push(`${service}: ${groups.join(', ')} (${ends.join(', ')})`);
    if (groups.includes('graph-memories')) graphEnd = '60';
    return Promise.resolve({ behind: groups.filter((group) => behind.includes(group)) });
  };
const wait = (positions: Positions, ...reads: ReadModel[]): Promise<ReadModel[]> =>
  createAwaitPositions(connect)({
    tenantId: TENANT,
    requestId: 'r',
    positions,
    reads,
    timeoutMs: 100,
    signal: new AbortController().signal,
  });

describe('createAwaitPositions', () => {
  test('waits for the groups of the search indexes', async () => {
    expect(await wait({ memory: at('7'), document: at('8') }, 'search')).toEqual([]);
    expect(awaited).toEqual(['search: search, search-documents (document 8, memory 7)']);
  });

  test.each(['search', 'search-documents'])(
    'search is behind while the group %s is behind',
    async (group) => {
      behind = [group];
      expect(await wait({ memory: at('7') }, 'search')).toEqual(['search']);
    },
  );

  test('waits for the changes with which the graph service reacts to a change of a memory', async () => {
    expect(await wait({ memory: at('7') }, 'graph')).toEqual([]);
    expect(awaited).toEqual([
      'graph: graph-memories, graph-contradictions (memory 7)',
      'graph: graph-store (graph 60, memory 7)',
    ]);
  });

  test('the memory service is behind while the graph service has not reacted', async () => {
    behind = ['graph-memories'];
    expect(await wait({ memory: at('7') }, 'memory', 'graph', 'search')).toEqual(['graph', 'memory']);
  });

  test('does not wait for a reaction to changes of relationships', async () => {
    expect(await wait({ graph: at('9') }, 'memory')).toEqual([]);
    expect(awaited).toEqual(['memory: memory-relationships, memory-contradictions (graph 9)']);
  });

  test('waits for all groups of an operation that reads several read models', async () => {
    behind = ['graph-store'];
    expect(await wait({ memory: at('7'), graph: at('9') }, 'search', 'graph')).toEqual(['graph']);
  });

  test('checks the dead letters of all groups for a position without events', async () => {
    behind = ['search-documents'];
    expect(await wait({}, 'search')).toEqual(['search']);
  });

  test.each([
    ['the service that stored the change', 'memory'],
    ['the service of the index', 'search'],
  ])('search is behind if %s is unavailable', async (_what, service) => {
    down = [service];
    expect(await wait({ memory: at('7') }, 'search')).toEqual(['search']);
  });

  test('search is behind if the change is not published to Kafka', async () => {
    isPublished = false;
    expect(await wait({ memory: at('7') }, 'search')).toEqual(['search']);
  });

  test('does not call a service for an operation without read models', async () => {
    down = ['memory'];
    expect(await wait({ memory: at('7') })).toEqual([]);
  });

  test('rejects a position that is later than every change of the platform', async () => {
    isFuture = true;
    await expect(wait({ memory: at('7') }, 'search')).rejects.toMatchObject({
      code: 'VAL_POSITION_INVALID',
      message: expect.stringContaining('later than every change of this platform'),
    });
  });

  test('does not wait if 256 requests are already waiting', async () => {
    const timeouts: number[] = [];
    const blocked = Promise.withResolvers<never>();
    const awaitPositions = createAwaitPositions((service) => async (caller, request, options) => {
      if (request.path !== AWAIT_ROUTE) return connect(service)(caller, request, options);
      timeouts.push((request.body as AwaitRequest).timeout_ms);
      return blocked.promise;
    });
    const start = () =>
      awaitPositions({
        tenantId: TENANT,
        requestId: 'r',
        positions: { memory: at('7') },
        reads: ['search'],
        timeoutMs: 5_000,
        signal: new AbortController().signal,
      }).catch(() => 'ended');
    const waiting = Array.from({ length: 257 }, start);
    while (timeouts.length < 257) await new Promise((resolve) => setImmediate(resolve));
    expect(timeouts.slice(0, 256).every((timeout) => timeout > 4_000)).toBe(true);
    expect(timeouts[256]).toBe(0);
    blocked.reject(unavailable('A required service'));
    await Promise.all(waiting);
  });
});
