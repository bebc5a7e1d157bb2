import type { Document } from '@loci/client';
import type { DocumentChunkResponse, DocumentCitation } from '@loci/contracts';
import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { markParts, queryTerms, splitAtTerms } from '../markdown/query-terms.ts';
import { withoutHeadingMarks } from '../markdown/without-heading-marks.ts';
import { excerpt } from '../pages/excerpt.ts';
import { flashNote } from '../pages/flash-note.pages.ts';
import { island } from '../pages/portal-page.ts';
import { pdfPreview } from '../pdf/pdf-preview.pages.ts';
import { formatDate } from '../pages/times.pages.ts';
import type { Flash } from '../sessions/session.ts';
import { formatSize } from '../texts/format-size.ts';
import type { Locale, Texts } from '../texts/texts.ts';
import { documentText } from './document-text.pages.ts';
import type { DocumentText } from './load-document.ts';
import { outlineSection } from './outline.pages.ts';
import type { DocumentOutline } from './outline.pages.ts';
import type { FoundPassage } from './search-document.ts';

export interface DocumentPageOptions {
  locale: Locale;
  /** Query of the search in the document. Empty for none. */
  query: string;
  /** Passages that match the query. Null if the search is unavailable, undefined without a query. */
  found: FoundPassage[] | null | undefined;
  permissions: readonly string[];
  /** Outcome of the last action. */
  flash: Flash | undefined;
  outline: DocumentOutline;
  /** Position of the outline. Undefined for its start. */
  outlineCursor: string | undefined;
}

/** Renders a document with a page of its text. */
export const documentPage = (
  document: Document,
  page: DocumentText,
  { locale, query, found, permissions, flash, outline, outlineCursor }: DocumentPageOptions,
): Html => {
  const texts = locale.texts.documents;
  const path = `/documents/${document.id}`;
  return html`<p class="quiet"><a href="/documents">${texts.back}</a></p>
    <h1 class="break">${document.title ?? document.filename}</h1>
    ${flash && flashNote(flash)} ${documentFacts(document, locale)}
    <div class="actions document-actions">
      <a class="button" href="${path}/download">${texts.download}</a>
      ${permissions.includes('write') && html`<a class="button second" href="${path}/reprocess">${texts.reprocess}</a>`}
      ${permissions.includes('delete') && html`<a class="button danger" href="${path}/delete">${texts.remove}</a>`}
    </div>
    <form method="get" action="${path}" role="search" class="inline-form document-search">
      <div class="field grow">
        <label for="q">${texts.search}</label>
        <input type="search" id="q" name="q" value="${query}" maxlength="500" autocomplete="off" />
      </div>
      <button type="submit">${texts.searchButton}</button>
    </form>
    ${isPdf(document) && pdfPreview({ url: `${path}/download`, name: document.filename, isOpen: false, locale })}
    ${found !== undefined && foundPassages(found, query, document, texts)}
    ${outlineSection(outline, { path, cursor: outlineCursor, texts })}
    <h2 id="text">${texts.text}</h2>
    ${
      page.first_chunk_index === null || page.last_chunk_index === null
        ? html`<p class="quiet">${texts.noText}</p>`
        : html`<p class="quiet">${describePage(page, document.chunk_count, texts)}</p>
            <div class="panel">${documentText(page.text, document.content_type, queryTerms(query))}</div>
            ${pageLinks(page, query, path, texts)}`
    }`;
};

export const isPdf = ({ content_type: type }: Document): boolean => type === 'application/pdf';

const documentFacts = (document: Document, { language, texts: { documents: texts } }: Locale): Html =>
  html`<dl class="facts">
    <dt>${texts.name}</dt>
    <dd>${document.filename}</dd>
    ${
      document.authors.length > 0 &&
      html`<dt>${texts.authors}</dt>
        <dd>${document.authors.join(', ')}</dd>`
    }
    <dt>${texts.size}</dt>
    <dd>${formatSize(document.size, language)}</dd>
    <dt>${texts.added}</dt>
    <dd>${formatDate(document.created_at)}</dd>
    <dt>${texts.status}</dt>
    <dd>${island('document-status', { document: statusOf(document) }, documentStatus(document, texts))}</dd>
  </dl>`;

/** Fields of a document that its status is computed from. */
const statusOf = ({ id, processing_status, embedding_progress }: Document): object => ({
  id,
  processing_status,
  ...(embedding_progress === undefined ? {} : { embedding_progress }),
});

