import { html } from '@loci/pages';
import type { Html, HtmlValue } from '@loci/pages';
import { changedText } from '../pages/difference.pages.ts';
import { excerpt } from '../pages/excerpt.ts';
import { formatDate } from '../pages/times.pages.ts';
import type { NameOf } from '../people/user-names.ts';
import type { Locale } from '../texts/texts.ts';
import type { MemoryView, Revision, Version } from './load-memory.ts';

/** Renders the versions of a memory with their changes. */
export const versionsSection = (
  { versions, versionCount, memory }: MemoryView,
  { texts: { memory: texts } }: Locale,
): Html =>
  html`<details class="section">
    <summary><h2>${texts.versions.title(versionCount)}</h2></summary>
    <ol class="line">
      ${versions.map((version, index) => versionItem(version, versions[index - 1], memory.id, texts.versions))}
    </ol>
  </details>`;

const versionItem = (
  { id, version, content, is_active: isActive }: Version,
  previous: Version | undefined,
  shownId: string,
  texts: Locale['texts']['memory']['versions'],
): Html => {
  const label = texts.label(version, isActive, excerpt(content, 90));
  const changes =
    previous &&
    html`<details>
      <summary>${texts.changes}</summary>
      <p class="memory">${changedText(previous.content, content)}</p>
    </details>`;
  return id === shownId
    ? html`<li class="here"><span aria-current="true">${label}</span>${changes}</li>`
    : html`<li><a href="/memories/${id}">${label}</a>${changes}</li>`;
};

/** Renders who changed what, latest change first. */
export function historySection(
  { memory, revisions, nextRevisions }: MemoryView,
  { cursor, nameOf, locale }: { cursor: string | null; nameOf: NameOf; locale: Locale },
): Html {
  const { history } = locale.texts.memory;
  return html`<details class="section" id="history" ${cursor !== null && html`open`}>
    <summary><h2>${history.title}</h2></summary>
    <ol class="line">
      ${revisions.map((revision, index) => revisionItem(revision, revisions[index + 1], nameOf, locale))}
    </ol>
    <p class="actions">
      ${cursor !== null && html`<a href="/memories/${memory.id}#history">${history.newest}</a>`}
      ${
        nextRevisions !== null &&
        html`<a href="/memories/${memory.id}?history=${nextRevisions}#history">${history.more}</a>`
      }
    </p>
  </details>`;
}

const revisionItem = (
  revision: Revision,
  previous: Revision | undefined,
  nameOf: NameOf,
  locale: Locale,
): Html => {
  const { history } = locale.texts.memory;
  return html`<li>
    ${history[revision.change]} ${formatDate(revision.recorded_at)}
    ${history.by(nameOf(revision.recorded_by))} ${previous && changesOf(revision, previous, locale)}
  </li>`;
};

/** Renders the fields in which a state differs from the one before it. */
function changesOf(revision: Revision, previous: Revision, locale: Locale): Html {
  const { history } = locale.texts.memory;
  const fields = Object.entries(history.fields).flatMap(([field, label]) => {
    const [before, after] = [previous, revision].map((state) => state[field as keyof Revision]);
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    return [
      html`<dt>${label}</dt>
        <dd><del>${valueOf(before, locale)}</del> → <ins>${valueOf(after, locale)}</ins></dd>`,
    ];
  });
  return html`${fields.length > 0 && html`<dl class="facts changes">${fields}</dl>`}
  ${
    revision.content !== previous.content &&
    html`<details>
      <summary>${history.content}</summary>
      <p class="memory">${changedText(previous.content, revision.content)}</p>
    </details>`
  }`;
}

function valueOf(value: unknown, { language, texts: { memory, vocabulary } }: Locale): HtmlValue {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0))
    return memory.history.empty;
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? '✓' : '–';
  if (typeof value === 'number') return new Intl.NumberFormat(language, { style: 'percent' }).format(value);
  if (typeof value === 'object') return excerpt(JSON.stringify(value), 200);
  const text = String(value);
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return formatDate(text);
  return vocabulary.memoryTypes[text] ?? text;
}
