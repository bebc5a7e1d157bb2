import { isUuid } from '@loci/core';
import type { Request } from 'express';
import { ApiError } from '../api/portal-api.ts';

/** Returns a UUID in the path of a request. @throws ApiError with status 404 if it is malformed */
export function uuidInPath(request: Request, name: string): string {
  const id = request.params[name];
  if (typeof id === 'string' && isUuid(id)) return id;
  throw new ApiError(404, 'RES_NOT_FOUND', 'The ID in the URL is not a UUID.');
}
