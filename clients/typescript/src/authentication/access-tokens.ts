/** Source of access tokens. */
export interface AccessTokens {
  /** Resolves to a token that is valid now, as far as the client knows. */
  get(): Promise<string>;
  /**
   * Reports that the server rejected a token.
   *
   * @returns false if the source cannot return another token
   */
  reject(token: string): boolean;
}

/**
 * Returns an OAuth access token. `rejectedToken` is a token that the server rejected, for example because it has
 * expired, or null.
 */
export type AccessTokenCallback = (context: { rejectedToken: string | null }) => string | Promise<string>;

/** Tokens from the application, for example from an OAuth library. */
export function tokensFromCallback(accessToken: string | AccessTokenCallback): AccessTokens {
  if (typeof accessToken === 'string') {
    return { get: () => Promise.resolve(accessToken), reject: () => false };
  }
  let rejectedToken: string | null = null;
  return {
    get: async () => accessToken({ rejectedToken }),
    reject: (token) => {
      rejectedToken = token;
      return true;
    },
  };
}
