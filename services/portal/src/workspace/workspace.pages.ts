import { html } from '@loci/pages';
import type { Html, Page } from '@loci/pages';
import { flashNote } from '../pages/flash-note.pages.ts';
import { formatNumber } from '../pages/numbers.ts';
import { formatDate } from '../pages/times.pages.ts';
import type { Flash } from '../sessions/session.ts';
import type { Language } from '../texts/languages.ts';
import type { Locale, Texts } from '../texts/texts.ts';
import { formatBytes } from './format-bytes.ts';
import { USAGE_KINDS } from './load-usage.ts';
import type { Usage, UsageByKind } from './load-usage.ts';
import { receiptPanel } from './receipt.pages.ts';
import type { Receipt } from './receipt.pages.ts';
import { MAX_RETENTION_DAYS, RETENTION_TYPES, SECRET_FILTER_ACTIONS, retentionDays } from './settings.ts';
import type { RetentionDefault, SecretFilterAction, Settings } from './settings.ts';

/** Fields of the user's tenant that the page shows. */
export interface Workspace {
  name: string;
  tier: string;
  role: 'owner' | 'member' | 'viewer';
  /** True for the tenant that the server creates at its start. */
  bootstrap: boolean;
}

/** Status of the deletion of a tenant. */
export interface Deletion {
  status: string;
  deletion_requested_at: string | null;
  data_deleted_at: string | null;
  /** Null until no store contains data. */
  receipt: Receipt | null;
}

export interface WorkspacePage {
  locale: Locale;
  workspace: Workspace;
  usage: UsageByKind;
  settings: Settings;
  baseUrl: string;
  csrf: string;
  flash: Flash | undefined;
  /** Message for a rejected form of the retention defaults. */
  retentionProblem: string | undefined;
}

export const workspacePage = (page: WorkspacePage): Html => {
  const { locale, workspace, usage, flash } = page;
  const { texts, language } = locale;
  const { storage, lead } = texts.workspace;
  const isOwner = workspace.role === 'owner';
  return html`<h1 class="break">${workspace.name}</h1>
    <p class="lead">${lead(workspace.tier, texts.page.roles[workspace.role])}</p>
    ${flash && flashNote(flash)}
    <div class="panel">
      <h2 id="storage">${storage.title}</h2>
      <p>${storage.text}</p>
      <table class="stack" aria-labelledby="storage">
        <thead>
          <tr>
            <th scope="col">${storage.kind}</th>
            <th scope="col">${storage.stored}</th>
            <th scope="col">${storage.quota}</th>
            <th scope="col">${storage.used}</th>
          </tr>
        </thead>
        <tbody>
          ${USAGE_KINDS.map((kind) => usageRow(texts, language, storage.kinds[kind], usage[kind]))}
        </tbody>
      </table>
    </div>
    ${isOwner ? retentionForm(page) : retentionList(locale, page.settings.retention)}
    ${isOwner && page.settings.secretFilter !== null && secretFilterForm(page, page.settings.secretFilter)}
    ${isOwner && readersForm(page)} ${exportPanel(page)} ${erasePanel(texts, workspace)}
    ${isOwner && deletePanel(texts, workspace)}`;
};

function usageRow({ workspace }: Texts, language: Language, label: string, usage: Usage | null): Html {
  const { storage } = workspace;
  if (usage === null) {
    return html`<tr>
      <td><strong>${label}</strong></td>
      <td data-label="${storage.stored}" colspan="3">${storage.unavailable}</td>
    </tr>`;
  }
  const { used_bytes: used, quota_bytes: quota } = usage;
  return html`<tr>
    <td><strong>${label}</strong></td>
    <td data-label="${storage.stored}">${formatBytes(used, language)}</td>
    <td data-label="${storage.quota}">
      ${quota === null ? storage.unlimited : formatBytes(quota, language)}
    </td>
    <td data-label="${storage.used}">${quota === null ? '–' : usageMeter(label, used, quota)}</td>
  </tr>`;
}

