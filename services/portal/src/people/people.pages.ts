import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { applicationTable, sessionTable } from '../connections/connection.pages.ts';
import type { ListedConnection } from '../connections/connection.ts';
import { pageLinks } from '../pages/list-pages.ts';
import { flashNote } from '../pages/flash-note.pages.ts';
import { breakableName } from '../pages/name.pages.ts';
import { formatDate } from '../pages/times.pages.ts';
import type { Flash } from '../sessions/session.ts';
import type { Texts } from '../texts/texts.ts';
import { memberName } from './member.ts';
import type { ListPage, ListedMember } from './member.ts';

export const ROLES = ['owner', 'member', 'viewer'] as const;

/** An open invitation as the API returns it. */
export interface ListedInvitation {
  invitation_id: string;
  email: string | null;
  role: string;
  expires_at: string;
}

export interface PeoplePage {
  texts: Texts;
  members: ListPage<ListedMember>;
  invitations: ListPage<ListedInvitation>;
  /** The signed-in user. */
  userId: string;
  csrf: string;
  flash: Flash | undefined;
  problem: string | undefined;
}

export const peoplePage = (page: PeoplePage): Html => {
  const { texts, members, invitations, csrf, flash, problem } = page;
  const { people } = texts;
  return html`<h1>${people.title}</h1>
    <p class="lead">${people.lead}</p>
    ${flash && flashMessage(texts, flash)} ${problem && html`<p class="note bad" role="alert">${problem}</p>`}
    <div class="panel">
      <h2 id="members">${people.members}</h2>
      <table class="stack" aria-labelledby="members">
        <thead>
          <tr>
            <th scope="col">${people.email}</th>
            <th scope="col">${people.since}</th>
            <th scope="col">${people.role}</th>
            <th scope="col">${texts.page.action}</th>
          </tr>
        </thead>
        <tbody>
          ${members.items.map((member) => memberRow(page, member))}
        </tbody>
      </table>
      ${pageLinks(members.pagination, '/people', texts.page)}
    </div>
    <div class="panel">
      <h2>${people.invite.title}</h2>
      <form method="post" action="/people/invite">
        <input type="hidden" name="csrf" value="${csrf}" />
        <div class="field">
          <label for="email">${people.invite.email}</label>
          <input
            type="email"
            id="email"
            name="email"
            maxlength="254"
            autocomplete="off"
            aria-describedby="email-hint"
          />
          <p class="hint" id="email-hint">${people.invite.hint}</p>
        </div>
        <fieldset>
          <legend>${people.role}</legend>
          ${ROLES.map(
            (role) =>
              html`<label class="choice"
                ><input type="radio" name="role" value="${role}" ${role === 'member' && html`checked`} />
                <span>${texts.page.roles[role]}<small>${people.roleHints[role]}</small></span></label
              >`,
          )}
        </fieldset>
        <button type="submit">${people.invite.button}</button>
      </form>
    </div>
    ${invitationsPanel(texts, invitations, csrf)}`;
};

const memberRow = ({ texts, csrf, userId }: PeoplePage, member: ListedMember): Html => {
  const { people } = texts;
  const { user_id: id, role, created_at: since } = member;
  const name = memberName(texts, member);
  return html`<tr>
    <td class="break">
      <strong>${breakableName(name)}</strong> ${id === userId && html`<span class="tag">${people.you}</span>`}
    </td>
    <td data-label="${people.since}">${formatDate(since)}</td>
    <td data-label="${people.role}">
      <form method="post" action="/people/${id}/role" class="row-form">
        <input type="hidden" name="csrf" value="${csrf}" />
        <select name="role" aria-label="${people.roleOf(name)}">
          ${ROLES.map(
            (one) =>
              html`<option value="${one}" ${one === role && html`selected`}>
                ${texts.page.roles[one]}
              </option>`,
          )}
        </select>
        <button type="submit" class="second small" aria-label="${people.changeRoleOf(name)}">
          ${people.changeRole}
        </button>
      </form>
    </td>
    <td>
      <div class="row-form">
        <a class="button second small" href="/people/${id}" aria-label="${people.detailsOf(name)}"
          >${people.details}</a
        >
        <a class="button danger small" href="/people/${id}/remove" aria-label="${people.removeMember(name)}"
          >${people.remove}</a
        >
      </div>
    </td>
  </tr>`;
};

