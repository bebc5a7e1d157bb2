import { html } from '@loci/pages';
import type { Html } from '@loci/pages';

/** Page that `service_documentation` of the OAuth metadata links to. Describes how to get an access token. */
export const documentation = {
  title: 'Connecting to Loci',
  body: ({ authUrl, baseUrl }: { authUrl: string; baseUrl: string }): Html =>
    html`<p class="lead">
        All methods return the same kind of access token, which you send as
        <code>Authorization: Bearer</code>. Read the endpoint URLs from the discovery document instead of
        hardcoding them.
      </p>
      <h2>Assistants</h2>
      <p>
        Give your assistant the address <code>${baseUrl}/mcp</code>. It registers itself and asks for your
        permission on this server. You can disconnect it on <a href="/">your account page</a>.
      </p>
      <h2>Servers and scripts: API keys</h2>
      <p>
        Create an API key in the portal and exchange it for tokens. By default, the access token is valid for
        three days and the refresh token for 30 days.
      </p>
      <pre>curl -X POST ${baseUrl}/api/v2/auth/token -H "Authorization: Bearer $LOCI_API_KEY"</pre>
      <p>
        To refresh, send <code>{"refresh_token": "…"}</code> to
        <code>POST ${baseUrl}/api/v2/auth/refresh</code>. A refresh token works once. Using it again revokes
        all tokens of the exchange.
      </p>
      <h2>Applications with a browser</h2>
      <p>
        Use the authorization code flow with PKCE (S256). Request <code>offline_access</code> to get a refresh
        token. Set <code>resource</code> to <code>${baseUrl}</code>, or to <code>${baseUrl}/mcp</code> for a
        token that only works for the assistant tools.
      </p>
      <pre>
GET ${authUrl}/.well-known/oauth-authorization-server
POST ${authUrl}/oauth/register
GET ${authUrl}/oauth/authorize?response_type=code&amp;client_id=…&amp;redirect_uri=…
    &amp;scope=read+write+offline_access&amp;code_challenge=…&amp;code_challenge_method=S256&amp;state=…
POST ${authUrl}/oauth/token</pre>
      <h2>Devices without a browser</h2>
      <p>
        Use the device flow (RFC 8628). Send a request to <code>${authUrl}/oauth/device_authorization</code>,
        show the user code, and poll the token endpoint every five seconds.
      </p>
      <h2>Scopes</h2>
      <dl class="facts">
        <dt><code>read</code></dt>
        <dd>Read and search memories, documents and files.</dd>
        <dt><code>write</code></dt>
        <dd>Create, change and delete them, within the permissions of your role.</dd>
        <dt><code>profile</code></dt>
        <dd>Read your email address.</dd>
        <dt><code>offline_access</code></dt>
        <dd>Get refresh tokens.</dd>
      </dl>
      <h2>DPoP</h2>
      <p>
        To bind tokens to a key, send a DPoP proof (RFC 9449, ES256 or RS256) with the token request and with
        every API request, and use <code>Authorization: DPoP</code>. The scheme <code>Bearer</code> is
        rejected for a bound token, and each proof works once.
      </p>
      <p>The API is documented at <a href="${baseUrl}/docs">${baseUrl}/docs</a>.</p>`,
};
