export interface PublicUrls {
  baseUrl: string;
  authUrl: string;
  portalUrl: string;
}

/**
 * Protected resource metadata of the API. `resource_signing_alg_values_supported` lists algorithms for signed responses,
 * not for access tokens, which use ES256.
 *
 * @see RFC 9728
 * @see docs/reference/authentication.md#discovery-documents
 */
export function protectedResourceMetadata({ baseUrl, authUrl }: PublicUrls) {
  return {
    resource: baseUrl,
    authorization_servers: [authUrl],
    resource_name: 'Loci',
    scopes_supported: ['read', 'write', 'openid', 'profile', 'offline_access'],
    bearer_methods_supported: ['header'],
    resource_signing_alg_values_supported: ['HS256'],
    resource_documentation: `${baseUrl}/docs`,
    resource_policy_uri: `${authUrl}/policy`,
    resource_tos_uri: `${authUrl}/terms`,
  };
}
