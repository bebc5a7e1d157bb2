import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { breakableName } from '../pages/name.pages.ts';
import { flashNote } from '../pages/flash-note.pages.ts';
import { formatDate } from '../pages/times.pages.ts';
import type { ListedMember } from '../people/member.ts';
import type { NameOf } from '../people/user-names.ts';
import type { Flash } from '../sessions/session.ts';
import type { Locale, Texts } from '../texts/texts.ts';
import { receiptPanel } from './receipt.pages.ts';
import type { Receipt } from './receipt.pages.ts';

/** An erasure as the API returns it. @see docs/reference/erasure.md#the-erasure-object */
export interface Erasure {
  id: string;
  user_id: string;
  status: 'running' | 'verifying' | 'completed';
  requested_at: string;
  completed_at: string | null;
  receipt: Receipt | null;
}

export interface ErasuresPage {
  texts: Texts;
  erasures: { items: readonly Erasure[]; next_cursor: string | null };
  /** Members whose data the user can erase. Empty if the user is not an owner. */
  members: readonly ListedMember[];
  user: { userId: string; email: string };
  isOwner: boolean;
  canErase: boolean;
  nameOf: NameOf;
  isFirstPage: boolean;
  flash: Flash | undefined;
  problem: string | undefined;
}

export const erasuresPage = (page: ErasuresPage): Html => {
  const { texts, erasures, isFirstPage, flash } = page;
  const labels = texts.workspace.erasures;
  return html`<p><a href="/workspace">${texts.workspace.title}</a></p>
    <h1>${labels.title}</h1>
    <p class="lead">${page.isOwner ? labels.textOwner : labels.textMember}</p>
    ${flash && flashNote(flash)} ${startForm(page)}
    <div class="panel">
      <h2 id="erasures">${labels.list}</h2>
      ${
        erasures.items.length === 0
          ? html`<p class="quiet">${labels.none}</p>`
          : html`<table class="stack" aria-labelledby="erasures">
              <thead>
                <tr>
                  <th scope="col">${labels.user}</th>
                  <th scope="col">${labels.requested}</th>
                  <th scope="col">${labels.status}</th>
                  <th scope="col">${texts.page.action}</th>
                </tr>
              </thead>
              <tbody>
                ${erasures.items.map((erasure) => {
                  const name = page.nameOf(erasure.user_id);
                  return html`<tr>
                    <td class="break"><strong title="${erasure.user_id}">${breakableName(name)}</strong></td>
                    <td data-label="${labels.requested}">${formatDate(erasure.requested_at)}</td>
                    <td data-label="${labels.status}">${labels.states[erasure.status]}</td>
                    <td>
                      <a
                        class="button second small"
                        href="/workspace/erasures/${erasure.id}"
                        aria-label="${labels.openOf(name)}"
                        >${labels.open}</a
                      >
                    </td>
                  </tr>`;
                })}
              </tbody>
            </table>`
      }
      <p class="pages">
        ${!isFirstPage && html`<a href="/workspace/erasures">${texts.page.firstPage}</a>`}
        ${
          erasures.next_cursor !== null &&
          html`<a href="/workspace/erasures?cursor=${encodeURIComponent(erasures.next_cursor)}"
            >${texts.page.nextPage}</a
          >`
        }
      </p>
    </div>`;
};

const startForm = ({ texts, members, user, isOwner, canErase, problem }: ErasuresPage): Html => {
  const labels = texts.workspace.erasures;
  if (!canErase) return html`<p class="note">${labels.needsDelete}</p>`;
  return html`<div class="panel">
    ${problem && html`<p class="note bad" role="alert">${problem}</p>`}
    <form method="get" action="/workspace/erasures/new">
      ${
        isOwner
          ? html`<div class="field">
                <label for="user_id">${labels.user}</label>
                <select id="user_id" name="user_id">
                  ${members.map(
                    ({ user_id: id, email }) =>
                      html`<option value="${id}" ${id === user.userId && html`selected`}>
                        ${email ?? id}
                      </option>`,
                  )}
                </select>
              </div>
              <details>
                <summary>${labels.formerUser}</summary>
                <div class="field">
                  <label for="former_user_id">${labels.formerUser}</label>
                  <input
                    type="text"
                    id="former_user_id"
                    name="former_user_id"
                    maxlength="36"
                    autocomplete="off"
                    aria-describedby="former-hint"
                  />
                  <p class="hint" id="former-hint">${labels.formerHint}</p>
                </div>
              </details>`
          : html`<input type="hidden" name="user_id" value="${user.userId}" />
              <p><strong class="break">${user.email}</strong></p>`
      }
      <button type="submit" class="danger">${labels.next}</button>
    </form>
  </div>`;
};

/** Form fields that prevent an accidental erasure. */
export const erasureFields = (
  { workspace: { erasures } }: Texts,
  { userId, name }: { userId: string; name: string },
): Html =>
  html`<input type="hidden" name="user_id" value="${userId}" />
    <div class="field">
      <label for="confirmation" class="break">${erasures.confirmField(name)}</label>
      <input
        type="text"
        id="confirmation"
        name="confirmation"
        required
        maxlength="254"
        autocomplete="off"
        spellcheck="false"
      />
    </div>`;

export const erasurePage = (locale: Locale, erasure: Erasure, name: string): Html => {
  const labels = locale.texts.workspace.erasures;
  return html`<p><a href="/workspace/erasures">${labels.back}</a></p>
    <h1 class="break">${labels.detailTitle(name)}</h1>
    <div class="panel">
      <ol class="line">
        <li>${labels.requested}: ${formatDate(erasure.requested_at)}</li>
        <li class="here" aria-current="true">
          ${labels.states[erasure.status]}${
            erasure.completed_at !== null && html`: ${formatDate(erasure.completed_at)}`
          }
        </li>
      </ol>
      <p class="below">
        ${erasure.receipt === null ? html`${labels.running} ${labels.reloads}` : labels.completed}
      </p>
    </div>
    ${erasure.receipt && receiptPanel(locale, erasure.receipt)}`;
};
