import type { IncomingMessage } from 'node:http';
import type { Caller } from '@loci/core';

/**
 * Verified identity of a request, set by the gateway in the same process or read from the signed identity
 * header.
 */
export interface RequestContext {
  requestId: string;
  caller: Caller | null;
  /** True for requests between services. */
  internal: boolean;
}

const CONTEXT = Symbol('loci.context');

type WithContext = IncomingMessage & { [CONTEXT]?: RequestContext };

export function setContext(request: IncomingMessage, context: RequestContext): void {
  (request as WithContext)[CONTEXT] = context;
}

export function getContext(request: IncomingMessage): RequestContext | undefined {
  return (request as WithContext)[CONTEXT];
}
