import type { Loci } from '@loci/client';
import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { contentOf } from '../memories/markdown.pages.ts';
import { memoryItem } from '../memories/memory-item.pages.ts';
import { excerpt } from '../pages/excerpt.ts';
import { flashNote } from '../pages/flash-note.pages.ts';
import { formatNumber } from '../pages/numbers.ts';
import { formatDate } from '../pages/times.pages.ts';
import type { Flash } from '../sessions/session.ts';
import type { Locale } from '../texts/texts.ts';

export type ContextList = Awaited<ReturnType<Loci['checkpoints']['list']>>;
export type SavedContext = Awaited<ReturnType<Loci['checkpoints']['get']>>;
type ContextMemory = SavedContext['memories'][number];

/** Maximum number of memories that the API returns for a context. */
const MAX_MEMORIES = 100;
const EXCERPT_LENGTH = 160;

export interface ContextPageOptions {
  locale: Locale;
  permissions: readonly string[];
  flash: Flash | undefined;
}

/** Lists contexts, with a filter by name. */
export const contextListPage = (
  { items, pagination }: ContextList,
  {
    locale,
    permissions,
    flash,
    name,
    isFirstPage,
  }: ContextPageOptions & { name: string; isFirstPage: boolean },
): Html => {
  const { texts: all, language } = locale;
  const texts = all.contexts;
  const isEmpty = items.length === 0 && name === '' && isFirstPage;
  const createLink =
    permissions.includes('write') && html`<a class="button" href="/contexts/new">${texts.create}</a>`;
  return html`<h1>${texts.title}</h1>
    <p class="lead">${texts.lead}</p>
    ${flash && flashNote(flash)}
    ${
      isEmpty
        ? html`<div class="panel first">
            <h2>${texts.emptyTitle}</h2>
            <p>${texts.empty}</p>
            ${createLink && html`<div class="actions">${createLink}</div>`}
          </div>`
        : html`${createLink && html`<p>${createLink}</p>`}
            <form method="get" action="/contexts" class="inline-form" role="search">
              <div class="field grow">
                <label for="name">${texts.find}</label>
                <input
                  type="search"
                  id="name"
                  name="name"
                  value="${name}"
                  maxlength="200"
                  autocomplete="off"
                />
              </div>
              <button type="submit" class="second">${texts.findButton}</button>
            </form>
            ${
              items.length === 0
                ? html`<p class="quiet">${texts.noMatch(name)} <a href="/contexts">${texts.showAll}</a></p>`
                : html`<p class="quiet">
                      ${texts.total(formatNumber(pagination.total, language), pagination.total === 1)}
                    </p>
                    <ul class="results contexts">
                      ${items.map((item) => listedContext(item, locale))}
                    </ul>`
            }
            <p class="pages">
              ${!isFirstPage && html`<a href="${listUrl(name)}">${texts.newest}</a>`}
              ${pagination.next_cursor !== null && html`<a href="${listUrl(name, pagination.next_cursor)}">${texts.older}</a>`}
            </p>`
    }`;
};

function listUrl(name: string, cursor?: string): string {
  const query = new URLSearchParams({
    ...(name !== '' && { name }),
    ...(cursor !== undefined && { cursor }),
  });
  return query.size === 0 ? '/contexts' : `/contexts?${query.toString()}`;
}

const listedContext = (
  { id, name, description, memory_count: count, created_at: created }: ContextList['items'][number],
  { texts: { contexts: texts }, language }: Locale,
): Html =>
  html`<li>
    <h2 class="break"><a class="content" href="/contexts/${id}">${name}</a></h2>
    ${description !== null && html`<p>${excerpt(description)}</p>`}
    <div class="meta">
      <span>${texts.memoryCount(formatNumber(count, language), count === 1)}</span>
      <span>${texts.created} ${formatDate(created)}</span>
    </div>
  </li>`;

/** Shows a context with its memories. */
export const contextPage = (
  context: SavedContext,
  { locale, permissions, flash }: ContextPageOptions,
): Html => {
  const texts = locale.texts.contexts;
  const { id, name, description, memories, omitted_memory_ids: omitted } = context;
  return html`<h1 class="break">${name}</h1>
    <p class="meta">
      <span>${texts.created} ${formatDate(context.created_at)}</span>
      <span>${texts.changed} ${formatDate(context.updated_at)}</span>
    </p>
    ${flash && flashNote(flash)}
    <div class="actions document-actions">
      ${permissions.includes('write') && html`<a class="button" href="/contexts/${id}/edit">${texts.edit}</a>`}
      <a class="button second" href="/memories/${id}">${texts.asMemory}</a>
      ${permissions.includes('delete') && html`<a class="button danger" href="/contexts/${id}/delete">${texts.remove}</a>`}
    </div>
    <div class="panel">
      <h2>${texts.description}</h2>
      ${description === null ? html`<p class="quiet">${texts.noDescription}</p>` : contentOf(description)}
    </div>
    <div class="panel">
      <h2>${texts.use}</h2>
      <p>${texts.useText}</p>
      <pre class="key" data-copy>${texts.usePrompt(name)}</pre>
    </div>
    <h2>${texts.memories}</h2>
    ${memories.length === 0 && html`<p class="quiet">${texts.noMemories}</p>`}
    <ul class="results">
      ${memories.map((memory) => attachedMemory(memory, locale))}
    </ul>
    ${memories.length + omitted.length >= MAX_MEMORIES && html`<p class="quiet">${texts.firstMemories}</p>`}
    ${
      omitted.length > 0 &&
      html`<p>${texts.omitted}</p>
        <ul class="plain-list break">
          ${omitted.map((each) => html`<li><a href="/memories/${each}">${each}</a></li>`)}
        </ul>`
    }`;
};

