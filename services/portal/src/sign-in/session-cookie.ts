import { randomBytes } from 'node:crypto';
import { createCookie } from '@loci/pages';
import type { Request, Response } from 'express';
import type { Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { SESSION_LIFETIME_MS } from '../sessions/session.ts';

const SESSION_ID = /^[\w-]{43}$/;

/** Returns a new session id with 256 random bits. */
export const newSessionId = (): string => randomBytes(32).toString('base64url');

/** The cookie with the session id of a browser. */
export interface SessionCookie {
  /** Returns the session id of a request, or undefined if the cookie is missing or malformed. */
  read(request: Request): string | undefined;
  set(response: Response, id: string): void;
  clear(response: Response): void;
  /** Returns the session of the user who is signed in with this browser, or null if no user is signed in. */
  findUser(request: Request): Promise<{ sessionId: string; session: Session } | null>;
}

export function createSessionCookie(sessions: Pick<SessionStore, 'find'>, portalUrl: string): SessionCookie {
  const cookie = createCookie('loci_portal', portalUrl);
  const read = (request: Request): string | undefined => {
    const id = cookie.read(request);
    return id !== undefined && SESSION_ID.test(id) ? id : undefined;
  };
  return {
    read,
    set: (response, id) => cookie.write(response, id, SESSION_LIFETIME_MS / 1000),
    clear: (response) => cookie.write(response, '', 0),
    async findUser(request) {
      const sessionId = read(request);
      if (sessionId === undefined) return null;
      const stored = await sessions.find(sessionId);
      return stored?.kind === 'user' ? { sessionId, session: stored } : null;
    },
  };
}
