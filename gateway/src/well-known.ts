export interface PublicUrls {
  baseUrl: string;
  authUrl: string;
  portalUrl: string;
}

/**
 * RFC 9728 metadata of the API. `resource_signing_alg_values_supported` is SPEC.md's literal: the algorithms
 * by which the resource would sign its own responses; access tokens are ES256.
 * @see SPEC.md "Discovery"; DECISIONS.md "Authentication"
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
