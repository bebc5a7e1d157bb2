/** Public URLs of the platform, without a trailing slash. */
export interface PublicUrls {
  /** URL of the API. */
  baseUrl: string;
  /** URL of the authorization server, which is the issuer of its tokens. */
  authUrl: string;
}

const SCOPES = ['read', 'write', 'profile', 'offline_access'];

/**
 * Returns the authorization server metadata (RFC 8414), which the authorization server and the gateway serve. All URLs
 * come from the configuration, never from a request.
 *
 * @see docs/reference/authentication.md#authorization-server-metadata
 */
export function authorizationServerMetadata({ authUrl }: PublicUrls) {
  return {
    issuer: authUrl,
    authorization_endpoint: `${authUrl}/oauth/authorize`,
    token_endpoint: `${authUrl}/oauth/token`,
    device_authorization_endpoint: `${authUrl}/oauth/device_authorization`,
    registration_endpoint: `${authUrl}/oauth/register`,
    revocation_endpoint: `${authUrl}/oauth/revoke`,
    jwks_uri: `${authUrl}/oauth/jwks`,
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [
      'authorization_code',
      // The documented metadata contain `client_credentials`, but requests with this grant type are rejected.
      // Clients without a user exchange an API key for tokens instead.
      'client_credentials',
      'refresh_token',
      'urn:ietf:params:oauth:grant-type:device_code',
    ],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: SCOPES,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    dpop_signing_alg_values_supported: ['RS256', 'ES256'],
    service_documentation: `${authUrl}/documentation`,
    op_policy_uri: `${authUrl}/policy`,
    op_tos_uri: `${authUrl}/terms`,
  };
}

/** Returns the OpenID provider configuration: {@link authorizationServerMetadata} and ID token metadata. */
export function openidConfiguration(addresses: PublicUrls) {
  return {
    ...authorizationServerMetadata(addresses),
    scopes_supported: ['openid', ...SCOPES],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    claims_supported: ['sub', 'name', 'email', 'sid', 'auth_time', 'iss'],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
}
