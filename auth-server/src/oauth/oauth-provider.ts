import { hostCookieName } from '@loci/pages';
import type { Database } from '@loci/postgres';
import type { Secret } from '@loci/runtime';
import { Provider, errors } from 'oidc-provider';
import type { AccessToken, Configuration, JWK } from 'oidc-provider';
import type { AuthPages } from '../pages/auth-pages.ts';
import { findUserById } from '../users/user.repository.ts';
import { ACCESS_TOKEN_ALGORITHM } from '@loci/access-token';
import { portalClientMetadata } from './portal-client-metadata.ts';
import { consentTokenClaims } from './consent-token.ts';
import { createOAuthPages } from './oauth.pages.ts';
import { createClientMetadataFetch } from './fetch-client-metadata.ts';
import type { Fetch } from './fetch-client-metadata.ts';
import { allowMetadataFetch } from './limit-metadata-fetches.ts';
import { createPostgresAdapter } from './oidc-postgres-adapter.ts';
import { RESOURCE_SCOPES, canonicalResource } from './resource-indicators.ts';

export interface ProviderDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  urls: { authUrl: string; baseUrl: string; portalUrl: string };
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
  /** The first key signs cookies. All keys verify them. */
  cookieKeys: readonly Secret[];
  pages: AuthPages;
  /** Fetches client metadata documents. Defaults to {@link createClientMetadataFetch}. */
  fetchClientMetadata?: Fetch | undefined;
  now(): Date;
}

export const GRANT_SECONDS = 365 * 86_400;
export const SESSION_SECONDS = 14 * 86_400;
const DEVICE_CODE_SECONDS = 900;
const INTERACTION_SECONDS = 3_600;

/**
 * Creates the OAuth provider. Host checks, registration rules, CORS, rate limits and discovery documents are in
 * `oauth.router.ts`.
 *
 * @param jwks private signing keys, the active one first
 * @see docs/reference/authentication.md#authentication
 */
export function createProvider(deps: ProviderDeps, jwks: { keys: JWK[] }): Provider {
  const { urls, database } = deps;
  const pages = createOAuthPages(deps.pages);
  const secure = urls.authUrl.startsWith('https:');
  const configuration: Configuration = {
    adapter: createPostgresAdapter(deps),
    clients: [portalClientMetadata(urls.portalUrl)],
    jwks,
    scopes: ['read', 'write', 'profile', 'offline_access'],
    claims: { openid: ['sub'], profile: ['name', 'email'] },
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: {
      token_endpoint_auth_method: 'none',
      response_types: ['code'],
      response_modes: ['query'],
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: ACCESS_TOKEN_ALGORITHM,
    },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      device_authorization: '/oauth/device_authorization',
      registration: '/oauth/register',
      jwks: '/oauth/jwks',
      code_verification: '/oauth/device',
      revocation: '/oauth/revoke',
    },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        allowFetch: allowMetadataFetch(deps),
        allowClient: (_ctx, client) => !client.grantTypeAllowed('client_credentials'),
      },
      rpMetadataChoices: { enabled: true },
      deviceFlow: {
        enabled: true,
        charset: 'base-20',
        mask: '****-****',
        userCodeInputSource: pages.deviceEntry,
        userCodeConfirmSource: pages.deviceConfirm,
        successSource: pages.deviceDone,
      },
      clientCredentials: { enabled: true },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      dPoP: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        defaultResource: (_ctx, _client, oneOf) => (oneOf === undefined ? urls.baseUrl : [oneOf].flat()[0]!),
        getResourceServerInfo: (_ctx, resource) => {
          const audience = canonicalResource(resource, urls.baseUrl);
          if (audience === null) throw new errors.InvalidTarget();
          return {
            scope: RESOURCE_SCOPES.join(' '),
            audience,
            accessTokenTTL: deps.accessTokenSeconds,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: ACCESS_TOKEN_ALGORITHM } },
          };
        },
      },
    },
    enabledJWA: {
      dPoPSigningAlgValues: ['RS256', 'ES256'],
      idTokenSigningAlgValues: [ACCESS_TOKEN_ALGORITHM],
    },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx, client, code) =>
      client.grantTypeAllowed('refresh_token') && code.scopes.has('offline_access'),
    allowOmittingSingleRegisteredRedirectUri: false,
    ttl: {
      AuthorizationCode: 60,
      DeviceCode: DEVICE_CODE_SECONDS,
      RefreshToken: deps.refreshTokenSeconds,
      Grant: GRANT_SECONDS,
      Session: SESSION_SECONDS,
      Interaction: INTERACTION_SECONDS,
      IdToken: 3_600,
      ClientCredentials: 3_600,
      AccessToken: deps.accessTokenSeconds,
    },
    extraTokenClaims: (_ctx, token) => extraTokenClaims(deps, token as AccessToken),
    findAccount: async (_ctx, userId) => {
      const user = await database.inSystemTransaction((tx) => findUserById(tx, userId));
      if (user === null) return undefined;
      const { email } = user;
      return { accountId: userId, claims: () => ({ sub: userId, name: email, email }) };
    },
    renderError: pages.error,
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    cookies: {
      keys: deps.cookieKeys.map((key) => key.reveal()),
      names: {
        session: hostCookieName('loci_session', urls.authUrl),
        // The provider restricts these cookies to a path, which the prefix `__Host-` forbids.
        interaction: `${secure ? '__Secure-' : ''}loci_interaction`,
        resume: `${secure ? '__Secure-' : ''}loci_resume`,
      },
      long: { signed: true, httpOnly: true, sameSite: 'lax', secure },
      short: { signed: true, httpOnly: true, sameSite: 'lax', secure },
    },
    fetch: deps.fetchClientMetadata ?? createClientMetadataFetch(),
  };
  const provider = new Provider(urls.authUrl, configuration);
  // `canonicalHost` has replaced the host headers, so the URLs that the provider derives from them are trusted.
  provider.proxy = true;
  return provider;
}

async function extraTokenClaims(
  deps: ProviderDeps,
  token: AccessToken,
): Promise<Awaited<ReturnType<typeof consentTokenClaims>>> {
  // Only a `client_credentials` token has no grant. It is rejected, because it has no user and no tenant
  // (threat 10).
  if (token.grantId === undefined) throw new errors.UnauthorizedClient('this grant type is not available');
  return consentTokenClaims(deps, token.grantId, token.scopes);
}
