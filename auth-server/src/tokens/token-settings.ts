/** Issuer, audience and lifetimes of tokens. */
export interface TokenSettings {
  /** Public URL of the authorization server. */
  issuer: string;
  /** Public URL of the API. The assistant tools also accept tokens with this audience. */
  audience: string;
  /** Lifetime of access tokens of API keys. */
  keyAccessTokenSeconds: number;
  /** Lifetime of access tokens of users. */
  oauthAccessTokenSeconds: number;
  refreshTokenSeconds: number;
}

/** Default lifetimes. @see docs/reference/authentication.md#token-lifetimes */
export const DEFAULT_LIFETIMES = {
  keyAccessTokenSeconds: 259_200,
  oauthAccessTokenSeconds: 86_400,
  refreshTokenSeconds: 30 * 86_400,
};

export const longestAccessTokenSeconds = (settings: TokenSettings): number =>
  Math.max(settings.keyAccessTokenSeconds, settings.oauthAccessTokenSeconds);
