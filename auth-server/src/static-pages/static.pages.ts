import { html } from '@loci/pages';
import type { Html, Page } from '@loci/pages';
import { legalLinks } from '../sign-in/sign-in.pages.ts';

const sheet = (title: string, body: Html): Page => ({
  title,
  layout: 'text',
  body: html`<div class="prose">
    <h1>${title}</h1>
    ${body}
  </div>`,
  footer: legalLinks,
});

/** `service_documentation` of the metadata: how to get a token, by each way there is. */
export const documentationPage = ({ authUrl, baseUrl }: { authUrl: string; baseUrl: string }): Page =>
  sheet(
    'Connecting to Loci',
    html`<p class="lead">
        Every way ends in the same kind of access token, which is sent as <code>Authorization: Bearer</code>.
        Find the addresses in the metadata; do not write them into your program.
      </p>
      <h2>Assistants</h2>
      <p>
        Give your assistant the address <code>${baseUrl}/mcp</code>. It registers itself, sends you here, and
        asks for your permission. You can end the connection on <a href="/">your account page</a>.
      </p>
      <h2>Servers and scripts: API keys</h2>
      <p>
        Make a key in the portal and exchange it. The token lives for three days, the refresh token for
        thirty.
      </p>
      <pre>curl -X POST ${baseUrl}/api/v2/auth/token -H "Authorization: Bearer $LOCI_API_KEY"</pre>
      <p>
        Refresh with <code>POST ${baseUrl}/api/v2/auth/refresh</code> and <code>{"refresh_token": "…"}</code>.
        A refresh token works once; whoever sends an old one ends the whole chain.
      </p>
      <h2>Applications with a browser</h2>
      <p>
        Authorization code with PKCE (S256). Ask for <code>offline_access</code> to get a refresh token, and
        name what the token is for in <code>resource</code>: <code>${baseUrl}</code>, or
        <code>${baseUrl}/mcp</code> for the assistants’ interface alone.
      </p>
      <pre>
GET ${authUrl}/.well-known/oauth-authorization-server
POST ${authUrl}/oauth/register
GET ${authUrl}/oauth/authorize?response_type=code&amp;client_id=…&amp;redirect_uri=…
    &amp;scope=read+write+offline_access&amp;code_challenge=…&amp;code_challenge_method=S256&amp;state=…
POST ${authUrl}/oauth/token</pre>
      <h2>Devices without a browser</h2>
      <p>
        The device flow (RFC 8628): ask at <code>${authUrl}/oauth/device_authorization</code>, show the code,
        and poll the token endpoint every five seconds.
      </p>
      <h2>Scopes</h2>
      <dl class="facts">
        <dt><code>read</code></dt>
        <dd>Read memories, documents and files, and search in them.</dd>
        <dt><code>write</code></dt>
        <dd>Create, change and delete them, as far as your role allows it.</dd>
        <dt><code>profile</code></dt>
        <dd>Your e-mail address.</dd>
        <dt><code>offline_access</code></dt>
        <dd>Refresh tokens.</dd>
      </dl>
      <h2>Tokens bound to a key</h2>
      <p>
        Send a DPoP proof (RFC 9449, ES256 or RS256) with the token request and with every call, under
        <code>Authorization: DPoP</code>. Such a token is refused as Bearer, and each proof counts once.
      </p>
      <p>The whole API is described at <a href="${baseUrl}/docs">${baseUrl}/docs</a>.</p>`,
  );

/** `resource_policy_uri`: what is kept, for how long, and who sees it. */
export const policyPage = (): Page =>
  sheet(
    'Privacy',
    html`<p class="lead">
        What this server keeps about you. It is run by whoever gave you this address; they answer for it and
        can tell you more.
      </p>
      <h2>What is kept</h2>
      <ul>
        <li>
          <strong>Your account:</strong> your e-mail address, a hash of your password, and the workspaces that
          you belong to.
        </li>
        <li>
          <strong>What you and your assistants store:</strong> memories, relationships, documents and files.
          They belong to the workspace; everybody in it can see them, and nobody else.
        </li>
        <li><strong>Connections:</strong> which applications you let in, when, and for what.</li>
        <li>
          <strong>Log lines:</strong> time, address asked for and outcome of requests, without their content.
        </li>
      </ul>
      <h2>What is not done</h2>
      <p>
        Nothing is sold, shown to other workspaces or used to train models. There is no tracking, no
        advertising and no third-party content on these pages. Texts are turned into search vectors by the
        server itself, unless its operator has configured an outside service for that.
      </p>
      <h2>Cookies</h2>
      <p>
        One to keep you signed in (two weeks), one to tell your forms from somebody else’s (until you close
        the browser), and short-lived ones while you sign in. No others.
      </p>
      <h2>For how long</h2>
      <p>
        What is stored stays until it is deleted. A deleted memory is gone from every search at once. A
        connection ends when you end it, or a year after you allowed it.
      </p>
      <h2>Your choices</h2>
      <p>
        You can read, change and delete what you stored, end connections on <a href="/">your account page</a>,
        and ask the operator to remove your account.
      </p>`,
  );

/** `resource_tos_uri`. */
export const termsPage = (): Page =>
  sheet(
    'Terms of use',
    html`<p class="lead">
        Loci is open-source software under the Apache License 2.0. Whoever runs this server decides who may
        use it; these are the terms that the software comes with.
      </p>
      <h2>What you may do</h2>
      <p>
        Store and find what you have a right to store, by yourself or through assistants and programs that you
        let in. You answer for what they do in your name, and you can end their access at any time.
      </p>
      <h2>What you may not do</h2>
      <p>
        Try to get at what belongs to others, pass on your password or a workspace’s keys to people outside of
        it, get around limits, or store what the law forbids.
      </p>
      <h2>Limits</h2>
      <p>
        Requests are limited per workspace and minute; sizes are limited as the documentation says. Who goes
        over a limit is told when to try again.
      </p>
      <h2>No promise</h2>
      <p>
        The software comes as it is, without warranty of any kind, as sections 7 and 8 of the licence say.
        Keep a copy of what you cannot do without.
      </p>
      <h2>The end</h2>
      <p>You may stop at any time. The operator may close an account that breaks these terms.</p>`,
  );

export const notFoundPage = (): Page => ({
  title: 'Nothing here',
  body: html`<div class="panel">
    <h1>There is nothing here</h1>
    <p>The address is mistyped, or the page is gone.</p>
    <div class="actions"><a class="button" href="/">To the start page</a></div>
  </div>`,
});
