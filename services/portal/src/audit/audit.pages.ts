import { AUDIT_ACTIONS } from '@loci/core';
import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { breakableName } from '../pages/name.pages.ts';
import { formatDate } from '../pages/times.pages.ts';
import type { ListedMember } from '../people/member.ts';
import type { NameOf } from '../people/user-names.ts';
import type { Texts } from '../texts/texts.ts';
import { OBJECT_TYPES, toPageQuery } from './audit-filter.ts';
import type { AuditFilter } from './audit-filter.ts';

/** An entry of the audit log as the API returns it. */
export interface AuditEntry {
  at: string;
  id: string;
  user_id: string;
  via: string;
  operation: string;
  action: string;
  object_type: string;
  object_ids: string[];
}

export interface AuditPage {
  texts: Texts;
  entries: readonly AuditEntry[];
  nextCursor: string | null;
  isFirstPage: boolean;
  filter: AuditFilter;
  members: readonly ListedMember[];
  nameOf: NameOf;
  problem: string | undefined;
}

/** IDs of an entry that are shown. An entry of a bulk operation can have many. */
const SHOWN_IDS = 3;

export const auditPage = (page: AuditPage): Html => {
  const { texts, entries, nextCursor, isFirstPage, filter, problem } = page;
  const { audit } = texts;
  const query = toPageQuery(filter);
  const isFiltered = query.size > 0;
  const next = new URLSearchParams(query);
  if (nextCursor !== null) next.set('cursor', nextCursor);
  return html`<h1>${audit.title}</h1>
    <p class="lead">${audit.lead}</p>
    ${filterForm(page)} ${problem && html`<p class="note bad" role="alert">${problem}</p>`}
    <div class="panel">
      ${
        entries.length === 0
          ? html`<p class="quiet">${isFiltered ? audit.noneFiltered : audit.none}</p>`
          : html`<table class="stack" aria-label="${audit.title}">
              <thead>
                <tr>
                  <th scope="col">${audit.time}</th>
                  <th scope="col">${audit.user}</th>
                  <th scope="col">${audit.action}</th>
                  <th scope="col">${audit.object}</th>
                  <th scope="col">${audit.operation}</th>
                </tr>
              </thead>
              <tbody>
                ${entries.map((entry) => entryRow(page, entry))}
              </tbody>
            </table>`
      }
      <p class="pages">
        ${!isFirstPage && html`<a href="/audit?${query.toString()}">${texts.page.firstPage}</a>`}
        ${nextCursor !== null && html`<a href="/audit?${next.toString()}">${texts.page.nextPage}</a>`}
      </p>
    </div>
    <div class="actions">
      <a class="button second" href="/audit/export?${query.toString()}" download>${audit.export}</a>
    </div>
    <p class="hint">${audit.exportHint}</p>`;
};

const filterForm = ({ texts: { audit }, filter, members, nameOf }: AuditPage): Html => {
  const texts = audit.filter;
  const people: [string, string][] = [
    ...members.map(({ user_id: id, email }): [string, string] => [id, email ?? id]),
    ['operator', nameOf('operator')],
    ['system', nameOf('system')],
  ];
  return html`<form method="get" action="/audit" class="inline-form">
    ${select('user_id', texts.user, filter.userId, [['', texts.anyone], ...people])}
    ${select('action', texts.action, filter.action, [
      ['', texts.any],
      ...AUDIT_ACTIONS.map((each): [string, string] => [each, audit.actions[each]!]),
    ])}
    ${select('object_type', texts.objectType, filter.objectType, [
      ['', texts.any],
      ...OBJECT_TYPES.map((each): [string, string] => [each, audit.objectTypes[each]!]),
    ])}
    <div class="field grow">
      <label for="object_id">${texts.objectId}</label>
      <input type="text" id="object_id" name="object_id" value="${filter.objectId}" maxlength="128" />
    </div>
    <div class="field">
      <label for="from">${texts.from}</label>
      <input type="date" id="from" name="from" value="${filter.from}" />
    </div>
    <div class="field">
      <label for="to">${texts.to}</label>
      <input type="date" id="to" name="to" value="${filter.to}" />
    </div>
    <button type="submit">${texts.button}</button>
    <a class="button second" href="/audit">${texts.clear}</a>
  </form>`;
};

const select = (name: string, label: string, selected: string, options: [string, string][]): Html =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options.map(
        ([value, text]) =>
          html`<option value="${value}" ${value === selected && html`selected`}>${text}</option>`,
      )}
    </select>
  </div>`;

const entryRow = ({ texts: { audit }, nameOf }: AuditPage, entry: AuditEntry): Html => {
  const shown = entry.object_ids.slice(0, SHOWN_IDS);
  const more = entry.object_ids.length - shown.length;
  return html`<tr>
    <td>${formatDate(entry.at)}</td>
    <td class="break" data-label="${audit.user}">
      <span title="${entry.user_id}">${breakableName(nameOf(entry.user_id))}</span>
      <br /><small>${audit.via[entry.via] ?? entry.via}</small>
    </td>
    <td data-label="${audit.action}">${audit.actions[entry.action] ?? entry.action}</td>
    <td class="break" data-label="${audit.object}">
      ${audit.objectTypes[entry.object_type] ?? entry.object_type}
      ${shown.map((id) => html`<br />${objectLink(entry, id)}`)}
      ${more > 0 && html`<br />${audit.more(more)}`}
    </td>
    <td class="break" data-label="${audit.operation}"><code>${entry.operation}</code></td>
  </tr>`;
};

/** Links to an object that still can exist and has a page. */
const objectLink = ({ object_type: type, action }: AuditEntry, id: string): Html =>
  (type === 'memory' || type === 'document') && action !== 'delete'
    ? html`<a href="/memories/${id}"><code>${id}</code></a>`
    : html`<code>${id}</code>`;
