import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import type { Pagination } from '../pages/list-pages.ts';
import { flashNote } from '../pages/flash-note.pages.ts';
import { pageLinks } from '../pages/list-pages.ts';
import { formatDate } from '../pages/times.pages.ts';
import type { Flash } from '../sessions/session.ts';

export const ROLES = ['owner', 'member', 'viewer'] as const;

/** A member as the API returns it. */
export interface ListedMember {
  user_id: string;
  email: string | null;
  role: string;
  created_at: string;
}

/** An open invitation as the API returns it. */
export interface ListedInvitation {
  invitation_id: string;
  email: string | null;
  role: string;
  expires_at: string;
}

export interface MembersPage {
  members: { items: readonly ListedMember[]; pagination: Pagination };
  invitations: { items: readonly ListedInvitation[]; pagination: Pagination };
  csrf: string;
  flash: Flash | undefined;
  problem: string | undefined;
}

export const membersPage = ({ members, invitations, csrf, flash, problem }: MembersPage): Html => html`
  <h1>Members</h1>
  ${flash && flashMessage(flash)} ${problem && html`<p class="note bad" role="alert">${problem}</p>`}
  <div class="panel">
    <h2 id="members">Members of the workspace</h2>
    <table class="stack" aria-labelledby="members">
      <thead>
        <tr>
          <th scope="col">Email address</th>
          <th scope="col">Since</th>
          <th scope="col">Role</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      <tbody>
        ${members.items.map((member) => memberRow(member, csrf))}
      </tbody>
    </table>
    ${pageLinks(members.pagination, '/members')}
  </div>
  <div class="panel">
    <h2>Invite a member</h2>
    <form method="post" action="/members/invite">
      <input type="hidden" name="csrf" value="${csrf}" />
      <div class="field">
        <label for="email">Email address</label>
        <input
          type="email"
          id="email"
          name="email"
          maxlength="254"
          autocomplete="off"
          aria-describedby="email-hint"
        />
        <p class="hint" id="email-hint">
          Optional. Only a user with this address can accept the invitation. The portal does not send email.
          Send the link to the user yourself.
        </p>
      </div>
      <div class="field">
        <label for="role">Role</label>
        ${roleSelect('role', 'member', null)}
      </div>
      <button type="submit">Create invitation</button>
    </form>
  </div>
  ${invitations.items.length > 0 && invitationsPanel(invitations, csrf)}
`;

const memberRow = ({ user_id: id, email, role, created_at: since }: ListedMember, csrf: string): Html =>
  html`<tr>
    <td class="break"><strong>${email}</strong></td>
    <td data-label="Since">${formatDate(since)}</td>
    <td data-label="Role">
      <form method="post" action="/members/${id}/role" class="row-form">
        <input type="hidden" name="csrf" value="${csrf}" />
        ${roleSelect(`role-${id}`, role, `Role of ${email}`)}
        <button type="submit" class="second small" aria-label="Change the role of ${email}">Change</button>
      </form>
    </td>
    <td>
      <a class="button second small" href="/members/${id}/revoke-access" aria-label="Sign out ${email}"
        >Sign out</a
      >
      <a class="button danger small" href="/members/${id}/remove" aria-label="Remove ${email}">Remove</a>
    </td>
  </tr>`;

const roleSelect = (id: string, selected: string, label: string | null): Html =>
  html`<select id="${id}" name="role" ${label !== null && html`aria-label="${label}"`}>
    ${ROLES.map(
      (role) => html`<option value="${role}" ${role === selected && html`selected`}>${role}</option>`,
    )}
  </select>`;

const invitationsPanel = ({ items, pagination }: MembersPage['invitations'], csrf: string): Html =>
  html`<div class="panel">
    <h2 id="invitations">Open invitations</h2>
    <table class="stack" aria-labelledby="invitations">
      <thead>
        <tr>
          <th scope="col">Email address</th>
          <th scope="col">Role</th>
          <th scope="col">Valid until</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      <tbody>
        ${items.map(
          ({ invitation_id: id, email, role, expires_at: until }) =>
            html`<tr>
              <td class="break">${email ?? 'Any address'}</td>
              <td data-label="Role">${role}</td>
              <td data-label="Valid until">${formatDate(until)}</td>
              <td>
                <form method="post" action="/members/invitations/${id}/withdraw">
                  <input type="hidden" name="csrf" value="${csrf}" />
                  <button
                    type="submit"
                    class="danger small"
                    aria-label="Withdraw the invitation of ${email ?? 'any address'}"
                  >
                    Withdraw
                  </button>
                </form>
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${pagination.has_next && html`<p class="quiet">Withdraw invitations to see further ones.</p>`}
  </div>`;

function flashMessage(flash: Flash): Html | null {
  if (flash.kind !== 'invitation-created') return flashNote(flash);
  return html`<div class="panel made" role="status">
    <h2>The invitation is ready</h2>
    <p>Copy the link now and send it to the user. It cannot be shown again. It works once, within 7 days.</p>
    <pre class="key">${flash.url}</pre>
  </div>`;
}

/** Form field with which owners keep the API keys of a member whose other access ends. */
export const keepKeysField = html`<label class="choice"
  ><input type="checkbox" name="keep_keys" value="yes" checked />
  <span
    >Keep the API keys of the member<small>Otherwise, they are revoked in this workspace.</small></span
  ></label
>`;
