import type { ServiceClient } from '@loci/contracts';
import type { OwnWrites } from './own-writes.ts';

/** Wraps a client so that it records the changes of each caller. */
export const recordOwnWrites =
  (client: ServiceClient, ownWrites: OwnWrites): ServiceClient =>
  (caller, request, options = {}) =>
    client(
      caller,
      request,
      caller ? { ...options, onWritten: (items) => ownWrites.record(caller, items) } : options,
    );