const usageMeter = (label: string, used: number, quota: number): Html =>
  html`<meter min="0" max="${quota}" high="${quota * 0.9}" value="${used}" aria-label="${label}"></meter>
    ${Math.floor((used / quota) * 100)} %`;

const retentionForm = ({ locale, settings, csrf, retentionProblem }: WorkspacePage): Html => {
  const { retention } = locale.texts.workspace;
  const daysOf = (type: string): number | string => {
    const found = settings.retention.find(({ memory_type: each }) => each === type);
    return found === undefined ? '' : retentionDays(found);
  };
  return html`<div class="panel">
    <h2 id="retention">${retention.title}</h2>
    <p>${retention.text}</p>
    ${retentionProblem && html`<p class="note bad" role="alert" id="problem">${retentionProblem}</p>`}
    <form method="post" action="/workspace/retention">
      <input type="hidden" name="csrf" value="${csrf}" />
      <table aria-labelledby="retention" class="narrow">
        <thead>
          <tr>
            <th scope="col">${retention.memoryType}</th>
            <th scope="col">${retention.days}</th>
          </tr>
        </thead>
        <tbody>
          ${RETENTION_TYPES.map(
            (type) =>
              html`<tr>
                <td>${locale.texts.vocabulary.memoryTypes[type]}</td>
                <td>
                  <input
                    type="text"
                    inputmode="numeric"
                    class="short"
                    name="days-${type}"
                    value="${daysOf(type)}"
                    maxlength="10"
                    placeholder="∞"
                    autocomplete="off"
                    aria-label="${retention.daysOf(locale.texts.vocabulary.memoryTypes[type]!)}"
                  />
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
      <p class="hint">${retention.forever}</p>
      <button type="submit">${retention.save}</button>
    </form>
  </div>`;
};

/** Message for invalid days. */
export const retentionProblem = ({ language, texts }: Locale): string =>
  texts.workspace.retention.invalid(formatNumber(MAX_RETENTION_DAYS, language));

const retentionList = ({ language, texts }: Locale, defaults: readonly RetentionDefault[]): Html => {
  const { retention } = texts.workspace;
  return html`<div class="panel">
    <h2>${retention.title}</h2>
    <p>${retention.text}</p>
    ${
      defaults.length === 0
        ? html`<p class="quiet">${retention.none}</p>`
        : html`<dl class="facts">
            ${defaults.map(
              (each) =>
                html`<dt>${texts.vocabulary.memoryTypes[each.memory_type] ?? each.memory_type}</dt>
                  <dd>${retention.readOnly(formatNumber(retentionDays(each), language))}</dd>`,
            )}
          </dl>`
    }
  </div>`;
};

const secretFilterForm = ({ locale, csrf }: WorkspacePage, current: SecretFilterAction): Html => {
  const { secretFilter } = locale.texts.workspace;
  return html`<div class="panel">
    <h2 id="secret-filter">${secretFilter.title}</h2>
    <p>${secretFilter.text}</p>
    <form method="post" action="/workspace/secret-filter">
      <input type="hidden" name="csrf" value="${csrf}" />
      <fieldset aria-labelledby="secret-filter">
        ${SECRET_FILTER_ACTIONS.map(
          (action) =>
            html`<label class="choice"
              ><input type="radio" name="action" value="${action}" ${action === current && html`checked`} />
              <span>${secretFilter.actions[action]}<small>${secretFilter.hints[action]}</small></span></label
            >`,
        )}
      </fieldset>
      <button type="submit">${secretFilter.save}</button>
    </form>
  </div>`;
};

const readersForm = ({ locale, csrf, settings }: WorkspacePage): Html => {
  const { readers } = locale.texts.workspace;
  const choice = (value: 'on' | 'off', isChosen: boolean): Html =>
    html`<label class="choice"
      ><input type="radio" name="recording" value="${value}" ${isChosen && html`checked`} />
      <span>${readers.choices[value]}<small>${readers.hints[value]}</small></span></label
    >`;
  return html`<div class="panel">
    <h2 id="readers">${readers.title}</h2>
    <p>${readers.text}</p>
    <form method="post" action="/workspace/readers">
      <input type="hidden" name="csrf" value="${csrf}" />
      <fieldset aria-labelledby="readers">
        ${choice('on', settings.recordsReaders)} ${choice('off', !settings.recordsReaders)}
      </fieldset>
      <button type="submit">${readers.save}</button>
    </form>
  </div>`;
};

const exportPanel = ({ locale, baseUrl, csrf }: WorkspacePage): Html => {
  const texts = locale.texts.workspace.export;
  return html`<div class="panel">
    <h2>${texts.title}</h2>
    <p>${texts.text}</p>
    <form method="post" action="/workspace/export" class="actions">
      <input type="hidden" name="csrf" value="${csrf}" />
      <button type="submit" class="second">${texts.download}</button>
    </form>
    <p>${texts.commands}</p>
    <pre data-copy>
npx loci login --url ${baseUrl}
npx loci export loci.ndjson --url ${baseUrl}</pre>
  </div>`;
};

const erasePanel = ({ workspace: { erasures } }: Texts, { role }: Workspace): Html =>
  html`<div class="panel">
    <h2>${erasures.title}</h2>
    <p>${role === 'owner' ? erasures.textOwner : erasures.textMember}</p>
    <div class="actions">
      <a class="button danger" href="/workspace/erasures">${erasures.link}</a>
    </div>
  </div>`;

const deletePanel = ({ workspace: { deletion } }: Texts, { bootstrap }: Workspace): Html =>
  html`<div class="panel">
    <h2>${deletion.title}</h2>
    ${
      bootstrap
        ? html`<p>${deletion.bootstrap}</p>`
        : html`<p>${deletion.text}</p>
            <div class="actions">
              <a class="button danger" href="/workspace/delete">${deletion.button}</a>
            </div>`
    }
  </div>`;

/** Warns the user of the effects of deleting the tenant. */
export const deletionWarning = ({ workspace: { deletion } }: Texts): Html =>
  html`<p>${deletion.warning}</p>
    <ul>
      ${deletion.effects.map((effect) => html`<li>${effect}</li>`)}
    </ul>`;

export const deletionFields = ({ workspace: { deletion } }: Texts, { name }: Workspace): Html =>
  html`<div class="field">
      <label for="name" class="break">${deletion.nameField(name)}</label>
      <input
        type="text"
        id="name"
        name="name"
        required
        maxlength="200"
        autocomplete="off"
        spellcheck="false"
      />
    </div>
    <div class="field">
      <label for="password">${deletion.password}</label>
      <input
        type="password"
        id="password"
        name="password"
        required
        maxlength="1024"
        autocomplete="current-password"
      />
    </div>`;

export const deletionStatusPage = (locale: Locale, { status, receipt, ...times }: Deletion): Page => {
  const { deletion } = locale.texts.workspace;
  const isDone = status === 'deleted';
  const title = isDone ? deletion.isDeleted : deletion.isBeingDeleted;
  const { deletion_requested_at: requestedAt, data_deleted_at: deletedAt } = times;
  return {
    title,
    language: locale.language,
    texts: locale.texts.layout,
    body: html`<div class="panel">
        <h1>${title}</h1>
        <ol class="line">
          <li>${deletion.accessEnded} ${requestedAt && formatDate(requestedAt)}</li>
          <li class="here" aria-current="true">
            ${isDone ? html`${deletion.dataDeleted} ${deletedAt && formatDate(deletedAt)}` : deletion.deleting}
          </li>
        </ol>
        ${!isDone && html`<p class="below">${deletion.reloads}</p>`}
      </div>
      ${receipt && receiptPanel(locale, receipt)}`,
  };
};
