import { randomBytes } from 'node:crypto';
import { readCookie, writeCookie } from '@loci/pages';
import type { Request, Response } from 'express';
import type { Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { SESSION_LIFETIME_MS } from '../sessions/session.ts';

const COOKIE = 'loci_portal';
const SESSION_ID = /^[\w-]{43}$/;

/** Returns a new session id with 256 random bits. */
export const newSessionId = (): string => randomBytes(32).toString('base64url');

/** Returns the session id in the cookie of a request, or undefined if the cookie is missing or malformed. */
export function readSessionCookie(request: Request): string | undefined {
  const id = readCookie(request, COOKIE);
  return id !== undefined && SESSION_ID.test(id) ? id : undefined;
}

export function setSessionCookie(response: Response, id: string, portalUrl: string): void {
  writeCookie(response, COOKIE, id, {
    secure: portalUrl.startsWith('https:'),
    maxAgeSeconds: SESSION_LIFETIME_MS / 1000,
  });
}

export function clearSessionCookie(response: Response, portalUrl: string): void {
  writeCookie(response, COOKIE, '', { secure: portalUrl.startsWith('https:'), maxAgeSeconds: 0 });
}

/** Returns the session of the user who is signed in with this browser, or null if no user is signed in. */
export async function findUserSession(
  sessions: SessionStore,
  request: Request,
): Promise<{ sessionId: string; session: Session } | null> {
  const sessionId = readSessionCookie(request);
  if (sessionId === undefined) return null;
  const stored = await sessions.find(sessionId);
  return stored?.kind === 'user' ? { sessionId, session: stored } : null;
}
