/**
 * The resource that a client means, in our one spelling: clients add a trailing slash or write the host in capital
 * letters. Null for a resource that is not ours.
 *
 * @returns `base_url` or `base_url/mcp`
 * @see RFC 8707; DECISIONS.md "Authentication"
 */
export function canonicalResource(resource: string, baseUrl: string): string | null {
  const url = URL.parse(resource);
  if (url === null || url.hash !== '' || url.search !== '' || url.username !== '' || url.password !== '') {
    return null;
  }
  const given = url.href.replace(/\/$/, '');
  return resourcesOf(baseUrl).find((own) => new URL(own).href.replace(/\/$/, '') === given) ?? null;
}

export const resourcesOf = (baseUrl: string): readonly string[] => [baseUrl, mcpResource(baseUrl)];

/** The assistants' interface, whose tokens work nowhere else. */
export const mcpResource = (baseUrl: string): string => `${baseUrl}/mcp`;

/** What can be granted at either of them. */
export const RESOURCE_SCOPES = ['read', 'write', 'profile'] as const;

/** What a client gets that asks for nothing in particular. */
export const DEFAULT_SCOPE = 'read write';
