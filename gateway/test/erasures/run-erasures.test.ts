import { expect, test } from '@jest/globals';
import { ERASURES_PATH } from '@loci/contracts';
import type { ServiceClient, ServiceRequest } from '@loci/contracts';
import { newId, unavailable } from '@loci/core';
import { runErasuresJob } from '../../src/erasures/run-erasures.job.ts';

type Handler = (operation: string, request: ServiceRequest) => unknown;

const dueErasure = (isSearched = false) => ({
  tenant_id: newId(),
  erasure_id: newId(),
  user_id: newId(),
  pseudonym: 'erased:0123456789abcdef',
  until: '2026-11-22T00:00:00.000Z',
  is_searched: isSearched,
});

/** Answers of a service without data. */
const emptyService: Handler = (operation) => {
  if (operation === 'list') return { objects: [] };
  return operation === 'find' ? { found: { rows: 0 }, unattributed: {} } : { done: true };
};

/** Runs the job once on fake services. Returns the calls by service name, and the recorded passes. */
async function runJob(
  handlers: Record<string, Handler>,
  due: ReturnType<typeof dueErasure>[],
  { eventLogDays = null, completed = false }: { eventLogDays?: number | null; completed?: boolean } = {},
) {
  const calls: string[] = [];
  const passes: { path: string; body: Record<string, unknown> }[] = [];
  const connect =
    (name: string): ServiceClient =>
    (_caller, request) => {
      if (request.path === ERASURES_PATH) return Promise.resolve({ items: due });
      if (request.path.startsWith(ERASURES_PATH)) {
        passes.push({ path: request.path, body: request.body as Record<string, unknown> });
        return Promise.resolve({ completed });
      }
      const operation = request.path.split('/').at(-1)!;
      calls.push(`${name} ${operation}`);
      return Promise.resolve().then(() => (handlers[name] ?? emptyService)(operation, request));
    };
  const job = runErasuresJob({ connect, services: ['memory', 'search'], eventLogDays });
  const failure = await job.run(new AbortController().signal).then(
    () => null,
    (error: unknown) => error,
  );
  return { calls, passes, failure };
}

test('searches all services before and after the deletion', async () => {
  let found = 5;
  const memory: Handler = (operation, request) => {
    if (operation === 'find') return { found: { memories: found }, unattributed: { files: 2 } };
    if (operation === 'erase') found = 0;
    return emptyService(operation, request);
  };
  const { calls, passes } = await runJob({ memory }, [dueErasure()]);
  const order = calls.filter((call) => /^(memory|search) (collect|find|erase)$/.test(call));
  expect(order).toEqual([
    'memory collect',
    'search collect',
    'memory find',
    'search find',
    'memory erase',
    'search erase',
    'memory find',
    'search find',
  ]);
  expect(passes.map(({ body }) => body)).toMatchObject([
    { found_before: { memory: { memories: 5 }, search: { rows: 0 } } },
    {
      found_after: { memory: { memories: 0 }, search: { rows: 0 } },
      unattributed: { memory: { files: 2 }, search: {} },
      event_log_until: null,
    },
  ]);
});

test('does not search again before the deletion in a later pass', async () => {
  const { passes } = await runJob({}, [dueErasure(true)], { eventLogDays: 8 });
  expect(passes).toHaveLength(1);
  expect(passes[0]!.body).toMatchObject({ event_log_until: '2026-11-30T00:00:00.000Z' });
  expect(passes[0]!.body).not.toHaveProperty('found_before');
});

test('sends the recorded objects of their owner to the other services in pages', async () => {
  const [first, second] = [newId(), newId()];
  const added: unknown[] = [];
  const memory: Handler = (operation, request) => {
    if (operation !== 'list') return emptyService(operation, request);
    const { after } = request.body as { after: string | null };
    if (after === null) return { objects: [{ id: first, kind: 'memory' }] };
    return { objects: after === first ? [{ id: second, kind: 'memory' }] : [] };
  };
  const search: Handler = (operation, request) => {
    if (operation === 'add') added.push((request.body as { objects: unknown }).objects);
    return emptyService(operation, request);
  };
  const { calls } = await runJob({ memory, search }, [dueErasure()]);
  expect(added).toEqual([[{ id: first, kind: 'memory' }], [{ id: second, kind: 'memory' }]]);
  expect(calls).not.toContain('memory add');
});

test('deletes the recorded objects only after the erasure is completed', async () => {
  expect((await runJob({}, [dueErasure()])).calls).not.toContain('memory end');
  const { calls } = await runJob({}, [dueErasure()], { completed: true });
  expect(calls).toEqual(expect.arrayContaining(['memory end', 'search end']));
});

test('records no search after the deletion if a service is unavailable, and continues with the next erasure', async () => {
  const [first, second] = [dueErasure(true), dueErasure(true)];
  const search: Handler = (operation, request) => {
    if (operation === 'erase' && (request.body as { erasure_id: string }).erasure_id === first.erasure_id) {
      throw unavailable('The search service');
    }
    return emptyService(operation, request);
  };
  const { passes, failure } = await runJob({ search }, [first, second]);
  expect(passes.map(({ path }) => path)).toEqual([`${ERASURES_PATH}/${second.erasure_id}/passes`]);
  expect(failure).toBeInstanceOf(AggregateError);
});
