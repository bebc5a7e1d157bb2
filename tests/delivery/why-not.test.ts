import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createGraphClient, createMemoryClient, createSearchClient } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { newId } from '@loci/core';
import { gatewayRoutes } from '@loci/gateway';
import { serveRoutes, testCaller } from '@loci/testing';
import request from 'supertest';
import { describePlantedMisses } from '../support/planted-misses.ts';
import { startTestServices } from '../support/test-services.ts';
import type { TestServices } from '../support/test-services.ts';

const PLANTED = 150;

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
}, 60_000);
afterAll(() => services.close());

const gateway = (caller: Caller) =>
  request(
    serveRoutes(
      gatewayRoutes({
        search: services.client('search', createSearchClient),
        graph: services.client('graph', createGraphClient),
        readLog: { noteFound: () => undefined },
        ownWrites: { record: () => undefined, waitUntilSearchable: () => Promise.resolve(0) },
        memory: services.client('memory', createMemoryClient),
        // The searches do not call the services of the audit log.
        connect: () => () => Promise.reject(new Error('Unexpected call.')),
        log: { warn: () => undefined },
      }),
      caller,
    ),
  );

describePlantedMisses(PLANTED, () => {
  const callers = { own: testCaller(), other: testCaller() };
  const untilIndexed = async (): Promise<void> => {
    for (const { tenantId } of Object.values(callers)) await services.deliverAll(tenantId);
  };
  return Promise.resolve({
    request: async (tenant, method, path, body = {}) => {
      const caller = callers[tenant];
      const agent = path.startsWith('/api/v2/search/') ? gateway(caller) : services.as(caller, 'memory');
      const response = await agent[method.toLowerCase() as 'post' | 'put' | 'delete'](path).send(body);
      if (response.status >= 300) throw new Error(response.text);
      return response.body.data;
    },
    untilIndexed,
    // Events are delivered only by `untilIndexed`.
    whileNotIndexing: (work) => work(),
  });
});

describe('why-not', () => {
  const caller = testCaller();
  const store = async (as: Caller): Promise<string> => {
    const response = await services
      .as(as, 'memory')
      .post('/api/v2/memories')
      .send({ content: 'The harbor.' });
    expect(response.status).toBe(201);
    return response.body.data.id;
  };

  test('has an equal body for a memory of another tenant, an unknown id and a protected memory', async () => {
    const dataOf = async (id: string): Promise<string> => {
      const body = { memory_id: id, search: { query: 'harbor' } };
      const response = await gateway(caller).post('/api/v2/search/why-not').send(body);
      const { meta, ...rest } = response.body as { meta: Record<string, unknown> };
      return JSON.stringify({ ...rest, meta: Object.keys(meta) });
    };
    const own = await store(caller);
    const unknown = await dataOf(newId());
    expect(await dataOf(await store(testCaller()))).toBe(unknown);
    expect(await dataOf(own)).not.toBe(unknown);
    await services.query(
      'memory',
      caller.tenantId,
      `UPDATE memories SET memory_type = 'identity_core' WHERE tenant_id = $1 AND id = $2`,
      [caller.tenantId, own],
    );
    expect(await dataOf(own)).toBe(unknown);
  });
});
