/** What every token says about where it comes from and where it counts, and how long it lives. */
export interface TokenSettings {
  /** `auth_url` */
  issuer: string;
  /** `base_url`: the API, and the assistants' interface with it. */
  audience: string;
  /** Access tokens from an API key. */
  keyAccessTokenSeconds: number;
  /** Access tokens from a person's grant. */
  oauthAccessTokenSeconds: number;
  refreshTokenSeconds: number;
}

/** @see DECISIONS.md "Authentication"; SPEC.md "Token lifetimes" */
export const DEFAULT_LIFETIMES = {
  keyAccessTokenSeconds: 259_200,
  oauthAccessTokenSeconds: 86_400,
  refreshTokenSeconds: 30 * 86_400,
};

export const longestAccessTokenSeconds = (settings: TokenSettings): number =>
  Math.max(settings.keyAccessTokenSeconds, settings.oauthAccessTokenSeconds);
