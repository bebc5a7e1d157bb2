import { html } from '@loci/pages';
import type { Page } from '@loci/pages';
import type { UserProfile } from '../sign-in/find-user.ts';
import { legalLinks } from '../sign-in/sign-in.pages.ts';
import type { Connection } from './list-connections.ts';

/** Public URLs that the pages link to. */
export interface PageUrls {
  baseUrl: string;
  portalUrl: string;
}

export const guestPage = ({ portalUrl, baseUrl }: PageUrls): Page => ({
  title: 'Sign in',
  body: html`<div class="panel">
    <h1>A memory for your assistants</h1>
    <p class="lead">This server signs you in to Loci and asks for your permission to connect assistants.</p>
    <div class="actions"><a class="button" href="${portalUrl}/">Open the portal</a></div>
    <p class="below">To connect an assistant, give it this address:<br /><code>${baseUrl}/mcp</code></p>
  </div>`,
  footer: legalLinks,
});

export const accountPage = (
  user: UserProfile,
  connections: readonly Connection[],
  { baseUrl, portalUrl }: PageUrls,
  csrf: string,
): Page => ({
  title: 'Your account',
  layout: 'text',
  body: html`<div class="prose">
    <h1>You are signed in</h1>
    <p class="lead">
      as <strong class="break">${user.email}</strong>, in
      ${user.memberships.map(
        ({ tenantName, role }, index) =>
          html`${index > 0 && ', '}<span class="break">${tenantName}</span> (${role})`,
      )}.
    </p>
    <div class="panel">
      <h2>Your memories</h2>
      <p>Search your memories, and create API keys for your programs.</p>
      <p><a class="button" href="${portalUrl}/">Open the portal</a></p>
    </div>
    <div class="panel">
      <h2>Connect an assistant</h2>
      <p>
        Give this address to Claude, ChatGPT, VS Code, Cursor or another assistant that supports MCP. It will
        ask you for permission on this server.
      </p>
      <pre>${baseUrl}/mcp</pre>
    </div>
    <div class="panel">
      <h2 id="connections">Connections</h2>
      ${
        connections.length === 0
          ? html`<p class="quiet">No application is connected to your account.</p>`
          : html`<table class="stack" aria-labelledby="connections">
              <thead>
                <tr>
                  <th scope="col">Application</th>
                  <th scope="col">Workspace</th>
                  <th scope="col">Since</th>
                  <th scope="col">Action</th>
                </tr>
              </thead>
              <tbody>
                ${connections.map(
                  ({ grantId, name, tenantName, createdAt }) =>
                    html`<tr>
                      <td class="break"><strong>${name}</strong></td>
                      <td class="break" data-label="Workspace">${tenantName}</td>
                      <td data-label="Since">
                        <time datetime="${createdAt.toISOString()}"
                          >${createdAt.toISOString().slice(0, 10)}</time
                        >
                      </td>
                      <td>
                        <form method="post" action="/connections/end">
                          <input type="hidden" name="csrf" value="${csrf}" /><input
                            type="hidden"
                            name="grant_id"
                            value="${grantId}"
                          />
                          <button type="submit" class="danger small" aria-label="Disconnect ${name}">
                            Disconnect
                          </button>
                        </form>
                      </td>
                    </tr>`,
                )}
              </tbody>
            </table>`
      }
    </div>
    <p class="below">
      <a href="/password">Change your password</a> · <a href="/sign-out">Sign out</a> ·
      <a href="/sign-out-everywhere">Sign out everywhere</a>
    </p>
  </div>`,
  footer: legalLinks,
});

export const signOutPage = (csrf: string): Page => ({
  title: 'Sign out',
  body: html`<div class="panel">
    <h1>Sign out?</h1>
    <p>You will be signed out of this browser. Assistants and programs stay connected.</p>
    <form method="post" action="/sign-out">
      <input type="hidden" name="csrf" value="${csrf}" />
      <div class="actions">
        <button type="submit">Sign out</button>
        <a class="button second" href="/">Stay signed in</a>
      </div>
    </form>
  </div>`,
});

export const signedOutPage = ({ portalUrl }: PageUrls): Page => ({
  title: 'Signed out',
  body: html`<div class="panel">
    <h1>You are signed out</h1>
    <p class="note good" role="status">Your session in this browser has ended.</p>
    <div class="actions"><a class="button second" href="${portalUrl}/">Sign in again</a></div>
  </div>`,
});
