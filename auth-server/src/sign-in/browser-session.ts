import type { IncomingMessage, ServerResponse } from 'node:http';
import { PORTAL_CLIENT_ID } from '@loci/contracts';
import type { Provider } from 'oidc-provider';
import { SESSION_SECONDS } from '../oauth/oauth-provider.ts';

type Session = Awaited<ReturnType<Provider['Session']['get']>>;

const loadSession = (
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Session> => provider.Session.get(provider.createContext(request, response) as never);

/** Returns the id of the user who is signed in with this browser, or undefined if no user is signed in. */
export async function signedInUser(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<string | undefined> {
  return (await loadSession(provider, request, response)).accountId;
}

/** Signs a user in. Creates a new session id, which prevents session fixation. */
export async function signInBrowser(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  userId: string,
): Promise<void> {
  const previous = await loadSession(provider, request, response);
  if (previous.accountId !== undefined) await previous.destroy();
  const session = new provider.Session() as Session;
  session.loginAccount({ accountId: userId });
  await session.save(SESSION_SECONDS);
  const { cookies } = provider.createContext(request, response);
  cookies.set(provider.cookieName('session'), session.jti, {
    ...cookieOptions(provider),
    maxAge: SESSION_SECONDS * 1000,
  });
}

/**
 * Ends the session of this browser immediately, at all replicas. Connected applications stay connected.
 *
 * @returns the grant of the portal in this browser, which the caller must revoke. Null if there is none.
 */
export async function signOutBrowser(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<{ userId: string; grantId: string } | null> {
  const session = await loadSession(provider, request, response);
  const userId = session.accountId;
  const grantId = session.grantIdFor(PORTAL_CLIENT_ID);
  await session.destroy();
  const { cookies } = provider.createContext(request, response);
  cookies.set(provider.cookieName('session'), null, cookieOptions(provider));
  return userId === undefined || grantId === undefined ? null : { userId, grantId };
}

const cookieOptions = (provider: Provider) => ({
  signed: true,
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: provider.issuer.startsWith('https:'),
  overwrite: true,
});
