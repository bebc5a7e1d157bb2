import { sendRedirect } from '@loci/pages';
import type { Request, RequestHandler, Response } from 'express';
import { createPortalApi } from '../api/portal-api.ts';
import type { ApiDeps, PortalApi } from '../api/portal-api.ts';
import type { Session } from '../sessions/session.ts';
import { findUserSession } from './session-cookie.ts';

/** Who asks for a page, and the API on their behalf. */
export interface SignedInRequest {
  request: Request;
  response: Response;
  sessionId: string;
  session: Session;
  api: PortalApi;
}

/** A page that only somebody who is signed in sees; anybody else is sent to sign in and comes back. */
export function requireSignIn(
  deps: ApiDeps,
  handle: (visit: SignedInRequest) => Promise<void>,
): RequestHandler {
  return async (request, response) => {
    const person = await findUserSession(deps.sessions, request);
    if (person === null) {
      sendToSignIn(request, response);
      return;
    }
    const api = createPortalApi(deps, person.sessionId);
    try {
      await handle({ request, response, ...person, api });
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'SIGNED_OUT') throw error;
      sendToSignIn(request, response);
    }
  };
}

function sendToSignIn(request: Request, response: Response): void {
  const returnTo = request.method === 'GET' ? request.originalUrl : '/';
  sendRedirect(response, `/sign-in?return_to=${encodeURIComponent(returnTo)}`);
}
