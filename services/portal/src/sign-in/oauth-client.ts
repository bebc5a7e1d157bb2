import { PORTAL_CLIENT_ID, openidConfiguration } from '@loci/contracts';
import * as openid from 'openid-client';
import type { PortalUrls } from '../portal-urls.ts';

/** What the portal holds of a person who has signed in. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  accessExpiresAtMs: number;
}

export interface OAuthClient {
  /** Where the browser goes to sign in, and what must be remembered until it comes back. */
  begin(): Promise<{ url: string; state: string; nonce: string; codeVerifier: string }>;
  /** @throws when the callback is not the answer to what was begun, or the person did not allow it */
  finish(
    callback: URL,
    expected: { state: string; nonce: string; codeVerifier: string },
  ): Promise<Tokens & { email: string }>;
  /** Null when the grant has ended. @throws when the auth server cannot be asked */
  refresh(refreshToken: string): Promise<Tokens | null>;
  /** Ends the grant; that it fails is nobody's concern any more. */
  revoke(refreshToken: string): Promise<void>;
}

/**
 * The portal as a client of the authorization server, like any other: code with PKCE, tokens in this process and
 * its database, none in the browser.
 */
export function createOAuthClient(urls: PortalUrls, now: () => Date): OAuthClient {
  const config = new openid.Configuration(
    withInternalUrls(openidConfiguration(urls), urls) as unknown as openid.ServerMetadata,
    PORTAL_CLIENT_ID,
    { id_token_signed_response_alg: 'ES256' },
    openid.None(),
  );
  // Only the loopback and the inside of a cluster may go without TLS, as the configuration has made sure.
  if (urls.internalAuthUrl.startsWith('http:')) openid.allowInsecureRequests(config);

  const toTokens = (answer: openid.TokenEndpointResponse, previous?: string): Tokens => {
    const refreshToken = answer.refresh_token ?? previous;
    if (refreshToken === undefined) throw new Error('The authorization server gave no refresh token.');
    const accessExpiresAtMs = now().getTime() + (answer.expires_in ?? 0) * 1000;
    return { accessToken: answer.access_token, refreshToken, accessExpiresAtMs };
  };

  return {
    async begin() {
      const codeVerifier = openid.randomPKCECodeVerifier();
      const state = openid.randomState();
      const nonce = openid.randomNonce();
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: `${urls.portalUrl}/callback`,
        scope: 'openid profile read write offline_access',
        resource: urls.baseUrl,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      return { url: url.href, state, nonce, codeVerifier };
    },
    async finish(callback, { state, nonce, codeVerifier }) {
      const answer = await openid.authorizationCodeGrant(config, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const email = answer.claims()?.['email'];
      return { ...toTokens(answer), email: typeof email === 'string' ? email : '' };
    },
    async refresh(refreshToken) {
      try {
        return toTokens(await openid.refreshTokenGrant(config, refreshToken), refreshToken);
      } catch (error) {
        if ((error as { error?: unknown }).error === 'invalid_grant') return null;
        throw error;
      }
    },
    revoke: (refreshToken) => openid.tokenRevocation(config, refreshToken).catch(() => undefined),
  };
}

/** Browsers go to the public address; what this process asks itself, it asks where it reaches the server. */
function withInternalUrls(
  metadata: Record<string, unknown>,
  { authUrl, internalAuthUrl }: PortalUrls,
): Record<string, unknown> {
  const asked = ['token_endpoint', 'revocation_endpoint', 'userinfo_endpoint', 'jwks_uri'];
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [
      name,
      asked.includes(name) ? String(value).replace(authUrl, internalAuthUrl) : value,
    ]),
  );
}
