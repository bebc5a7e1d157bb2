import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { pageLinks } from '../pages/list-pages.ts';
import { breakableName } from '../pages/name.pages.ts';
import { formatDate } from '../pages/times.pages.ts';
import type { ListPage } from '../people/member.ts';
import type { Texts } from '../texts/texts.ts';
import type { ConnectionKind, ListedConnection } from './connection.ts';

export interface ConnectionsPage {
  texts: Texts;
  applications: ListPage<ListedConnection>;
  sessions: readonly ListedConnection[];
  isOwner: boolean;
  /** Grant of the session of this browser. */
  currentGrantId: string;
  flash: Html | null;
  authUrl: string;
}

export const connectionsPage = (page: ConnectionsPage): Html => {
  const { texts, applications, sessions, isOwner, currentGrantId, flash, authUrl } = page;
  const { connections } = texts;
  return html`<h1>${connections.title}</h1>
    <p class="lead">${isOwner ? connections.leadOwner : connections.leadMember}</p>
    ${flash}
    <div class="panel">
      <h2 id="applications">${connections.applications}</h2>
      ${
        applications.items.length === 0
          ? html`<p class="quiet">${connections.none}</p>`
          : html`${applicationTable(texts, applications.items, { showUser: isOwner, back: '/connections' })}
              <p class="hint">${connections.lastUsedHint}</p>`
      }
      ${pageLinks(applications.pagination, '/connections', texts.page)}
      <div class="actions"><a class="button" href="/connect">${connections.connect}</a></div>
    </div>
    <div class="panel">
      <h2 id="sessions">${connections.sessions}</h2>
      ${sessionTable(texts, sessions, { currentGrantId, back: '/connections' })}
      <p class="below">
        ${connections.passwordText} <a href="${authUrl}/password">${connections.password}</a> ·
        <a href="${authUrl}/sign-out-everywhere">${connections.everywhere}</a>
      </p>
    </div>`;
};

/** Renders a table of connected applications. @param options.back page to return to after a disconnection */
export const applicationTable = (
  texts: Texts,
  items: readonly ListedConnection[],
  { showUser, back }: { showUser: boolean; back: string },
): Html => {
  const { connections } = texts;
  return html`<table class="stack" aria-labelledby="applications">
    <thead>
      <tr>
        <th scope="col">${connections.name}</th>
        ${showUser && html`<th scope="col">${connections.user}</th>`}
        <th scope="col">${connections.scopes}</th>
        <th scope="col">${connections.since}</th>
        <th scope="col">${connections.lastUsed}</th>
        <th scope="col">${texts.page.action}</th>
      </tr>
    </thead>
    <tbody>
      ${items.map(
        (item) =>
          html`<tr>
            <td class="break"><strong>${item.name}</strong></td>
            ${showUser && html`<td class="break" data-label="${connections.user}">${item.email === null ? null : breakableName(item.email)}</td>`}
            <td data-label="${connections.scopes}">${scopeNames(texts, item.scopes)}</td>
            <td data-label="${connections.since}">${formatDate(item.created_at)}</td>
            <td data-label="${connections.lastUsed}">
              ${item.last_used_at === null ? texts.page.never : formatDate(item.last_used_at)}
            </td>
            <td>
              <a
                class="button danger small"
                href="${endPath(item, 'application', back)}"
                aria-label="${connections.disconnectOf(item.name)}"
                >${connections.disconnect}</a
              >
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;
};

const scopeNames = ({ connections }: Texts, scopes: readonly string[]): string =>
  scopes.map((scope) => connections.scopeNames[scope] ?? scope).join(', ');

/** Renders a table of portal sessions. */
export const sessionTable = (
  texts: Texts,
  sessions: readonly ListedConnection[],
  { currentGrantId, back }: { currentGrantId: string; back: string },
): Html => {
  const { connections } = texts;
  return html`<table class="stack" aria-labelledby="sessions">
    <thead>
      <tr>
        <th scope="col">${connections.browser.heading}</th>
        <th scope="col">${connections.since}</th>
        <th scope="col">${connections.lastUsed}</th>
        <th scope="col">${texts.page.action}</th>
      </tr>
    </thead>
    <tbody>
      ${sessions.map((session) => {
        const isCurrent = session.connection_id === currentGrantId;
        const name = browserName(texts, session);
        return html`<tr>
          <td>
            <strong>${name}</strong> ${isCurrent && html`<span class="tag">${connections.current}</span>`}
          </td>
          <td data-label="${connections.since}">${formatDate(session.created_at)}</td>
          <td data-label="${connections.lastUsed}">
            ${session.last_used_at === null ? texts.page.never : formatDate(session.last_used_at)}
          </td>
          <td>
            ${
              isCurrent
                ? null
                : html`<a
                    class="button danger small"
                    href="${endPath(session, 'portal', back)}"
                    aria-label="${connections.endOf(name)}"
                    >${connections.end}</a
                  >`
            }
          </td>
        </tr>`;
      })}
    </tbody>
  </table>`;
};

/** Returns the name of the browser of a portal session, for example "Firefox on Linux". */
export function browserName(
  { connections: { browser } }: Texts,
  { browser: name, operating_system: system }: Pick<ListedConnection, 'browser' | 'operating_system'>,
): string {
  if (system === null) return name ?? browser.unknown;
  return name === null ? browser.onlySystem(system) : browser.on(name, system);
}

const endPath = (item: ListedConnection, kind: ConnectionKind, back: string): string =>
  `/connections/${encodeURIComponent(item.connection_id)}/end?kind=${kind}&back=${encodeURIComponent(back)}`;
