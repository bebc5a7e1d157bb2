import { alreadyExists, newId, unavailable } from '@loci/core';
import { elasticsearchErrorType } from './elasticsearch-connection.ts';
import type { ElasticsearchConnection } from './elasticsearch-connection.ts';

const LEASE_ID = 'rebuild';

interface StoredLease {
  holder: string;
  renewed_at_ms: number;
}

/** The right to rebuild, held by one process at a time. */
export interface RebuildLease {
  /** @throws SYS_SERVICE_UNAVAILABLE when it was lost, to the store or to somebody who thought this process dead */
  assertHeld(): void;
  /** Gives it back; when that cannot be, it runs out. */
  release(): Promise<void>;
}

export interface RebuildLeaseOptions {
  index: string;
  replicas: number;
  /** A holder that has not renewed it for so long is taken for dead. The clocks of the processes must agree that well. */
  leaseMs: number;
}

/**
 * Takes the lease or the one of a dead holder, and renews it until it is released.
 *
 * @throws RES_ALREADY_EXISTS while another process holds it
 */
export async function acquireRebuildLease(
  calls: ElasticsearchConnection,
  { index, replicas, leaseMs }: RebuildLeaseOptions,
): Promise<RebuildLease> {
  await createLeaseIndex(calls, index, replicas);
  const holder = newId();
  let place = await write(calls, index, holder, await takeable(calls, index, leaseMs));
  let lost: unknown = null;
  let renewing: Promise<void> | null = null;
  let renewedAtMs = performance.now();

  const renew = async (): Promise<void> => {
    const startedAtMs = performance.now();
    try {
      place = await write(calls, index, holder, place);
      renewedAtMs = startedAtMs;
    } catch (error) {
      if (elasticsearchErrorType(error) === 'version_conflict_engine_exception') lost = error;
    }
  };
  const timer = setInterval(() => {
    renewing ??= renew().finally(() => {
      renewing = null;
    });
  }, leaseMs / 5);
  timer.unref();

  return {
    assertHeld() {
      if (lost !== null || performance.now() - renewedAtMs > leaseMs)
        throw unavailable('The right to rebuild the keyword index', lost);
    },
    async release() {
      clearInterval(timer);
      await renewing;
      await calls
        .request((client, limits) => client.delete({ index, id: LEASE_ID, ...place }, limits))
        .catch(() => undefined);
    },
  };
}

/** A place in the document's history; a write that names it succeeds only from there. */
interface Place {
  if_seq_no: number;
  if_primary_term: number;
}

async function createLeaseIndex(
  calls: ElasticsearchConnection,
  index: string,
  replicas: number,
): Promise<void> {
  try {
    await calls.request((client, limits) =>
      client.indices.create(
        {
          index,
          settings: { number_of_shards: 1, number_of_replicas: replicas },
          mappings: {
            dynamic: 'strict',
            properties: { holder: { type: 'keyword' }, renewed_at_ms: { type: 'long' } },
          },
        },
        limits,
      ),
    );
  } catch (error) {
    if (elasticsearchErrorType(error) !== 'resource_already_exists_exception') throw error;
  }
}

/** Where the lease of a dead holder is; null when nobody has one. */
async function takeable(
  calls: ElasticsearchConnection,
  index: string,
  leaseMs: number,
): Promise<Place | null> {
  const { docs } = await calls.request((client, limits) =>
    client.mget<StoredLease>({ index, ids: [LEASE_ID] }, limits),
  );
  const [document] = docs;
  if (!document || 'error' in document) throw unavailable('The keyword index', document?.error);
  if (!document.found) return null;
  if (Date.now() - document._source!.renewed_at_ms < leaseMs) throw alreadyExists('rebuild', index);
  return { if_seq_no: document._seq_no!, if_primary_term: document._primary_term! };
}

async function write(
  calls: ElasticsearchConnection,
  index: string,
  holder: string,
  place: Place | null,
): Promise<Place> {
  const document: StoredLease = { holder, renewed_at_ms: Date.now() };
  const written = await calls.request((client, limits) =>
    client.index(
      {
        index,
        id: LEASE_ID,
        document,
        ...(place ?? { op_type: 'create' }),
      },
      // Repeated after a lost answer it would conflict with itself.
      { ...limits, maxRetries: 0 },
    ),
  );
  return { if_seq_no: written._seq_no!, if_primary_term: written._primary_term! };
}
