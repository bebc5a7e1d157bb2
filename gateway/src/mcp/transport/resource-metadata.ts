import { protectedResourceMetadata } from '../../well-known.ts';
import type { PublicUrls } from '../../well-known.ts';
import { MCP_SCOPES } from './challenge.ts';

/**
 * Returns the protected resource metadata of `{base_url}/mcp`. Hosts compare `resource` with the URL that the user
 * entered. The MCP specification does not allow `offline_access` in `scopes_supported`.
 *
 * @see RFC 9728
 * @see docs/reference/authentication.md#protected-resource-metadata
 */
export const mcpResourceMetadata = (urls: PublicUrls) => ({
  ...protectedResourceMetadata(urls),
  resource: `${urls.baseUrl}/mcp`,
  resource_name: 'Loci for assistants',
  scopes_supported: MCP_SCOPES,
});
