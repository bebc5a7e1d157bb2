import type { CallOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';
import type { AccessTokenResponse, Data } from '../types.ts';

/** @see docs/reference/authentication.md */
export class Auth {
  readonly #transport: Transport;
  readonly #withoutToken: Transport;

  constructor(transport: Transport, withoutToken: Transport) {
    this.#transport = transport;
    this.#withoutToken = withoutToken;
  }

  /** Exchanges an API key for an access token. The client does this itself for its own key. */
  exchange(apiKey: string, options?: CallOptions): Promise<AccessTokenResponse> {
    const headers = { authorization: `Bearer ${apiKey}` };
    return this.#withoutToken.call('post', '/api/v2/auth/token', { headers }, options);
  }

  /** Replaces an access token of an API key. A refresh token can be used only once. */
  refresh(refreshToken: string, options?: CallOptions): Promise<AccessTokenResponse> {
    const body = { refresh_token: refreshToken };
    return this.#withoutToken.call('post', '/api/v2/auth/refresh', { body }, options);
  }

  /** Returns the identity and the rights of the client's access token. */
  verify(options?: CallOptions): Promise<Data<'get', '/api/v2/auth/verify'>> {
    return this.#transport.call('get', '/api/v2/auth/verify', {}, options);
  }
}
