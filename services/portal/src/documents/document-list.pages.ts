import type { Document } from '@loci/client';
import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { flashNote } from '../pages/flash-note.pages.ts';
import { island } from '../pages/portal-page.ts';
import { formatDate } from '../pages/times.pages.ts';
import type { Flash } from '../sessions/session.ts';
import { formatSize } from '../texts/format-size.ts';
import type { Locale } from '../texts/texts.ts';
import { documentStatus } from './document.pages.ts';

/** Number of documents on a page of the list. */
export const DOCUMENTS_PER_PAGE = 20;

export interface DocumentList {
  items: Document[];
  pagination: { total: number; next_cursor: string | null };
}

export interface DocumentListOptions {
  locale: Locale;
  csrf: string;
  canWrite: boolean;
  /** Cursor of this page. Null for the first page. */
  cursor: string | null;
  flash: Flash | undefined;
}

/** Renders the list of documents, and the form that uploads files. */
export const documentListPage = (
  { items, pagination }: DocumentList,
  { locale, csrf, canWrite, cursor, flash }: DocumentListOptions,
): Html => {
  const texts = locale.texts.documents;
  const props = { documents: items, total: pagination.total, cursor, canWrite };
  return html`<h1>${texts.title}</h1>
    <p class="lead">${texts.lead}</p>
    ${flash && flashNote(flash)} ${!canWrite && html`<p class="note">${texts.readOnly}</p>`}
    ${island(
      'documents',
      props,
      html`${canWrite && uploadForm(csrf, locale)} ${documentTable(items, pagination.total, locale)}`,
    )}
    <p class="pages">
      ${cursor !== null && html`<a href="/documents">${texts.first}</a>`}
      ${
        pagination.next_cursor !== null &&
        html`<a href="/documents?cursor=${encodeURIComponent(pagination.next_cursor)}">${texts.next}</a>`
      }
    </p>`;
};

/** The CSRF token is the first field, so that it is checked before a file is forwarded. */
const uploadForm = (csrf: string, { texts: { documents: texts } }: Locale): Html =>
  html`<form method="post" action="/documents" enctype="multipart/form-data" class="drop-zone">
    <input type="hidden" name="csrf" value="${csrf}" />
    <label for="files">${texts.files}</label>
    <input type="file" id="files" name="file" multiple required aria-describedby="files-hint" />
    <button type="submit">${texts.upload}</button>
    <p class="hint" id="files-hint">${texts.hint}</p>
  </form>`;

const documentTable = (documents: readonly Document[], total: number, locale: Locale): Html => {
  const texts = locale.texts.documents;
  if (documents.length === 0) {
    return html`<div class="panel first">
      <h2>${texts.emptyTitle}</h2>
      <p>${texts.empty}</p>
    </div>`;
  }
  return html`<p class="quiet">${texts.total(total)}</p>
    <table class="stack">
      <thead>
        <tr>
          <th scope="col">${texts.name}</th>
          <th scope="col">${texts.status}</th>
          <th scope="col">${texts.size}</th>
          <th scope="col">${texts.passages}</th>
          <th scope="col">${texts.added}</th>
        </tr>
      </thead>
      <tbody>
        ${documents.map(
          (document) =>
            html`<tr>
              <td class="break">
                <a href="/documents/${document.id}">${document.filename}</a>
                ${document.title !== null && html`<small class="quiet">${document.title}</small>`}
              </td>
              <td data-label="${texts.status}">${documentStatus(document, texts)}</td>
              <td data-label="${texts.size}">${formatSize(document.size, locale.language)}</td>
              <td data-label="${texts.passages}">${document.chunk_count.toLocaleString(locale.language)}</td>
              <td data-label="${texts.added}">${formatDate(document.created_at)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
};
