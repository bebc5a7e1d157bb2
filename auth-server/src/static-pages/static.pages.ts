import { html } from '@loci/pages';
import type { Html, Page } from '@loci/pages';
import { legalLinks } from '../sign-in/sign-in.pages.ts';

const textPage = (title: string, body: Html): Page => ({
  title,
  layout: 'text',
  body: html`<div class="prose">
    <h1>${title}</h1>
    ${body}
  </div>`,
  footer: legalLinks,
});

/** Page that `service_documentation` of the OAuth metadata links to. Describes how to get an access token. */
export const documentationPage = ({ authUrl, baseUrl }: { authUrl: string; baseUrl: string }): Page =>
  textPage(
    'Connecting to Loci',
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
  );

/** Page that `op_policy_uri` of the OAuth metadata links to. Describes stored data, retention and access. */
export const policyPage = (): Page =>
  textPage(
    'Privacy',
    html`<p class="lead">
        This page describes which data about you this server stores. The operator of the server is responsible
        for it and can give you more information.
      </p>
      <h2>Stored data</h2>
      <ul>
        <li>
          <strong>Your account:</strong> your email address, a hash of your password, and the workspaces that
          you are a member of.
        </li>
        <li>
          <strong>What you and your assistants store:</strong> memories, relationships, documents and files.
          They belong to the workspace. All its members can access them, and no other users can.
        </li>
        <li>
          <strong>Connections:</strong> which applications you have connected, when, and with which
          permissions.
        </li>
        <li><strong>Logs:</strong> time, path and result of requests, without their content.</li>
      </ul>
      <h2>Use of the data</h2>
      <p>
        Your data is not sold, not shown to other workspaces, and not used to train models. These pages
        contain no tracking, advertising or third-party content. The server computes search vectors itself,
        unless its operator has configured an external service for this.
      </p>
      <h2>Cookies</h2>
      <p>
        One cookie keeps you signed in for two weeks. One protects forms against forged requests until you
        close the browser. Short-lived cookies are used during the sign-in. There are no other cookies.
      </p>
      <h2>Retention</h2>
      <p>
        Data is stored until you delete it. A deleted memory disappears from all search results immediately. A
        connection ends when you disconnect it, or one year after you allowed it.
      </p>
      <h2>Your choices</h2>
      <p>
        You can read, change and delete what you have stored, disconnect applications on
        <a href="/">your account page</a>, and ask the operator to delete your account.
      </p>`,
  );

/** Page that `op_tos_uri` of the OAuth metadata links to. */
export const termsPage = (): Page =>
  textPage(
    'Terms of use',
    html`<p class="lead">
        Loci is open-source software under the Apache License 2.0. The operator of this server decides who may
        use it. These are the default terms of the software.
      </p>
      <h2>Permitted use</h2>
      <p>
        You may store and search content that you have the right to store, yourself or with the assistants and
        programs that you connect. You are responsible for their actions. You can disconnect them at any time.
      </p>
      <h2>Prohibited use</h2>
      <p>
        You may not try to access data of other users, share your password or the API keys of a workspace with
        people outside of the workspace, circumvent limits, or store illegal content.
      </p>
      <h2>Limits</h2>
      <p>
        The number of requests per workspace and minute is limited, and so is the size of what you store. The
        response to a rejected request contains the time after which you can try again.
      </p>
      <h2>Warranty</h2>
      <p>
        The software is provided without warranty of any kind, as described in sections 7 and 8 of the
        license. Keep a backup of important data.
      </p>
      <h2>Termination</h2>
      <p>
        You can stop using the server at any time. The operator can close an account that breaks these terms.
      </p>`,
  );

export const notFoundPage = (): Page => ({
  title: 'Page not found',
  body: html`<div class="panel">
    <h1>Page not found</h1>
    <p>The address is wrong, or the page was removed.</p>
    <div class="actions"><a class="button" href="/">Go to the start page</a></div>
  </div>`,
});
