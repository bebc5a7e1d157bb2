import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { flashNote } from '../pages/flash-note.pages.ts';
import { pageLinks } from '../pages/list-pages.ts';
import type { Pagination } from '../pages/list-pages.ts';
import type { Flash } from '../sessions/session.ts';
import { formatDate } from '../pages/times.pages.ts';

/** An API key as the API returns it. */
export interface ListedKey {
  key_id: string;
  prefix: string;
  name: string;
  permissions: string[];
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
}

export interface KeysPage {
  keys: readonly ListedKey[];
  pagination: Pagination;
  /** Permissions of the user. A key cannot have other permissions. */
  permissions: readonly string[];
  csrf: string;
  flash: Flash | undefined;
  problem: string | undefined;
  baseUrl: string;
}

/** Lifetimes that a user can choose for a key. Null for a key that does not expire. */
export const KEY_LIFETIMES = [
  { value: 'never', label: 'Never', days: null },
  { value: '30', label: 'After 30 days', days: 30 },
  { value: '90', label: 'After 90 days', days: 90 },
  { value: '365', label: 'After one year', days: 365 },
] as const;

const PERMISSION_HINTS: Record<string, string> = {
  read: 'Read and search everything in the workspace.',
  write: 'Add and change memories, relationships, documents and files.',
  delete: 'Delete memories, relationships, documents and files.',
};

export const keysPage = ({
  keys,
  pagination,
  permissions,
  csrf,
  flash,
  problem,
  baseUrl,
}: KeysPage): Html => html`
  <h1>API keys</h1>
  <p class="lead">
    Servers and scripts exchange an API key for access tokens. A key works until it expires or you revoke it.
    Store it like a password.
  </p>
  ${flash && flashMessage(flash, baseUrl)}
  ${permissions.includes('write') ? createKeyForm(permissions, csrf, problem) : null}
  <div class="panel">
    <h2 id="keys">Active keys</h2>
    ${
      keys.length === 0
        ? html`<p class="quiet">No active keys.</p>`
        : html`<table class="stack" aria-labelledby="keys">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Prefix</th>
                <th scope="col">Permissions</th>
                <th scope="col">Created</th>
                <th scope="col">Last used</th>
                <th scope="col">Expires</th>
                <th scope="col">Action</th>
              </tr>
            </thead>
            <tbody>
              ${keys.map((key) => keyRow(key, permissions.includes('write')))}
            </tbody>
          </table>`
    }
    ${pageLinks(pagination, '/keys')}
  </div>
`;

const keyRow = (key: ListedKey, canRevoke: boolean): Html =>
  html`<tr>
    <td class="break"><strong>${key.name}</strong></td>
    <td data-label="Prefix"><code>loci_${key.prefix}_</code></td>
    <td data-label="Permissions">${key.permissions.join(', ')}</td>
    <td data-label="Created">${formatDate(key.created_at)}</td>
    <td data-label="Last used">${key.last_used_at === null ? 'Never' : formatDate(key.last_used_at)}</td>
    <td data-label="Expires">${key.expires_at === null ? 'Never' : formatDate(key.expires_at)}</td>
    <td>
      ${
        canRevoke &&
        html`<a class="button danger small" href="/keys/${key.key_id}/revoke" aria-label="Revoke ${key.name}"
          >Revoke</a
        >`
      }
    </td>
  </tr>`;

const createKeyForm = (permissions: readonly string[], csrf: string, problem: string | undefined): Html =>
  html`<div class="panel">
    <h2>Create a key</h2>
    ${problem && html`<p class="note bad" role="alert" id="problem">${problem}</p>`}
    <form method="post" action="/keys">
      <input type="hidden" name="csrf" value="${csrf}" />
      <div class="field">
        <label for="name">Name</label>
        <input
          type="text"
          id="name"
          name="name"
          required
          maxlength="200"
          autocomplete="off"
          aria-describedby="name-hint"
        />
        <p class="hint" id="name-hint">
          What the key is for, for example “nightly import”. You can use each name once.
        </p>
      </div>
      <div class="field">
        <label for="lifetime">Expires</label>
        <select id="lifetime" name="lifetime">
          ${KEY_LIFETIMES.map(({ value, label }) => html`<option value="${value}">${label}</option>`)}
        </select>
      </div>
      <fieldset>
        <legend>Permissions</legend>
        ${permissions.map(
          (permission) =>
            html`<label class="choice"
              ><input
                type="checkbox"
                name="permissions"
                value="${permission}"
                ${permission !== 'delete' && html`checked`}
              />
              <span>${permission}<small>${PERMISSION_HINTS[permission]}</small></span></label
            >`,
        )}
      </fieldset>
      <button type="submit">Create key</button>
    </form>
  </div>`;

function flashMessage(flash: Flash, baseUrl: string): Html | null {
  if (flash.kind !== 'key-created') return flashNote(flash);
  return html`<div class="panel made" role="status">
    <h2>Your new key: ${flash.name}</h2>
    <p>Copy the key now. It cannot be shown again.</p>
    <pre class="key">${flash.apiKey}</pre>
    <p>Exchange it for an access token:</p>
    <pre>curl -X POST ${baseUrl}/api/v2/auth/token -H "Authorization: Bearer ${flash.apiKey}"</pre>
  </div>`;
}