/** Renders the status of a document for browsers without JavaScript. */
export const documentStatus = (
  { processing_status: status }: Pick<Document, 'processing_status'>,
  texts: Texts['documents'],
): Html => html`<span class="status ${status}">${texts.statuses[status]}</span>`;

function describePage(page: DocumentText, total: number, texts: Texts['documents']): string {
  const parts = [texts.position(page.first_chunk_index! + 1, page.last_chunk_index! + 1, total)];
  if (page.first_page !== null && page.last_page !== null) {
    parts.push(texts.pages(page.first_page, page.last_page));
  }
  if (page.section !== null) parts.push(texts.section(page.section));
  return parts.join(', ');
}

const pageLinks = (page: DocumentText, query: string, path: string, texts: Texts['documents']): Html => {
  const q = query === '' ? '' : `q=${encodeURIComponent(query)}`;
  return html`<p class="pages">
    ${page.first_chunk_index !== 0 && html`<a href="${path}?${q}#text">${texts.first}</a>`}
    ${
      page.previous_cursor !== null &&
      html`<a rel="prev" href="${path}?cursor=${encodeURIComponent(page.previous_cursor)}&${q}#text"
        >${texts.previous}</a
      >`
    }
    ${
      page.next_cursor !== null &&
      html`<a rel="next" href="${path}?cursor=${encodeURIComponent(page.next_cursor)}&${q}#text"
        >${texts.next}</a
      >`
    }
  </p>`;
};

const foundPassages = (
  found: FoundPassage[] | null,
  query: string,
  { id: documentId, content_type: type }: Document,
  texts: Texts['documents'],
): Html =>
  html`<p class="quiet" role="status">
      ${found === null ? texts.searchUnavailable : found.length === 0 ? texts.notFound : texts.found(found.length)}
      <a href="/documents/${documentId}">${texts.clearSearch}</a>
    </p>
    <ol class="results">
      ${(found ?? []).map(
        ({ id, content, document }) =>
          html`<li>
            <p>
              <a class="content" href="/documents/passages/${id}?q=${encodeURIComponent(query)}"
                >${passageExcerpt(content, type, query)}</a
              >
            </p>
            <div class="meta">${positionOf(document, texts)}</div>
          </li>`,
      )}
    </ol>`;

function passageExcerpt(content: string, contentType: string, query: string): Html {
  const parts = splitAtTerms(excerpt(content), queryTerms(query));
  return markParts(contentType === 'text/markdown' ? withoutHeadingMarks(parts) : parts);
}

/** Describes the position of a passage in its document: passage, page and section. */
const positionOf = (
  { chunk_index, chunk_count, page, section }: DocumentCitation,
  texts: Texts['documents'],
): string =>
  [
    texts.passage(chunk_index + 1, chunk_count),
    page !== null && texts.pages(page, page),
    section !== null && texts.section(section),
  ]
    .filter((part) => part !== false)
    .join(', ');

/** Renders a passage between its neighbors. */
export const passagePage = (chunk: DocumentChunkResponse, query: string, locale: Locale): Html => {
  const texts = locale.texts.documents;
  const { document, previous, next, content_type: type } = chunk;
  const q = query === '' ? '' : `?q=${encodeURIComponent(query)}`;
  const terms = queryTerms(query);
  return html`<p class="quiet">
      <a href="/documents">${texts.title}</a> /
      <a href="/documents/${document.id}${q}">${document.filename}</a>
    </p>
    <h1 class="break">${document.title ?? document.filename}</h1>
    <p class="lead">
      ${document.filename}, ${positionOf(document, texts)}. ${texts.added} ${formatDate(chunk.created_at)}.
    </p>
    ${previous && html`<div class="faint">${documentText(previous.content, type, terms)}</div>`}
    <div class="panel">${documentText(chunk.content, type, terms)}</div>
    ${next && html`<div class="faint">${documentText(next.content, type, terms)}</div>`}
    <p class="pages">
      ${previous && html`<a rel="prev" href="/documents/passages/${previous.id}${q}">${texts.previousPassage}</a>`}
      ${next && html`<a rel="next" href="/documents/passages/${next.id}${q}">${texts.nextPassage}</a>`}
    </p>
    <div class="actions">
      <a class="button" href="/documents/${document.id}${q}">${texts.wholeDocument}</a>
      <a class="button second" href="/documents/${document.id}/download">${texts.download}</a>
    </div>`;
};
