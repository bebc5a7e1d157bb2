import { runInRequestScope } from '@loci/core';
import { getContext } from '@loci/http';
import type { Request } from 'express';

/** Client ID in the audit entries of the pages of the authorization server. */
const PAGES_CLIENT_ID = 'auth-server';

/**
 * Runs the operation of a page. The user is the actor in its audit entries.
 *
 * @param clientId application that the operation is about; defaults to the pages of the authorization server
 */
export async function runAsUser<T>(
  request: Request,
  { userId, clientId = PAGES_CLIENT_ID }: { userId: string; clientId?: string },
  run: () => Promise<T>,
): Promise<T> {
  // The path of the route, because the path of the request can contain a token.
  const { path } = request.route as { path: string };
  const { requestId } = getContext(request)!;
  const operation = `${request.method} ${path.replace(/:(\w+)/g, '{$1}')}`;
  const actor = {
    tenantId: null,
    userId,
    clientId,
    keyId: null,
    via: 'session' as const,
    requestId,
    operation,
  };
  const { result } = await runInRequestScope(actor, run);
  return result;
}
