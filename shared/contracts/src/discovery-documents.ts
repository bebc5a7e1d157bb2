/** Where the parts of the platform are reached from outside. */
export interface PublicUrls {
  /** The API. */
  baseUrl: string;
  /** The authorization server; also the issuer of every token. */
  authUrl: string;
}

const SCOPES = ['read', 'write', 'profile', 'offline_access'];

/**
 * RFC 8414 metadata, the same on the auth server and on the gateway. Made from the configuration alone: no address
 * in it comes from a request.
 * @see SPEC.md "Discovery"; AUTH-AND-MCP.md 3.2
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
      // Advertised as SPEC.md says, and refused for every client: servers exchange an API key.
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

/** OpenID Connect Discovery: the same, and what ID tokens need. */
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
