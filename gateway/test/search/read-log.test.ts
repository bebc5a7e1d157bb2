import { describe, expect, test } from '@jest/globals';
import { PORTAL_CLIENT_ID } from '@loci/contracts';
import type { FoundMemory } from '@loci/contracts';
import { serveRoutes, testCaller } from '@loci/testing';
import request from 'supertest';
import { contextRoutes } from '../../src/context/context.routes.ts';
import { hybridSearchRoutes } from '../../src/search/hybrid-search.routes.ts';
import { createReadLog } from '../../src/search/read-log.ts';
import { candidate, fakeSearchClients, id } from './search-clients.fixture.ts';

const caller = testCaller();
const signal = new AbortController().signal;

/** Creates a read log, and collects the requests to the memory service. */
function startReadLog() {
  const state = { nowMs: Date.UTC(2026, 5, 1, 12), isDown: false, sent: [] as FoundMemory[] };
  const log = createReadLog(
    {
      recordFound: (found) => {
        if (state.isDown) return Promise.reject(new Error('The service is down.'));
        state.sent.push(...found.map((one) => ({ ...one })));
        return Promise.resolve();
      },
    },
    () => state.nowMs,
  );
  return Object.assign(state, { note: log.noteFound, run: () => log.job.run(signal) });
}

describe('the read log of the gateway', () => {
  test('sends one record per reader, memory and day', async () => {
    const log = startReadLog();
    log.note(caller, [id(1), id(2)]);
    log.nowMs += 1_000;
    log.note(caller, [id(1)]);
    log.note({ ...caller, clientId: 'another-client' }, [id(1)]);
    await log.run();
    expect(log.sent.map(({ memory_id, client_id, count }) => [memory_id, client_id, count])).toEqual([
      [id(1), caller.clientId, 2],
      [id(2), caller.clientId, 1],
      [id(1), 'another-client', 1],
    ]);
    expect(log.sent[0]).toMatchObject({ first_ms: log.nowMs - 1_000, last_ms: log.nowMs });
    log.sent = [];
    await log.run();
    expect(log.sent).toEqual([]);
    log.note(caller, [id(1)]);
    log.nowMs += 86_400_000;
    log.note(caller, [id(1)]);
    await log.run();
    expect(log.sent).toHaveLength(2);
  });

  test('sends the records again after an outage of the memory service, with those that came since', async () => {
    const log = startReadLog();
    log.note(caller, [id(1), id(2)]);
    log.isDown = true;
    await expect(log.run()).rejects.toThrow('The service is down.');
    log.note(caller, [id(1)]);
    log.isDown = false;
    await log.run();
    expect(log.sent.map(({ memory_id, count }) => [memory_id, count])).toEqual([
      [id(1), 2],
      [id(2), 1],
    ]);
  });

  test('ignores searches of the portal', async () => {
    const log = startReadLog();
    log.note({ ...caller, via: 'oauth', clientId: PORTAL_CLIENT_ID }, [id(1)]);
    await log.run();
    expect(log.sent).toEqual([]);
  });

  test('receives the memories that a search and a context return', async () => {
    const clients = fakeSearchClients();
    clients.candidates = [candidate(1), candidate(2)];
    const routes = [
      ...hybridSearchRoutes(clients),
      ...contextRoutes({
        ...clients,
        memory: {
          ...clients.memory,
          listPinned: () => Promise.resolve({ items: [], has_more: false }),
          listOpenContradictions: () => Promise.resolve([]),
        },
        connect: () => () => Promise.reject(new Error('Unexpected call.')),
      }),
    ];
    const app = serveRoutes(routes, caller);
    await request(app).post('/api/v2/search/hybrid').send({ query: 'tea', limit: 1 }).expect(200);
    expect(clients.noted).toEqual([id(1)]);
    await request(app)
      .post('/api/v2/context')
      .send({ query: 'tea', sections: ['memories'] })
      .expect(200);
    expect(clients.noted).toEqual([id(1), id(1), id(2)]);
  });
});
