import { protectedResourceMetadata } from '../../well-known.ts';
import type { PublicUrls } from '../../well-known.ts';
import { MCP_SCOPES } from './challenge.ts';

/**
 * RFC 9728 metadata of `{base_url}/mcp`; hosts compare `resource` with the URL that was typed in. MCP wants no
 * `offline_access` among a resource's scopes.
 * @see AUTH-AND-MCP.md 3.2
 */
export const mcpResourceMetadata = (urls: PublicUrls) => ({
  ...protectedResourceMetadata(urls),
  resource: `${urls.baseUrl}/mcp`,
  resource_name: 'Loci for assistants',
  scopes_supported: MCP_SCOPES,
});
