/**
 * Normalizes a resource indicator (RFC 8707). Some clients add a trailing slash or write the host in
 * uppercase.
 *
 * @returns `base_url` or `base_url/mcp`, or null for an unknown resource
 * @see docs/reference/authentication.md#resources
 */
export function canonicalResource(resource: string, baseUrl: string): string | null {
  const url = URL.parse(resource);
  if (url === null || url.hash !== '' || url.search !== '' || url.username !== '' || url.password !== '') {
    return null;
  }
  const normalized = url.href.replace(/\/$/, '');
  return resourcesOf(baseUrl).find((own) => new URL(own).href.replace(/\/$/, '') === normalized) ?? null;
}

export const resourcesOf = (baseUrl: string): readonly string[] => [baseUrl, mcpResource(baseUrl)];

/** Resource of the assistant tools. Its tokens are not valid for the REST API. */
export const mcpResource = (baseUrl: string): string => `${baseUrl}/mcp`;

/** Scopes that a token for the API or for the assistant tools can have. */
export const RESOURCE_SCOPES = ['read', 'write', 'profile'] as const;

/** Scope of a request without the parameter `scope`. */
export const DEFAULT_SCOPE = 'read write';
