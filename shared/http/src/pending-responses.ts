import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { unavailable } from '@loci/core';

export interface PendingLimits {
  /** Bytes of all responses that clients have not received yet. */
  totalBytes: number;
  /** The same for one owner, e.g. a tenant. */
  ownerBytes: number;
  /** Smaller responses always pass and are not counted. */
  uncountedBytes: number;
  /** A response without progress for this long gives way to a new one. */
  stalledMs: number;
}

const MIB = 1024 * 1024;

/** Sixteen list responses of maximum size per tenant, and four such tenants. */
export const PENDING_LIMITS: PendingLimits = {
  totalBytes: 256 * MIB,
  ownerBytes: 64 * MIB,
  uncountedBytes: MIB / 16,
  stalledMs: 2_000,
};

interface Entry {
  socket: Socket;
  owner: string;
  bytes: number;
  /** Milliseconds of a monotonic clock. */
  progressAt: number;
}

/**
 * Limits the memory that responses to slow clients hold. Each response is held as a whole until the client has
 * received it, so a client that never reads would otherwise cost its full size until the send timeout.
 */
export class PendingResponses {
  readonly #limits: PendingLimits;
  /** Ordered by reservation. */
  readonly #entries = new Set<Entry>();
  readonly #ofSocket = new WeakMap<Socket, Set<Entry>>();

  constructor(limits: PendingLimits = PENDING_LIMITS) {
    this.#limits = limits;
  }

  /** Counted now. */
  get bytes(): number {
    return this.#sum();
  }

  /**
   * Counts a response until it is sent or its connection closes. Stalled responses are destroyed to make room:
   * the owner's own above its limit, anyone's above the total.
   *
   * @param owner a tenant id; responses without one share an owner
   * @param options.hasWritten whether the response reports a write: it is counted, but never refused
   * @throws SYS_SERVICE_UNAVAILABLE when the limits are exceeded and no response is stalled
   */
  reserve(
    response: ServerResponse,
    owner: string,
    bytes: number,
    { hasWritten = false }: { hasWritten?: boolean } = {},
  ): void {
    // Nothing is held for a client that is gone, and its connection never closes again.
    if (bytes < this.#limits.uncountedBytes || response.req.socket.destroyed) return;
    const ownerHasRoom = this.#makeRoom(bytes, this.#limits.ownerBytes, owner);
    const hasRoom = this.#makeRoom(bytes, this.#limits.totalBytes) && ownerHasRoom;
    if (!hasRoom && !hasWritten) {
      throw unavailable('The connection', new Error('Too many responses wait for slow clients.'));
    }
    this.#add(response, { socket: response.req.socket, owner, bytes, progressAt: performance.now() });
  }

  /** @returns whether `bytes` more are within `limit`; a response larger than the limit passes on its own */
  #makeRoom(bytes: number, limit: number, owner?: string): boolean {
    let used = this.#sum(owner);
    const stalledBefore = performance.now() - this.#limits.stalledMs;
    for (const entry of this.#entries) {
      if (used === 0 || used + bytes <= limit) break;
      if ((owner !== undefined && entry.owner !== owner) || entry.progressAt > stalledBefore) continue;
      this.#entries.delete(entry);
      used -= entry.bytes;
      entry.socket.destroy();
    }
    return used === 0 || used + bytes <= limit;
  }

  #sum(owner?: string): number {
    let bytes = 0;
    for (const entry of this.#entries) {
      if (owner === undefined || entry.owner === owner) bytes += entry.bytes;
    }
    return bytes;
  }

  #add(response: ServerResponse, entry: Entry): void {
    this.#entries.add(entry);
    response.on('drain', () => (entry.progressAt = performance.now()));
    const ofSocket = this.#watch(entry.socket).add(entry);
    response.once('close', () => {
      ofSocket.delete(entry);
      this.#entries.delete(entry);
    });
  }

  /** A response that waits behind another one of its connection never emits `close` when the connection does. */
  #watch(socket: Socket): Set<Entry> {
    const known = this.#ofSocket.get(socket);
    if (known) return known;
    const entries = new Set<Entry>();
    this.#ofSocket.set(socket, entries);
    socket.once('close', () => {
      for (const entry of entries) this.#entries.delete(entry);
    });
    return entries;
  }
}

/** Of this process. */
export const pendingResponses = new PendingResponses();
