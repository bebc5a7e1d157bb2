import type { IncomingMessage } from 'node:http';
import type { Actor, Caller, Positions, WrittenItem } from '@loci/core';
import type { Freshness } from './freshness.ts';
import type { RequestKey } from './idempotency-key.ts';

/**
 * Verified identity of a request, set by the gateway in the same process or read from the signed identity
 * header.
 */
export interface RequestContext {
  requestId: string;
  caller: Caller | null;
  /** True for requests between services. */
  internal: boolean;
  /** Actor of the request of a client that caused this request between services. */
  actor?: Actor;
  /** True if the request contains the ADMIN_TOKEN. */
  isOperator?: true;
  /**
   * Number of changes of the principal that a search does not find yet. The gateway sets this field for
   * search requests, after it has waited for these changes.
   */
  pendingWrites?: number;
  /** Freshness of the results of a request with a minimum position. Undefined without a minimum position. */
  freshness?: Freshness | undefined;
  /**
   * Idempotency key of the request that another service has sent. Undefined for requests of clients, whose key is in a
   * header.
   */
  idempotency?: RequestKey | undefined;
  /** Called after a successful request with the memories and document chunks that it changed. */
  onWritten?: (items: readonly WrittenItem[]) => void;
  /**
   * Called after a successful write of a client with the positions of its changes. The response is sent after the promise
   * has resolved.
   */
  onPositions?: (positions: Positions) => void | Promise<void>;
}

const CONTEXT = Symbol('loci.context');

type WithContext = IncomingMessage & { [CONTEXT]?: RequestContext };

export function setContext(request: IncomingMessage, context: RequestContext): void {
  (request as WithContext)[CONTEXT] = context;
}

export function getContext(request: IncomingMessage): RequestContext | undefined {
  return (request as WithContext)[CONTEXT];
}
