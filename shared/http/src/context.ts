import type { IncomingMessage } from 'node:http';
import type { Caller } from '@loci/core';

/** What is known of a request once it is inside: set by the gateway in process, or from the signed identity. */
export interface RequestContext {
  requestId: string;
  caller: Caller | null;
  /** True when another of our services asks. */
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
