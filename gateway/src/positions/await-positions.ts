import { awaitGroups, findCheckpoint } from '@loci/contracts';
import type { CallOptions, Checkpoint, ServiceClient } from '@loci/contracts';
import { AppError, POSITION_OWNERS, isAppError } from '@loci/core';
import type { PositionOwner, Positions } from '@loci/core';
import type { ReadModel } from '@loci/http';

export interface AwaitPositionsRequest {
  tenantId: string;
  requestId: string;
  positions: Positions;
  /** Read models of the operation. */
  reads: readonly ReadModel[];
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Waits until read models contain all changes up to positions.
 *
 * @returns the read models that do not contain them when the timeout passes, in alphabetical order
 * @throws VAL_POSITION_INVALID if a position is later than every change of the platform
 */
export type AwaitPositions = (request: AwaitPositionsRequest) => Promise<ReadModel[]>;

/**
 * Maximum number of requests of a process that wait at the same time. Further requests do not wait, so that waiting
 * requests cannot use up the memory of the process.
 */
const MAX_WAITING = 256;

/** Additional time for the response of a service after its own timeout. */
const RESPONSE_MS = 1_000;

interface GroupOf {
  service: string;
  group: string;
  owner: PositionOwner;
}

/** Consumer groups that write each read model, with the services whose events they handle. */
const WRITERS: Readonly<Record<ReadModel, readonly GroupOf[]>> = {
  search: [
    { service: 'search', group: 'search', owner: 'memory' },
    { service: 'search', group: 'search-documents', owner: 'document' },
  ],
  graph: [
    { service: 'graph', group: 'graph-store', owner: 'memory' },
    { service: 'graph', group: 'graph-store', owner: 'graph' },
  ],
  memory: [
    { service: 'memory', group: 'memory-relationships', owner: 'graph' },
    { service: 'memory', group: 'memory-contradictions', owner: 'graph' },
  ],
  analysis: [
    { service: 'analysis', group: 'analysis-memories', owner: 'memory' },
    { service: 'analysis', group: 'analysis-relationships', owner: 'graph' },
  ],
};

/** Groups of the graph service that change relationships after changes of memories. */
const GRAPH_REACTIONS = ['graph-memories', 'graph-contradictions'];

/** Checkpoint of each service. Undefined if its events are not published yet, or if the service could not return it. */
type Checkpoints = Partial<Record<PositionOwner, Checkpoint | null | undefined>>;

/** @param connect returns the client of a service by its name */
export function createAwaitPositions(connect: (service: string) => ServiceClient): AwaitPositions {
  let waiting = 0;

  async function awaitPositions(request: AwaitPositionsRequest, timeoutMs: number): Promise<ReadModel[]> {
    const { tenantId, requestId, positions, reads, signal } = request;
    const deadlineMs = performance.now() + timeoutMs;
    const remainingMs = (): number => Math.max(0, Math.ceil(deadlineMs - performance.now()));
    const options = (): CallOptions => ({ requestId, signal, timeoutMs: remainingMs() + RESPONSE_MS });

    const checkpointOf = (
      owner: PositionOwner,
      position: Positions[PositionOwner],
    ): Promise<Checkpoint | null | undefined> =>
      orUndefined(async () => {
        const body = { tenant_id: tenantId, position: position ?? null, timeout_ms: remainingMs() };
        const found = await findCheckpoint(connect(owner), body, options());
        if (found.is_future) throw futurePosition();
        return found.is_published ? found.checkpoint : undefined;
      });
    const findBehind = async (
      service: string,
      groups: readonly string[],
      checkpoints: readonly Checkpoint[],
    ): Promise<readonly string[]> => {
      const body = {
        tenant_id: tenantId,
        groups: [...groups],
        checkpoints: [...checkpoints],
        timeout_ms: remainingMs(),
      };
      return (await orUndefined(() => awaitGroups(connect(service), body, options()))) ?? groups;
    };
    /** Waits for the groups that write a read model. Resolves to true if they have handled all events. */
    const isReached = async (read: ReadModel, checkpoints: Checkpoints): Promise<boolean> => {
      const writers = WRITERS[read].filter(({ owner }) => owner in checkpoints);
      const owners = new Set(writers.map(({ owner }) => owner));
      const known = [...owners].flatMap((owner) => checkpoints[owner] ?? []);
      if ([...owners].some((owner) => checkpoints[owner] === undefined)) return false;
      const groups = [...new Set(WRITERS[read].map(({ group }) => group))];
      const { service } = WRITERS[read][0]!;
      return (await findBehind(service, groups, known)).length === 0;
    };

    const owners = POSITION_OWNERS.filter((owner) => positions[owner] !== undefined);
    const checkpoints: Checkpoints = Object.fromEntries(
      await Promise.all(owners.map(async (owner) => [owner, await checkpointOf(owner, positions[owner])])),
    );
    /**
     * The graph service reacts to changes of memories with changes of relationships, which other services receive as
     * events. They are included in the latest position of the graph service after its reaction.
     */
    const withReactions = async (): Promise<Checkpoints> => {
      if (!('memory' in checkpoints)) return checkpoints;
      const { memory } = checkpoints;
      if (memory === undefined) return checkpoints;
      const behind = await findBehind('graph', GRAPH_REACTIONS, memory ? [memory] : []);
      if (behind.length > 0) return { ...checkpoints, graph: undefined };
      return { ...checkpoints, graph: await checkpointOf('graph', undefined) };
    };
    const reacted = reads.some((read) => read !== 'search') ? withReactions() : null;
    const reached = await Promise.all(
      reads.map(async (read) => isReached(read, read === 'search' ? checkpoints : await reacted!)),
    );
    return reads.filter((_, index) => !reached[index]).toSorted();
  }

  return async (request) => {
    if (request.reads.length === 0) return [];
    const timeoutMs = waiting < MAX_WAITING ? request.timeoutMs : 0;
    waiting++;
    try {
      return await awaitPositions(request, timeoutMs);
    } finally {
      waiting--;
    }
  };
}

const futurePosition = (): AppError =>
  new AppError(
    'VAL_POSITION_INVALID',
    'x-loci-min-position is later than every change of this platform. The platform was restored from a backup.',
  );

/**
 * Returns undefined if the service is unavailable, or if it does not support positions because its version is older than
 * the version of the gateway.
 */
async function orUndefined<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (isAppError(error) && (error.code === 'SYS_SERVICE_UNAVAILABLE' || error.code === 'RES_NOT_FOUND')) {
      return undefined;
    }
    throw error;
  }
}
