import { AppError, newId, unavailable } from '@loci/core';
import { elasticsearchErrorType } from './elasticsearch-connection.ts';
import type { ElasticsearchConnection } from './elasticsearch-connection.ts';

const LEASE_ID = 'rebuild';
const VERSION_CONFLICT = 'version_conflict_engine_exception';

interface LeaseDocument {
  holder: string;
  renewed_at_ms: number;
}

/** A lease that allows one process at a time to rebuild the index. */
export interface RebuildLease {
  /**
   * Verifies that this process still holds the lease.
   *
   * @throws SYS_SERVICE_UNAVAILABLE if the lease could not be renewed in time or another process acquired it
   */
  assertHeld(): void;
  /** Releases the lease. If the release fails, the lease expires. */
  release(): Promise<void>;
}

export interface RebuildLeaseOptions {
  index: string;
  replicas: number;
  /**
   * Milliseconds without renewal after which the lease expires. The clocks of all processes must differ by
   * much less than this time.
   */
  leaseMs: number;
}

/**
 * Acquires the lease if it is free or expired, and renews it until it is released.
 *
 * @throws RES_ALREADY_EXISTS if another process holds it
 */
export async function acquireRebuildLease(
  connection: ElasticsearchConnection,
  { index, replicas, leaseMs }: RebuildLeaseOptions,
): Promise<RebuildLease> {
  await createLeaseIndex(connection, index, replicas);
  const holder = newId();
  const expired = await readExpired(connection, index, leaseMs);
  let version = await writeLease(connection, index, holder, expired).catch((error: unknown) => {
    // Another process acquired the lease after it was read.
    throw elasticsearchErrorType(error) === VERSION_CONFLICT ? alreadyRebuilding(index) : error;
  });
  let lost: unknown = null;
  let renewing: Promise<void> | null = null;
  let renewedAtMs = performance.now();

  const renew = async (): Promise<void> => {
    const startedAtMs = performance.now();
    try {
      version = await writeLease(connection, index, holder, version);
      renewedAtMs = startedAtMs;
    } catch (error) {
      if (elasticsearchErrorType(error) === VERSION_CONFLICT) lost = error;
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
        throw unavailable('The rebuild lease of the keyword index', lost);
    },
    async release() {
      clearInterval(timer);
      await renewing;
      await connection
        .request((client, limits) => client.delete({ index, id: LEASE_ID, ...version }, limits))
        .catch(() => undefined);
    },
  };
}

/** Expected version of a document. A conditional write fails if the document has another version. */
interface DocumentVersion {
  if_seq_no: number;
  if_primary_term: number;
}

async function createLeaseIndex(
  connection: ElasticsearchConnection,
  index: string,
  replicas: number,
): Promise<void> {
  try {
    await connection.request((client, limits) =>
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

/**
 * Returns the version of an expired lease, or null if there is no lease.
 *
 * @throws RES_ALREADY_EXISTS if the lease has not expired
 */
async function readExpired(
  connection: ElasticsearchConnection,
  index: string,
  leaseMs: number,
): Promise<DocumentVersion | null> {
  const { docs } = await connection.request((client, limits) =>
    client.mget<LeaseDocument>({ index, ids: [LEASE_ID] }, limits),
  );
  const [document] = docs;
  if (!document || 'error' in document) throw unavailable('The keyword index', document?.error);
  if (!document.found) return null;
  if (Date.now() - document._source!.renewed_at_ms < leaseMs) throw alreadyRebuilding(index);
  return { if_seq_no: document._seq_no!, if_primary_term: document._primary_term! };
}

const alreadyRebuilding = (index: string): AppError =>
  new AppError(
    'RES_ALREADY_EXISTS',
    'The keyword index is already being rebuilt. Wait until the rebuild ends.',
    { details: { resource_type: 'rebuild', identifier: index } },
  );

async function writeLease(
  connection: ElasticsearchConnection,
  index: string,
  holder: string,
  version: DocumentVersion | null,
): Promise<DocumentVersion> {
  const document: LeaseDocument = { holder, renewed_at_ms: Date.now() };
  const written = await connection.request((client, limits) =>
    client.index(
      {
        index,
        id: LEASE_ID,
        document,
        ...(version ?? { op_type: 'create' }),
      },
      // A retry after a lost response would conflict with the write that it repeats.
      { ...limits, maxRetries: 0 },
    ),
  );
  return { if_seq_no: written._seq_no!, if_primary_term: written._primary_term! };
}