const invitationsPanel = (
  texts: Texts,
  { items, pagination }: PeoplePage['invitations'],
  csrf: string,
): Html => {
  const { people } = texts;
  const { invitation } = people;
  return html`<div class="panel">
    <h2 id="invitations">${invitation.title}</h2>
    ${
      items.length === 0
        ? html`<p class="quiet">${invitation.none}</p>`
        : html`<table class="stack" aria-labelledby="invitations">
            <thead>
              <tr>
                <th scope="col">${people.email}</th>
                <th scope="col">${people.role}</th>
                <th scope="col">${invitation.validUntil}</th>
                <th scope="col">${texts.page.action}</th>
              </tr>
            </thead>
            <tbody>
              ${items.map(
                ({ invitation_id: id, email, role, expires_at: until }) =>
                  html`<tr>
                    <td class="break">${breakableName(email ?? invitation.any)}</td>
                    <td data-label="${people.role}">${texts.page.roles[role as (typeof ROLES)[number]]}</td>
                    <td data-label="${invitation.validUntil}">${formatDate(until)}</td>
                    <td>
                      <form method="post" action="/people/invitations/${id}/withdraw">
                        <input type="hidden" name="csrf" value="${csrf}" />
                        <button
                          type="submit"
                          class="danger small"
                          aria-label="${invitation.withdrawOf(email ?? invitation.any)}"
                        >
                          ${invitation.withdraw}
                        </button>
                      </form>
                    </td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
    ${pagination.has_next && html`<p class="quiet">${invitation.more}</p>`}
  </div>`;
};

function flashMessage({ people }: Texts, flash: Flash): Html | null {
  if (flash.kind !== 'invitation-created') return flashNote(flash);
  return html`<div class="panel made" role="status">
    <h2>${people.invitation.ready}</h2>
    <p>${people.invitation.text}</p>
    <pre class="key" data-copy>${flash.url}</pre>
  </div>`;
}

/** Form field with which owners keep the API keys of a member whose other access ends. */
export const keepKeysField = ({ people: { signOutEverywhere } }: Texts): Html =>
  html`<label class="choice"
    ><input type="checkbox" name="keep_keys" value="yes" checked />
    <span>${signOutEverywhere.keepKeys}<small>${signOutEverywhere.keepKeysHint}</small></span></label
  >`;

export interface AccessPage {
  texts: Texts;
  userId: string;
  name: string;
  applications: readonly ListedConnection[];
  sessions: readonly ListedConnection[];
  currentGrantId: string;
  flash: Html | null;
}

/** Shows the portal sessions and the connected applications of one member. */
export const accessPage = (page: AccessPage): Html => {
  const { texts, userId, name, applications, sessions, currentGrantId, flash } = page;
  const { people } = texts;
  const back = `/people/${userId}`;
  return html`<p><a href="/people">${people.access.back}</a></p>
    <h1 class="break">${people.access.title(name)}</h1>
    <p class="lead">${people.access.lead}</p>
    ${flash}
    <div class="panel">
      <h2 id="sessions">${people.access.sessions}</h2>
      ${
        sessions.length === 0
          ? html`<p class="quiet">${people.access.noSessions}</p>`
          : sessionTable(texts, sessions, { currentGrantId, back })
      }
    </div>
    <div class="panel">
      <h2 id="applications">${people.access.applications}</h2>
      ${
        applications.length === 0
          ? html`<p class="quiet">${people.access.noApplications}</p>`
          : applicationTable(texts, applications, { showUser: false, back })
      }
    </div>
    <div class="actions">
      <a class="button danger" href="/people/${userId}/revoke-access">${people.signOut}</a>
      <a class="button danger" href="/people/${userId}/remove">${people.remove}</a>
    </div>`;
};
