import type { DocumentChunkResponse } from '@loci/contracts';
import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { flashNote } from '../pages/flash-note.pages.ts';
import { formatDate } from '../pages/times.pages.ts';
import { citationOf } from '../search/search.pages.ts';
import type { Flash } from '../sessions/session.ts';
import type { DocumentTextView } from './load-document-text.ts';

export const documentChunkPage = (chunk: DocumentChunkResponse): Html =>
  html`<p class="quiet"><a href="/">Search</a> / document passage</p>
    <h1 class="break">${chunk.document.title ?? chunk.document.filename}</h1>
    <p class="lead">${citationOf(chunk.document)}, uploaded ${formatDate(chunk.created_at)}.</p>
    <p><a href="/memories/${chunk.document.id}">Read the whole document</a></p>
    ${chunk.previous_content && html`<p class="memory faint">${chunk.previous_content}</p>`}
    <div class="panel"><p class="memory">${chunk.content}</p></div>
    ${chunk.next_content && html`<p class="memory faint">${chunk.next_content}</p>`}`;

export interface DocumentTextOptions {
  /** True if the user has the permission to reprocess documents. */
  canReprocess: boolean;
  /** Outcome of the last action. */
  flash: Flash | undefined;
}

export const documentTextPage = (
  document: DocumentTextView,
  { canReprocess, flash }: DocumentTextOptions,
): Html =>
  html`<p class="quiet"><a href="/">Search</a> / document</p>
    <h1 class="break">${document.title ?? document.filename}</h1>
    ${flash && flashNote(flash)}
    <p class="lead">
      ${[document.filename, ...document.authors].join(', ')}, uploaded ${formatDate(document.created_at)}.
    </p>
    ${
      canReprocess &&
      html`<p>
        <a href="/memories/${document.id}/reprocess">Reprocess the document</a> to read the file again with
        the current version of Loci.
      </p>`
    }
    ${
      document.first_chunk_index === null || document.last_chunk_index === null
        ? html`<p class="quiet">The document has no text yet.</p>`
        : html`<p class="quiet">
              Passages ${document.first_chunk_index + 1} to ${document.last_chunk_index + 1} of
              ${document.chunk_count}.
            </p>
            <div class="panel"><p class="memory">${document.text}</p></div>`
    }
    ${
      document.next_cursor !== null &&
      html`<p><a href="/memories/${document.id}?cursor=${document.next_cursor}">Next page</a></p>`
    }`;
