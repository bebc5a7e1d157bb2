import { z } from 'zod';
import { sendWithRetries, toCommandError } from '../api/http-request.ts';
import { CommandError } from '../command-error.ts';
import { EXIT_CODE } from '../exit-code.ts';
import { refreshOAuth } from './oauth-tokens.ts';
import type { AccessToken, Credential } from './profile.ts';
import type { ProfileStore } from './profile-store.ts';

/** A token that expires sooner is replaced, so that it does not expire during a request. */
const MIN_REMAINING_MS = 60_000;

const exchangeResponse = z.object({
  data: z.object({ access_token: z.string(), expires_in: z.number(), tenant_id: z.string() }),
});

/** Source of access tokens for one server. */
export interface TokenSource {
  /** Returns a valid token, or requests one. */
  get(): Promise<string>;
  /** Returns a new token after the server rejected `rejected`. */
  renew(rejected: string): Promise<string>;
}

/**
 * Exchanges an API key for an access token.
 *
 * @throws CommandError if the key is not valid
 * @see docs/reference/authentication.md#exchange-an-api-key
 */
export async function exchangeApiKey(baseUrl: string, apiKey: string): Promise<AccessToken> {
  const url = `${baseUrl}/api/v2/auth/token`;
  const response = await sendWithRetries({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${apiKey}` },
  });
  if (response.status === 401)
    throw new CommandError(
      EXIT_CODE.authentication,
      'The API key is wrong, expired or revoked. Create a key in the portal, and run `loci login --api-key`.',
      { code: 'AUTH_INVALID_CREDENTIALS' },
    );
  const parsed = exchangeResponse.safeParse(response.json);
  if (response.status !== 200 || !parsed.success) throw toCommandError(url, response);
  const { access_token: value, expires_in: seconds } = parsed.data.data;
  return { value, expiresAt: Date.now() + seconds * 1000 };
}

/** Tokens of a key that is not stored, such as `LOCI_API_KEY`. */
export function tokensOfKey(baseUrl: string, apiKey: string): TokenSource {
  let token: AccessToken | undefined;
  const renew = async (): Promise<string> => (token = await exchangeApiKey(baseUrl, apiKey)).value;
  return { get: () => (token === undefined ? renew() : Promise.resolve(token.value)), renew };
}

/** Tokens of a stored credential. Stores each new token in the profile, for the next command. */
export function tokensOfProfile(store: ProfileStore, name: string): TokenSource {
  const request = async (rejected: string | undefined): Promise<string> => {
    const current = (await store.get(name))?.credential;
    if (current === undefined) throw notSignedIn(name);
    if (isUsable(current.accessToken, rejected)) return current.accessToken!.value;
    let result = '';
    // The lock ensures that only one process uses a refresh token, because the server accepts it once.
    await store.update(name, async (profile) => {
      if (profile?.credential === undefined) throw notSignedIn(name);
      const { credential } = profile;
      const renewed = isUsable(credential.accessToken, rejected)
        ? credential
        : await renewCredential(profile.url, credential);
      result = renewed.accessToken!.value;
      return { ...profile, credential: renewed };
    });
    return result;
  };
  return { get: () => request(undefined), renew: request };
}

const isUsable = (token: AccessToken | undefined, rejected: string | undefined): boolean =>
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
