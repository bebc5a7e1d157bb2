/** What a client needs for every operation; less would leave some hosts with tokens that can only read. */
export const MCP_SCOPES = ['read', 'write'];

export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource/mcp';

/**
 * The `WWW-Authenticate` of a refusal: where to find out how to get a token, and which.
 * @see RFC 6750 section 3; RFC 9728 section 5.1
 */
export function challenge(baseUrl: string, error?: 'invalid_token' | 'insufficient_scope'): string {
  const parameters = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    `resource_metadata="${baseUrl}${RESOURCE_METADATA_PATH}"`,
    `scope="${MCP_SCOPES.join(' ')}"`,
  ];
  return `Bearer ${parameters.join(', ')}`;
}
