/** Public and internal URLs of the platform, without a trailing slash. */
export interface PortalUrls {
  /** Public URL of the gateway. */
  baseUrl: string;
  /** Public URL of the authorization server, which is the issuer of its tokens. */
  authUrl: string;
  /** Public URL of the portal. */
  portalUrl: string;
  /** URL of the gateway for requests of this process. */
  internalBaseUrl: string;
  /** URL of the authorization server for requests of this process. */
  internalAuthUrl: string;
}
