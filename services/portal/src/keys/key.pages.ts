import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import type { Flash } from '../sessions/session.ts';
import { showDate } from '../search/search.pages.ts';

export interface ListedKey {
  key_id: string;
  prefix: string;
  name: string;
  permissions: string[];
  created_at: string;
  revoked_at: string | null;
}

export interface KeysPage {
  keys: readonly ListedKey[];
  /** Of the person: a key cannot have more. */
  permissions: readonly string[];
  csrf: string;
  message: Flash | undefined;
  problem: string | undefined;
  baseUrl: string;
}

const MEANINGS: Record<string, string> = {
  read: 'Look at everything in the workspace, and search.',
  write: 'Add and change memories, relationships, documents and files.',
  delete: 'Delete them.',
};

export const keysPage = ({ keys, permissions, csrf, message, problem, baseUrl }: KeysPage): Html => html`
  <h1>Keys</h1>
  <p class="lead">
    For servers and scripts. A key is exchanged for tokens, and works until you revoke it: keep it like a
    password.
  </p>
  ${message && showMessage(message, baseUrl)}
  ${permissions.includes('write') ? makeKey(permissions, csrf, problem) : null}
  <div class="panel">
    <h2 id="keys">Keys that work</h2>
    ${
      keys.length === 0
        ? html`<p class="quiet">There are none.</p>`
        : html`<table class="stack" aria-labelledby="keys">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Begins with</th>
                <th scope="col">May</th>
                <th scope="col">Made</th>
                <th scope="col">Action</th>
              </tr>
            </thead>
            <tbody>
              ${keys.map((key) => showKey(key, csrf, permissions.includes('write')))}
            </tbody>
          </table>`
    }
  </div>
`;

const showKey = (key: ListedKey, csrf: string, mayRevoke: boolean): Html =>
  html`<tr>
    <td class="break"><strong>${key.name}</strong></td>
    <td data-label="Begins with"><code>loci_${key.prefix}_</code></td>
    <td data-label="May">${key.permissions.join(', ')}</td>
    <td data-label="Made">${showDate(key.created_at)}</td>
    <td>
      ${
        mayRevoke &&
        html`<form method="post" action="/keys/${key.key_id}/revoke">
          <input type="hidden" name="csrf" value="${csrf}" />
          <button type="submit" class="danger small" aria-label="Revoke ${key.name}">Revoke</button>
        </form>`
      }
    </td>
  </tr>`;

const makeKey = (permissions: readonly string[], csrf: string, problem: string | undefined): Html =>
  html`<div class="panel">
    <h2>Make a key</h2>
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
          What it is for, so that you know later: for example “nightly import”.
        </p>
      </div>
      <fieldset>
        <legend>It may</legend>
        ${permissions.map(
          (permission) =>
            html`<label class="choice"
              ><input
                type="checkbox"
                name="permissions"
                value="${permission}"
                ${permission !== 'delete' && html`checked`}
              />
              <span>${permission}<small>${MEANINGS[permission]}</small></span></label
            >`,
        )}
      </fieldset>
      <button type="submit">Make the key</button>
    </form>
  </div>`;

function showMessage(message: Flash, baseUrl: string): Html {
  if (message.kind === 'notice') return html`<p class="note good" role="status">${message.text}</p>`;
  return html`<div class="panel made" role="status">
    <h2>Your new key: ${message.name}</h2>
    <p>Copy it now. It is shown this once, and nobody can show it to you again.</p>
    <pre class="key">${message.text}</pre>
    <p>Exchange it for a token:</p>
    <pre>curl -X POST ${baseUrl}/api/v2/auth/token -H "Authorization: Bearer ${message.text}"</pre>
  </div>`;
}
