import { PORTAL_CLIENT_ID } from '@loci/contracts';
import type { ClientMetadata } from 'oidc-provider';

/**
 * Returns the OAuth client of the portal. It is a public client. Users with one tenant are not asked for
 * consent.
 */
export const portalClientMetadata = (portalUrl: string): ClientMetadata => ({
  client_id: PORTAL_CLIENT_ID,
  client_name: 'Loci portal',
  redirect_uris: [`${portalUrl}/callback`],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  response_modes: ['query'],
  application_type: 'web',
  token_endpoint_auth_method: 'none',
  scope: 'openid read write profile offline_access',
});
