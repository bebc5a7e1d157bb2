import { randomBytes } from 'node:crypto';
import { readCookie, writeCookie } from '@loci/pages';
import type { Request, Response } from 'express';
import type { Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { SESSION_LIFETIME_MS } from '../sessions/session.ts';

const COOKIE = 'loci_portal';
const SESSION_ID = /^[\w-]{43}$/;

/** 256 random bits. */
export const newSessionId = (): string => randomBytes(32).toString('base64url');

/** The id that this browser shows; undefined when it shows none that could be ours. */
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

/** Who is at this browser; null when nobody is signed in. */
export async function findUserSession(
  sessions: SessionStore,
  request: Request,
): Promise<{ sessionId: string; session: Session } | null> {
  const sessionId = readSessionCookie(request);
  if (sessionId === undefined) return null;
  const stored = await sessions.find(sessionId);
  return stored?.kind === 'person' ? { sessionId, session: stored } : null;
}
