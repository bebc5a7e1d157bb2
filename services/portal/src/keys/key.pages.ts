import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { flashNote } from '../pages/flash-note.pages.ts';
import { pageLinks } from '../pages/list-pages.ts';
import { formatDate } from '../pages/times.pages.ts';
import type { ListPage } from '../people/member.ts';
import type { NameOf } from '../people/user-names.ts';
import type { Flash } from '../sessions/session.ts';
import type { Texts } from '../texts/texts.ts';
import type { ListedKey } from './key.ts';

export interface KeysPage {
  texts: Texts;
  keys: ListPage<ListedKey>;
  nameOf: NameOf;
  /** True if the list also contains keys of other users. */
  isOwner: boolean;
  /** Permissions of the user. A key cannot have other permissions. */
  permissions: readonly string[];
  csrf: string;
  flash: Flash | undefined;
  problem: string | undefined;
  /** Values of a rejected form. */
  entered: { name: string; permissions: readonly string[]; lifetime: string } | undefined;
  baseUrl: string;
}

/** Lifetimes that a user can choose for a key, in days. Null for a key that does not expire. */
export const KEY_LIFETIMES = [
  { value: 'never', days: null },
  { value: '30', days: 30 },
  { value: '90', days: 90 },
  { value: '365', days: 365 },
] as const;

export const keysPage = (page: KeysPage): Html => {
  const { texts, keys, permissions, flash } = page;
  const canWrite = permissions.includes('write');
  return html`<h1>${texts.keys.title}</h1>
    <p class="lead">${texts.keys.lead}</p>
    ${flash && flashMessage(page, flash)}
    <div class="panel">
      <h2 id="keys">${texts.keys.list}</h2>
      ${keys.items.length === 0 ? html`<p class="quiet">${texts.keys.none}</p>` : keyTable(page, canWrite)}
      ${pageLinks(keys.pagination, '/keys', texts.page)}
    </div>
    ${canWrite && createKeyForm(page)}`;
};

const keyTable = ({ texts, keys, nameOf, isOwner }: KeysPage, canRevoke: boolean): Html => {
  const labels = texts.keys;
  return html`<table class="stack" aria-labelledby="keys">
    <thead>
      <tr>
        <th scope="col">${labels.name}</th>
        ${isOwner && html`<th scope="col">${labels.owner}</th>`}
        <th scope="col">${labels.permissions}</th>
        <th scope="col">${labels.created}</th>
        <th scope="col">${labels.lastUsed}</th>
        <th scope="col">${labels.expires}</th>
        <th scope="col">${texts.page.action}</th>
      </tr>
    </thead>
    <tbody>
      ${keys.items.map(
        (key) =>
          html`<tr>
            <td class="break"><strong>${key.name}</strong><br /><code>loci_${key.prefix}_…</code></td>
            ${isOwner && html`<td class="break" data-label="${labels.owner}">${nameOf(key.user_id)}</td>`}
            <td data-label="${labels.permissions}">
              ${key.permissions.map((each) => labels.create.permissionNames[each] ?? each).join(', ')}
            </td>
            <td data-label="${labels.created}">${formatDate(key.created_at)}</td>
            <td data-label="${labels.lastUsed}">
              ${key.last_used_at === null ? texts.page.never : formatDate(key.last_used_at)}
            </td>
            <td data-label="${labels.expires}">
              ${key.expires_at === null ? texts.page.never : formatDate(key.expires_at)}
            </td>
            <td>
              ${
                canRevoke &&
                html`<a
                  class="button danger small"
                  href="/keys/${key.key_id}/revoke"
                  aria-label="${labels.revokeKey(key.name)}"
                  >${labels.revoke}</a
                >`
              }
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;
};

const createKeyForm = ({ texts, permissions, csrf, problem, entered }: KeysPage): Html => {
  const { create } = texts.keys;
  const isChecked = (permission: string): boolean =>
    entered === undefined ? permission !== 'delete' : entered.permissions.includes(permission);
  return html`<div class="panel">
    <h2>${create.title}</h2>
    ${problem && html`<p class="note bad" role="alert" id="problem">${problem}</p>`}
    <form method="post" action="/keys">
      <input type="hidden" name="csrf" value="${csrf}" />
      <div class="field">
        <label for="name">${texts.keys.name}</label>
        <input
          type="text"
          id="name"
          name="name"
          value="${entered?.name}"
          required
          maxlength="200"
          autocomplete="off"
          aria-describedby="name-hint${problem && ' problem'}"
          ${problem && html`aria-invalid="true"`}
        />
        <p class="hint" id="name-hint">${create.hint}</p>
      </div>
      <div class="field">
        <label for="lifetime">${texts.keys.expires}</label>
        <select id="lifetime" name="lifetime">
          ${KEY_LIFETIMES.map(
            ({ value }) =>
              html`<option value="${value}" ${value === entered?.lifetime && html`selected`}>
                ${create.lifetimes[value]}
              </option>`,
          )}
        </select>
      </div>
      <fieldset>
        <legend>${texts.keys.permissions}</legend>
        ${permissions.map(
          (permission) =>
            html`<label class="choice"
              ><input
                type="checkbox"
                name="permissions"
                value="${permission}"
                ${isChecked(permission) && html`checked`}
              />
              <span
                >${create.permissionNames[permission]}<small
                  >${create.permissionHints[permission]}</small
                ></span
              ></label
            >`,
        )}
      </fieldset>
      <button type="submit">${create.button}</button>
    </form>
  </div>`;
};

function flashMessage({ texts, baseUrl }: KeysPage, flash: Flash): Html | null {
  if (flash.kind !== 'key-created') return flashNote(flash);
  const { newKey } = texts.keys;
  return html`<div class="panel made" role="status">
    <h2 class="break">${newKey.title(flash.name)}</h2>
    <p>${newKey.text}</p>
    <pre class="key" data-copy>${flash.apiKey}</pre>
    <p>${newKey.exchange}</p>
    <pre data-copy>curl -X POST ${baseUrl}/api/v2/auth/token -H "Authorization: Bearer ${flash.apiKey}"</pre>
  </div>`;
}