const attachedMemory = (memory: ContextMemory, locale: Locale): Html =>
  memoryItem(memory, locale, memory.has_evolved ? locale.texts.contexts.evolved : undefined);

/** Values of the form of a context. */
export interface ContextFields {
  name: string;
  description: string;
  /** Text with the IDs of the memories to add. */
  add: string;
  /** IDs of the attached memories that remain. Null for all. */
  keep: readonly string[] | null;
}

export interface ContextForm {
  locale: Locale;
  csrf: string;
  /** The stored context with its ETag. Null for a new one. */
  stored: { context: SavedContext; etag: string } | null;
  fields: ContextFields;
  /** Memories of `fields.add` that exist. */
  added: readonly { id: string; content: string }[];
  problem?: string | undefined;
  /** Field that caused the problem, if it is known. */
  problemField?: 'name' | 'description' | 'add' | undefined;
  /** True if the context was changed after the form was loaded. */
  hasConflict?: boolean;
}

/** The form for a new or a changed context. */
export const contextFormPage = (form: ContextForm, island: (props: object, fallback: Html) => Html): Html => {
  const { locale, csrf, stored, fields, added, problem, problemField, hasConflict = false } = form;
  const texts = locale.texts.contexts;
  const path = stored === null ? '/contexts' : `/contexts/${stored.context.id}`;
  const problemOf = (field: ContextForm['problemField']): Html | false =>
    problem !== undefined &&
    problemField === field &&
    html`<p class="note bad" role="alert" id="problem">${problem}</p>`;
  const isInvalid = (field: ContextForm['problemField']): Html | false =>
    problemField === field && html`aria-invalid="true"`;
  const describedBy = (field: ContextForm['problemField'], hint: string): string =>
    problemField === field ? `${hint} problem` : hint;
  return html`<h1 class="break">
      ${stored === null ? texts.newTitle : texts.editTitle(stored.context.name)}
    </h1>
    ${hasConflict && html`<p class="note warn" role="alert">${texts.conflict}</p>`} ${problemOf(undefined)}
    <form method="post" action="${stored === null ? path : `${path}/edit`}" class="panel first">
      <input type="hidden" name="csrf" value="${csrf}" />
      ${stored !== null && html`<input type="hidden" name="etag" value="${stored.etag}" />`}
      <div class="field">
        <label for="name">${texts.name}</label>
        <input
          type="text"
          id="name"
          name="name"
          required
          maxlength="200"
          autocomplete="off"
          value="${fields.name}"
          aria-describedby="${describedBy('name', 'name-hint')}"
          ${isInvalid('name')}
        />
        <p class="hint" id="name-hint">${texts.nameHint}</p>
        ${problemOf('name')}
      </div>
      <div class="field">
        <label for="description">${texts.description}</label>
        <textarea
          id="description"
          name="description"
          rows="8"
          maxlength="10000"
          aria-describedby="${describedBy('description', 'description-hint')}"
          ${isInvalid('description')}
        >
${fields.description}</textarea>
        <p class="hint" id="description-hint">${texts.descriptionHint}</p>
        ${problemOf('description')}
      </div>
      ${stored !== null && stored.context.memories.length > 0 && attachedFields(stored.context.memories, fields, locale)}
      ${island(
        { exclude: stored?.context.id, added },
        html`<div class="field">
          <label for="add">${texts.add}</label>
          <textarea id="add" name="add" rows="2" aria-describedby="${describedBy('add', 'add-hint')}">
${fields.add}</textarea>
          <p class="hint" id="add-hint">${texts.addHint}</p>
        </div>`,
      )}
      ${problemOf('add')}
      <div class="actions">
        <button type="submit">${texts.save}</button>
        <a class="button second" href="${path}">${locale.texts.page.cancel}</a>
      </div>
    </form>
    ${
      hasConflict &&
      stored !== null &&
      html`<div class="panel">
        <h2>${texts.stored}</h2>
        <p class="break"><strong>${stored.context.name}</strong></p>
        ${stored.context.description === null ? html`<p class="quiet">${texts.noDescription}</p>` : contentOf(stored.context.description)}
      </div>`
    }`;
};

/** A check box per attached memory. Each has a hidden field, so that unchecked ones are known as well. */
const attachedFields = (
  memories: readonly ContextMemory[],
  { keep }: ContextFields,
  { texts: { contexts: texts } }: Locale,
): Html =>
  html`<fieldset aria-describedby="attached-hint">
    <legend>${texts.attached}</legend>
    ${memories.map(
      ({ id, content }) =>
        html`<input type="hidden" name="shown" value="${id}" />
          <label class="choice">
            <input
              type="checkbox"
              name="keep"
              value="${id}"
              ${(keep === null || keep.includes(id)) && html`checked`}
            />
            <span class="break">${excerpt(content, EXCERPT_LENGTH)}</span>
          </label>`,
    )}
    <p class="hint" id="attached-hint">${texts.attachedHint}</p>
  </fieldset>`;
