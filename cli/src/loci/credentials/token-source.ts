import { Loci } from '@loci/client';
import type { AccessTokenCallback } from '@loci/client';
import { CommandError } from '../command-error.ts';
import { EXIT_CODE } from '../exit-code.ts';
import { serverFetch } from '../server/server-fetch.ts';
import { refreshOAuth } from './oauth-tokens.ts';
import type { AccessToken, Credential } from './profile.ts';
import type { ProfileStore } from './profile-store.ts';

/** A token that expires sooner is replaced, so that it does not expire during a request. */
const MIN_REMAINING_MS = 60_000;
/** All attempts together must end before another process regards the lock of the profiles as stale. */
const EXCHANGE_OPTIONS = { timeoutMs: 5_000, maxRetries: 2, maxRetryAfterMs: 1_000 };

/**
 * Exchanges an API key for an access token.
 *
 * @throws AuthenticationError if the key is not valid
 * @see docs/reference/authentication.md#exchange-an-api-key
 */
export async function exchangeApiKey(baseUrl: string, apiKey: string): Promise<AccessToken> {
  const client = new Loci({ baseUrl, apiKey, fetch: serverFetch, ...EXCHANGE_OPTIONS });
  const { access_token: value, expires_in: seconds } = await client.auth.exchange(apiKey);
  return { value, expiresAt: Date.now() + seconds * 1000 };
}

/** Returns tokens of a stored credential. Stores each new token in the profile, for the next command. */
export function tokensOfProfile(store: ProfileStore, name: string): AccessTokenCallback {
  return async ({ rejectedToken }) => {
    const current = (await store.get(name))?.credential;
    if (current === undefined) throw notSignedIn(name);
    if (isUsable(current.accessToken, rejectedToken)) return current.accessToken!.value;
    let result = '';
    // The lock ensures that only one process uses a refresh token, because the server accepts it once.
    await store.update(name, async (profile) => {
      if (profile?.credential === undefined) throw notSignedIn(name);
      const { credential } = profile;
      const renewed = isUsable(credential.accessToken, rejectedToken)
        ? credential
        : await renewCredential(profile.url, credential);
      result = renewed.accessToken!.value;
      return { ...profile, credential: renewed };
    });
    return result;
  };
}

/** Returns whether a token is valid long enough for a request. */
export const isUsable = (token: AccessToken | undefined, rejected: string | null): boolean =>
  token !== undefined && token.value !== rejected && token.expiresAt - Date.now() > MIN_REMAINING_MS;

async function renewCredential(baseUrl: string, credential: Credential): Promise<Credential> {
  if (credential.kind === 'oauth') return refreshOAuth(credential);
  return { ...credential, accessToken: await exchangeApiKey(baseUrl, credential.apiKey) };
}

export const notSignedIn = (profile: string): CommandError =>
  new CommandError(
    EXIT_CODE.authentication,
    `You are not signed in (profile "${profile}"). Run \`loci login\`, or set LOCI_API_KEY.`,
  );
