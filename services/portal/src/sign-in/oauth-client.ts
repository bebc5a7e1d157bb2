import { PORTAL_CLIENT_ID, openidConfiguration } from '@loci/contracts';
import type { Language } from '@loci/pages';
import * as openid from 'openid-client';
import type { PortalUrls } from '../portal-urls.ts';

/** Tokens of a signed-in user. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  /** Milliseconds since the epoch. */
  accessExpiresAtMs: number;
}

export interface OAuthClient {
  /**
   * Returns the authorization URL for the browser, and the values that {@link OAuthClient.completeSignIn} needs.
   *
   * @param language language of the sign-in pages
   */
  startSignIn(
    language: Language,
  ): Promise<{ url: string; state: string; nonce: string; codeVerifier: string }>;
  /**
   * Exchanges the code of the callback for tokens.
   *
   * @param callback the URL that the browser was redirected to
   * @throws if the callback does not match the started sign-in, or if the user denied access
   */
  completeSignIn(
    callback: URL,
    expected: { state: string; nonce: string; codeVerifier: string },
  ): Promise<Tokens & { email: string }>;
  /**
   * Returns new tokens, or null if the grant has ended.
   *
   * @throws if the authorization server is unavailable
   */
  refresh(refreshToken: string): Promise<Tokens | null>;
  /**
   * Revokes the grant. The authorization server also ends the browser session in which the user signed in.
   *
   * @returns false if the authorization server is unavailable
   */
  revoke(refreshToken: string): Promise<boolean>;
}

/**
 * Creates the OAuth client of the portal. It uses the authorization code flow with PKCE. Tokens never reach
 * the browser.
 */
export function createOAuthClient(urls: PortalUrls, now: () => Date): OAuthClient {
  const config = new openid.Configuration(
    withInternalUrls(openidConfiguration(urls), urls) as unknown as openid.ServerMetadata,
    PORTAL_CLIENT_ID,
    { id_token_signed_response_alg: 'ES256' },
    openid.None(),
  );
  // The configuration allows http only for loopback and cluster-internal URLs.
  if (urls.internalAuthUrl.startsWith('http:')) openid.allowInsecureRequests(config);

  const toTokens = (response: openid.TokenEndpointResponse, previous?: string): Tokens => {
    const refreshToken = response.refresh_token ?? previous;
    if (refreshToken === undefined) throw new Error('The authorization server returned no refresh token.');
    const accessExpiresAtMs = now().getTime() + (response.expires_in ?? 0) * 1000;
    return { accessToken: response.access_token, refreshToken, accessExpiresAtMs };
  };

  return {
    async startSignIn(language) {
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
        ui_locales: language,
      });
      return { url: url.href, state, nonce, codeVerifier };
    },
    async completeSignIn(callback, { state, nonce, codeVerifier }) {
      const response = await openid.authorizationCodeGrant(config, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const email = response.claims()?.['email'];
      return { ...toTokens(response), email: typeof email === 'string' ? email : '' };
    },
    async refresh(refreshToken) {
      try {
        return toTokens(await openid.refreshTokenGrant(config, refreshToken), refreshToken);
      } catch (error) {
        if ((error as { error?: unknown }).error === 'invalid_grant') return null;
        throw error;
      }
    },
    revoke: (refreshToken) =>
      openid.tokenRevocation(config, refreshToken).then(
        () => true,
        () => false,
      ),
  };
}

/** Uses internal URLs for the endpoints that this process calls. Browsers use public URLs. */
function withInternalUrls(
  metadata: Record<string, unknown>,
  { authUrl, internalAuthUrl }: PortalUrls,
): Record<string, unknown> {
  const called = ['token_endpoint', 'revocation_endpoint', 'userinfo_endpoint', 'jwks_uri'];
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [
      name,
      called.includes(name) ? String(value).replace(authUrl, internalAuthUrl) : value,
    ]),
  );
}
