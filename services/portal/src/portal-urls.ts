/** Where things are: for browsers, and for this process itself. */
export interface PortalUrls {
  baseUrl: string;
  authUrl: string;
  portalUrl: string;
  /** `baseUrl` unless the gateway is reached another way from inside. */
  internalBaseUrl: string;
  /** `authUrl` unless the auth server is reached another way from inside. */
  internalAuthUrl: string;
}
