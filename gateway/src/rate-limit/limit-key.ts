import type { Caller } from '@loci/core';
import { clientNetwork } from '@loci/http';
import type { Request } from 'express';

/** Key under which a request is counted: the tenant, or the client network of an unauthenticated request. */
export const limitKey = (caller: Caller | null, request: Request): string =>
  caller ? `tenant:${caller.tenantId}` : `address:${clientNetwork(request.ip ?? '')}`;
