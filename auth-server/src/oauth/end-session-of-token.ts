import type { Provider, RefreshToken } from 'oidc-provider';

/** Ends the browser session in which a refresh token was authorized. Does nothing if the session has already ended. */
export async function endSessionOfToken(provider: Provider, token: RefreshToken | undefined): Promise<void> {
  if (token?.sessionUid === undefined) return;
  const session = await provider.Session.findByUid(token.sessionUid);
  await session?.destroy();
}
