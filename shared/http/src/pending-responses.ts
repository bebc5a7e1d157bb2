import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { unavailable } from '@loci/core';

export interface PendingLimits {
  /** Maximum bytes of all responses that clients have not received yet. */
  totalBytes: number;
  /** Maximum bytes of the responses of one owner. The owner is the tenant of the request. */
  ownerBytes: number;
  /** Size in bytes below which responses are neither counted nor limited. */
  uncountedBytes: number;
  /** Milliseconds without progress after which a response is stalled and can be destroyed to free memory. */
  stalledMs: number;
}

const MIB = 1024 * 1024;

/**
 * Default limits, which allow 16 list responses of maximum size per tenant, and four tenants at their limit.
 */
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
  /** Time of the last completed write, as `performance.now()`. */
  progressAt: number;
}

/**
 * Limits the memory of responses to slow clients. A response stays in memory until the client has received it. Without
 * this limit, a client that never reads would occupy memory until the send timeout.
 */
export class PendingResponses {
  readonly #limits: PendingLimits;
  /** Pending responses in the order of their reservation. */
  readonly #entries = new Set<Entry>();
  readonly #ofSocket = new WeakMap<Socket, Set<Entry>>();

  constructor(limits: PendingLimits = PENDING_LIMITS) {
    this.#limits = limits;
  }

  /** Number of bytes that are currently counted. */
  get bytes(): number {
    return this.#sum();
  }

  /**
   * Counts a response until it is sent or its connection closes. If the limit of the owner is exceeded,
   * stalled responses of the owner are destroyed. If the total limit is exceeded, stalled responses of all
   * owners are destroyed.
   *
   * @param owner tenant id; responses without a tenant share one owner
   * @param options.hasWritten true if the response confirms a write; such a response is counted, but never rejected
   * @throws SYS_SERVICE_UNAVAILABLE if a limit is exceeded and not enough responses are stalled
   */
  reserve(
    response: ServerResponse,
    owner: string,
    bytes: number,
    { hasWritten = false }: { hasWritten?: boolean } = {},
  ): void {
    // The socket of a disconnected client has already emitted `close`, so the bytes would never be released.
    if (bytes < this.#limits.uncountedBytes || response.req.socket.destroyed) return;
    const ownerHasRoom = this.#makeRoom(bytes, this.#limits.ownerBytes, owner);
    const hasRoom = this.#makeRoom(bytes, this.#limits.totalBytes) && ownerHasRoom;
    if (!hasRoom && !hasWritten) {
      const limit = ownerHasRoom ? this.#limits.totalBytes : this.#limits.ownerBytes;
      const cause = new Error(`Pending responses exceed the limit of ${limit} bytes.`);
      throw unavailable('Buffer space for this response', cause);
    }
    this.#add(response, { socket: response.req.socket, owner, bytes, progressAt: performance.now() });
  }

  /**
   * Destroys stalled responses until the pending bytes plus `bytes` do not exceed `limit`. Returns false if
   * that is not possible. Without other pending responses, any number of bytes is allowed.
   */
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

  /**
   * Returns the entries of a socket and removes them when it closes. Pipelined responses do not emit `close`
   * if the connection closes before they are sent.
   */
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

/** Pending responses of this process. */
export const pendingResponses = new PendingResponses();
