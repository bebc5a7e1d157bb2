/** The `client_id` of the portal: only its tokens may manage API keys. */
export const PORTAL_CLIENT_ID = 'loci-portal';
