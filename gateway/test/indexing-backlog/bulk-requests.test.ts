import { createMetrics } from '@loci/runtime';
import { describe, expect, test } from '@jest/globals';
import { errorHandler, getContext, setContext } from '@loci/http';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import express from 'express';
import request from 'supertest';
import type { AwaitPositionsRequest } from '../../src/positions/await-positions.ts';
import { MAX_BACKLOG_BYTES, createIndexingBacklog } from '../../src/indexing-backlog/indexing-backlog.ts';
import { dispatchApi } from '../../src/routing/dispatch-api.ts';
import type { SecretFilters } from '../../src/secret-filter/secret-filters.ts';

const caller = testCaller();
const POSITION = { memory: { txid: '7', seq: '1' } };
const BULK = '/api/v2/memories/bulk';
const LARGE_BODY = 'x'.repeat(MAX_BACKLOG_BYTES);

/** Opens the dispatcher with a service that stores every body except "invalid". */
function open() {
  /** Sizes of the stored bodies. */
  const stored: number[] = [];
  /** Waits for the search indexes, oldest first. */
  const waits: { request: AwaitPositionsRequest; reached: () => void }[] = [];
  const app = express();
  app.use((incoming, _response, next) => {
    setContext(incoming, { requestId: 'request', caller: null, internal: false });
    next();
  });
  app.use(
    dispatchApi({
      routes: [
        { service: 'memory', method: 'post', path: BULK, scope: 'write', limitsIndexingBacklog: true },
        { service: 'memory', method: 'post', path: '/api/v2/memories', scope: 'write' },
      ],
      targets: {
        memory: async (incoming, response) => {
          const chunks: Buffer[] = [];
          for await (const chunk of incoming) chunks.push(chunk as Buffer);
          const body = Buffer.concat(chunks).toString();
          if (body === 'invalid') return void response.status(422).json({});
          stored.push(body.length);
          await getContext(incoming)!.onPositions!(POSITION);
          response.status(201).json({});
        },
      },
      verify: async () => caller,
      limiter: null,
      metrics: createMetrics('gateway'),
      ownWrites: { record: () => undefined, waitUntilSearchable: async () => 0 },
      ownChanges: { record: async () => undefined },
      secretFilters: {
        apply: async (unchanged: Caller) => unchanged,
        startChange: () => () => undefined,
      } as unknown as SecretFilters,
      positionTokens: { format: () => 'position', parse: () => ({}) },
      awaitPositions: (waiting) =>
        new Promise((resolve) => {
          waits.push({ request: waiting, reached: () => resolve([]) });
        }),
      indexingBacklog: createIndexingBacklog(),
      challenge: 'Bearer',
    }),
  );
  app.use(errorHandler({ warn: () => undefined, error: () => undefined }));
  const send = (path: string, body: string): Promise<number> =>
    request(app)
      .post(path)
      .set('authorization', 'Bearer token')
      .set('content-type', 'text/plain')
      .send(body)
      .then(({ status }) => status);
  return { send, stored, waits };
}

const untilRequestsArrive = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

describe('bulk requests', () => {
  test('wait while searches do not find the memories of earlier ones', async () => {
    const { send, stored, waits } = open();
    expect(await send(BULK, LARGE_BODY)).toBe(201);
    const second = send(BULK, 'second');
    await untilRequestsArrive();
    expect(stored).toEqual([LARGE_BODY.length]);
    expect(waits[0]!.request).toMatchObject({ positions: POSITION, reads: ['search'] });
    waits[0]!.reached();
    expect(await second).toBe(201);
    expect(stored).toEqual([LARGE_BODY.length, 'second'.length]);
  });

  test('do not wait for requests that stored nothing', async () => {
    const { send, waits } = open();
    expect(await send(BULK, 'invalid')).toBe(422);
    expect(await send(BULK, LARGE_BODY)).toBe(201);
    expect(waits).toHaveLength(1);
    // Less than the maximum wait, after which the request is admitted anyway.
  }, 4_000);

  test('delay no other requests', async () => {
    const { send } = open();
    expect(await send(BULK, LARGE_BODY)).toBe(201);
    expect(await send('/api/v2/memories', 'single')).toBe(201);
  });
});
