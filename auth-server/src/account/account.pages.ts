import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import type { AuthPage } from '../pages/auth-pages.ts';
import type { UserProfile } from '../sign-in/find-user.ts';
import type { Locale } from '../texts/texts.ts';
import type { Connection } from './list-connections.ts';

/** Public URLs that the pages link to. */
export interface PageUrls {
  baseUrl: string;
  portalUrl: string;
}

export const guestPage = ({ texts: { account } }: Locale, { portalUrl, baseUrl }: PageUrls): AuthPage => ({
  title: account.guest.title,
  body: html`<div class="panel">
    <h1>${account.guest.heading}</h1>
    <p class="lead">${account.guest.lead}</p>
    <div class="actions"><a class="button" href="${portalUrl}/">${account.openPortal}</a></div>
    <p class="below">${account.guest.address}<br /><code>${baseUrl}/mcp</code></p>
  </div>`,
  legalLinks: true,
});

export interface AccountPage {
  user: UserProfile;
  connections: readonly Connection[];
  urls: PageUrls;
  csrf: string;
}

export function accountPage(locale: Locale, { user, connections, urls, csrf }: AccountPage): AuthPage {
  const { account, layout } = locale.texts;
  const workspaces = user.memberships.map(
    ({ tenantName, role }, index) =>
      html`${index > 0 && ', '}${account.workspace(html`<span class="break">${tenantName}</span>`, layout.roles[role])}`,
  );
  return {
    title: account.title,
    layout: 'text',
    body: html`<div class="prose">
      <h1>${account.heading}</h1>
      <p class="lead">
        ${account.lead(html`<strong class="break">${user.email}</strong>`, html`${workspaces}`)}
      </p>
      <div class="panel">
        <h2>${account.memories.heading}</h2>
        <p>${account.memories.text}</p>
        <p><a class="button" href="${urls.portalUrl}/">${account.openPortal}</a></p>
      </div>
      <div class="panel">
        <h2>${account.connect.heading}</h2>
        <p>${account.connect.text}</p>
        <pre>${urls.baseUrl}/mcp</pre>
      </div>
      <div class="panel">
        <h2 id="connections">${account.connections.heading}</h2>
        ${
          connections.length === 0
            ? html`<p class="quiet">${account.connections.none}</p>`
            : connectionTable(locale, connections, csrf)
        }
      </div>
      <p class="below">
        <a href="/password">${account.changePassword}</a> · <a href="/sign-out">${account.signOut.title}</a> ·
        <a href="/sign-out-everywhere">${account.signOutEverywhere}</a>
      </p>
    </div>`,
    legalLinks: true,
  };
}

function connectionTable(
  { language, texts }: Locale,
  connections: readonly Connection[],
  csrf: string,
): Html {
  const text = texts.account.connections;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  return html`<table class="stack" aria-labelledby="connections">
    <thead>
      <tr>
        <th scope="col">${text.application}</th>
        <th scope="col">${text.workspace}</th>
        <th scope="col">${text.since}</th>
        <th scope="col">${text.action}</th>
      </tr>
    </thead>
    <tbody>
      ${connections.map(({ grantId, name, tenantName, createdAt }) => {
        const shown = name ?? texts.signIn.unnamedApplication;
        return html`<tr>
          <td class="break"><strong>${shown}</strong></td>
          <td class="break" data-label="${text.workspace}">${tenantName}</td>
          <td data-label="${text.since}">
            <time datetime="${createdAt.toISOString()}">${day.format(createdAt)}</time>
          </td>
          <td>
            <form method="post" action="/connections/end">
              <input type="hidden" name="csrf" value="${csrf}" /><input
                type="hidden"
                name="grant_id"
                value="${grantId}"
              />
              <button type="submit" class="danger small" aria-label="${text.disconnectOf(shown)}">
                ${text.disconnect}
              </button>
            </form>
          </td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

export const signOutPage = ({ texts: { account } }: Locale, csrf: string): AuthPage => ({
  title: account.signOut.title,
  body: html`<div class="panel">
    <h1>${account.signOut.heading}</h1>
    <p>${account.signOut.text}</p>
    <form method="post" action="/sign-out">
      <input type="hidden" name="csrf" value="${csrf}" />
      <div class="actions">
        <button type="submit">${account.signOut.title}</button>
        <a class="button second" href="/">${account.signOut.stay}</a>
      </div>
    </form>
  </div>`,
});

export const signedOutPage = ({ texts: { account } }: Locale, { portalUrl }: PageUrls): AuthPage => ({
  title: account.signedOut.title,
  body: html`<div class="panel">
    <h1>${account.signedOut.heading}</h1>
    <p class="note good" role="status">${account.signedOut.text}</p>
    <div class="actions"><a class="button second" href="${portalUrl}/">${account.signedOut.again}</a></div>
  </div>`,
  path: '/',
});
