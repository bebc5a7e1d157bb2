import type { Caller } from '@loci/core';
import { clientNetwork } from '@loci/http';
import type { Request } from 'express';

/** Whose requests are counted together: a tenant's, or a network's before it is known whose they are. */
export const limitKey = (caller: Caller | null, request: Request): string =>
  caller ? `tenant:${caller.tenantId}` : `address:${clientNetwork(request.ip ?? '')}`;
