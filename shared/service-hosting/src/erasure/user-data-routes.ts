import { MAX_ERASED_OBJECTS, userDataOperations, userDataPath } from '@loci/contracts';
import type { ErasedObject, UserErasure } from '@loci/contracts';
import { AppError } from '@loci/core';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import type { Transaction } from '@loci/postgres';
import { queryErasure } from './erasure-sql.ts';
import type { ErasureStore, KeptTable, ServiceErasure } from './erasure-store.ts';

/** Maximum duration of a call, without its last batch. */
const TIME_LIMIT_MS = 10_000;
const BATCH_SIZE = 5_000;

/**
 * Internal operations that erase what a user stored in a service. The erasure job of the gateway calls them.
 *
 * @see docs/decisions/0019-erase-users-in-verified-passes.md
 */
export const userDataRoutes = (service: ServiceErasure): Route[] => [
  operation('collect', 'Record the objects that a user stored', async (erasure, mustStop) => ({
    done: await collect(service, erasure, mustStop),
  })),
  operation('list', 'List the recorded objects of the service', async ({ after, ...erasure }) => ({
    objects: await service.database.inSystemTransaction((tx) => listObjects(tx, service, erasure, after)),
  })),
  operation('add', 'Record objects of another service', async ({ objects, ...erasure }) => {
    await service.database.inSystemTransaction((tx) => addObjects(tx, erasure, objects));
    return {};
  }),
  operation('erase', 'Erase what a user stored', async (erasure, mustStop) => ({
    done: await eraseStores(storesOf(service), erasure, mustStop),
  })),
  operation('find', 'Search all stores for data of a user', async (erasure) => {
    await service.database.inSystemTransaction((tx) => requireAllTables(tx, service.stores));
    const found: Record<string, number> = {};
    for (const store of storesOf(service)) found[store.name] = await store.find(erasure);
    return { found, unattributed: (await service.unattributed?.(erasure.tenant_id)) ?? {} };
  }),
  operation('end', 'Delete the recorded objects', async (erasure, mustStop) => ({
    done: await deleteObjects(service, erasure, mustStop),
  })),
];

type Operations = typeof userDataOperations;
type Body<Name extends keyof Operations> = ReturnType<Operations[Name]['body']['parse']>;
type Response<Name extends keyof Operations> = ReturnType<Operations[Name]['response']['parse']>;

function operation<Name extends keyof Operations>(
  name: Name,
  summary: string,
  handle: (body: Body<Name>, mustStop: () => boolean) => Promise<Response<Name>>,
): Route {
  return route({
    method: 'post',
    path: userDataPath(name),
    scope: 'internal',
    summary,
    body: userDataOperations[name].body,
    response: userDataOperations[name].response,
    handle: ({ body, signal }) => {
      const startedAt = performance.now();
      const mustStop = (): boolean => signal.aborted || performance.now() - startedAt > TIME_LIMIT_MS;
      return handle(body as Body<Name>, mustStop) as Promise<never>;
    },
  });
}

const storesOf = ({ stores }: ServiceErasure): ErasureStore[] =>
  stores.filter((store): store is ErasureStore => 'find' in store);

async function collect(
  { database, collected = [] }: ServiceErasure,
  erasure: UserErasure,
  mustStop: () => boolean,
): Promise<boolean> {
  for (const { kind, select } of collected) {
    for (let inserted = BATCH_SIZE; inserted === BATCH_SIZE;) {
      if (mustStop()) return false;
      inserted = await database.inSystemTransaction(async (tx) => {
        const rows = await queryErasure(
          tx,
          erasure,
          `INSERT INTO erased_objects (tenant_id, erasure_id, id, kind)
           SELECT :tenant, :erasure, selected.id, $1 FROM (${select}) selected
           WHERE NOT EXISTS (SELECT 1 FROM erased_objects known
             WHERE known.tenant_id = :tenant AND known.erasure_id = :erasure AND known.id = selected.id)
           LIMIT ${BATCH_SIZE} ON CONFLICT DO NOTHING RETURNING 1`,
          [kind],
        );
        return rows.length;
      });
    }
  }
  return true;
}

const listObjects = (
  tx: Transaction,
  { collected = [] }: ServiceErasure,
  erasure: UserErasure,
  after: string | null,
): Promise<ErasedObject[]> =>
  queryErasure<ErasedObject>(
    tx,
    erasure,
    `SELECT id, kind FROM erased_objects WHERE tenant_id = :tenant AND erasure_id = :erasure
       AND kind = ANY($2) AND ($1::uuid IS NULL OR id > $1) ORDER BY id LIMIT ${MAX_ERASED_OBJECTS}`,
    [after, collected.map(({ kind }) => kind)],
  );

const addObjects = (tx: Transaction, erasure: UserErasure, objects: readonly ErasedObject[]) =>
  queryErasure(
    tx,
    erasure,
    `INSERT INTO erased_objects (tenant_id, erasure_id, id, kind)
     SELECT :tenant, :erasure, id, kind FROM unnest($1::uuid[], $2::text[]) AS added(id, kind)
     ON CONFLICT DO NOTHING`,
    [objects.map(({ id }) => id), objects.map(({ kind }) => kind)],
  );

async function eraseStores(
  stores: readonly ErasureStore[],
  erasure: UserErasure,
  mustStop: () => boolean,
): Promise<boolean> {
  for (const store of stores) {
    if (store.erase && !(await store.erase(erasure, mustStop))) return false;
  }
  return true;
}

async function deleteObjects(
  { database }: ServiceErasure,
  erasure: UserErasure,
  mustStop: () => boolean,
): Promise<boolean> {
  for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE;) {
    if (mustStop()) return false;
    deleted = await database.inSystemTransaction(async (tx) => {
      const rows = await queryErasure(
        tx,
        erasure,
        `DELETE FROM erased_objects WHERE tenant_id = :tenant AND erasure_id = :erasure AND ctid = ANY(ARRAY(
           SELECT ctid FROM erased_objects WHERE tenant_id = :tenant AND erasure_id = :erasure LIMIT ${BATCH_SIZE}))
         RETURNING 1`,
      );
      return rows.length;
    });
  }
  return true;
}

/** Table with the recorded objects, which every schema has. */
const OWN_TABLE = 'erased_objects';

/**
 * Checks that the list of stores covers every table of the schema with rows of tenants, so that a receipt can never miss a
 * table.
 *
 * @throws SYS_INTERNAL_ERROR
 */
async function requireAllTables(
  tx: Transaction,
  stores: readonly (ErasureStore | KeptTable)[],
): Promise<void> {
  const covered = [OWN_TABLE, ...stores.flatMap(({ table }) => table ?? [])];
  const missing = await tx.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> ALL($1)
       AND c.relnamespace = to_regnamespace(quote_ident(current_schema()))
     ORDER BY c.relname`,
    [covered],
  );
  if (missing.length === 0) return;
  throw new AppError(
    'SYS_INTERNAL_ERROR',
    `The erasure of users does not cover these tables: ${missing.map(({ name }) => name).join(', ')}.`,
  );
}
