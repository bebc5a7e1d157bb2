import { randomBytes } from 'node:crypto';
import { createCookie } from '@loci/pages';
import type { Request, Response } from 'express';
import type { SessionStore } from '../sessions/session-store.ts';
import { OPERATOR_LIFETIME_MS } from '../sessions/session.ts';
import type { OperatorSession } from '../sessions/session.ts';

const SESSION_ID = /^[\w-]{43}$/;

/**
 * Sessions of operators. The admin token is encrypted in the database of the portal. The browser only receives a session ID.
 *
 * @see docs/security-model.md#threat-43-misuse-of-the-operator-view
 */
export interface OperatorSessions {
  find(request: Request): Promise<OperatorSession | null>;
  /** Starts a session of 15 minutes, which requests do not extend. */
  start(response: Response, adminToken: string): Promise<void>;
  end(request: Request, response: Response): Promise<void>;
}

export function createOperatorSessions(deps: {
  sessions: Pick<SessionStore, 'find' | 'save' | 'take'>;
  portalUrl: string;
  now(): Date;
}): OperatorSessions {
  const { sessions, portalUrl, now } = deps;
  const cookie = createCookie('loci_portal_operator', portalUrl);
  const idOf = (request: Request): string | undefined => {
    const id = cookie.read(request);
    return id !== undefined && SESSION_ID.test(id) ? id : undefined;
  };
  return {
    async find(request) {
      const id = idOf(request);
      const stored = id === undefined ? null : await sessions.find(id);
      return stored?.kind === 'operator' && stored.expiresAtMs > now().getTime() ? stored : null;
    },
    async start(response, adminToken) {
      const id = randomBytes(32).toString('base64url');
      const expiresAtMs = now().getTime() + OPERATOR_LIFETIME_MS;
      await sessions.save(id, { kind: 'operator', adminToken, expiresAtMs }, OPERATOR_LIFETIME_MS);
      cookie.write(response, id, OPERATOR_LIFETIME_MS / 1_000);
    },
    async end(request, response) {
      const id = idOf(request);
      if (id !== undefined) await sessions.take(id);
      cookie.write(response, '', 0);
    },
  };
}
