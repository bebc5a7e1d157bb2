/** Scopes in challenges and resource metadata. Hosts request these, so that their tokens can read and write. */
export const MCP_SCOPES = ['read', 'write'];

export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource/mcp';

/**
 * Returns the `WWW-Authenticate` header of a 401 or 403 response, with the URL of the resource metadata and the required
 * scopes.
 *
 * @param error omitted if the request had no token
 * @see RFC 6750 section 3, RFC 9728 section 5.1
 * @see docs/reference/mcp-tools.md#tool-authentication
 */
export function buildChallenge(baseUrl: string, error?: 'invalid_token' | 'insufficient_scope'): string {
  const parameters = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    `resource_metadata="${baseUrl}${RESOURCE_METADATA_PATH}"`,
    `scope="${MCP_SCOPES.join(' ')}"`,
  ];
  return `Bearer ${parameters.join(', ')}`;
}
