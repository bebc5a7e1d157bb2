import type { DocumentCitation } from '@loci/contracts';
import { firstCodePoints } from '@loci/core';
import { html } from '@loci/pages';
import type { Html } from '@loci/pages';

/** Fields of a memory that are shown in lists. */
export interface ListedMemory {
  id: string;
  content: string;
  memory_type: string;
  importance: number;
  tags: string[];
  created_at: string;
  occurred_at: string;
}

/** Fields of a search result that are shown on the page. Document passages have no memory type. */
export interface FoundItem {
  id: string;
  content: string;
  score: number;
  metadata: {
    memory_type: string | null;
    importance: number | null;
    graph_context: { relationship_count: number };
  };
  source_type: string;
  tags: string[];
  created_at: string;
  occurred_at: string;
  /** Document and position of a passage. Null for memories. */
  document: DocumentCitation | null;
}

const EXCERPT_LENGTH = 320;

/** Returns the first `length` code points of a text, with an ellipsis if it is longer. */
export function excerpt(content: string, length = EXCERPT_LENGTH): string {
  const start = firstCodePoints(content, length);
  return start.length < content.length ? `${start.trimEnd()}…` : content;
}

/** Renders a timestamp with a resolution of minutes. @param timestamp ISO 8601 in UTC */
export const formatDate = (timestamp: string): Html =>
  html`<time datetime="${timestamp}">${toMinutes(timestamp)} UTC</time>`;

const toMinutes = (timestamp: string): string => timestamp.slice(0, 16).replace('T', ' ');

/** True if a page must show the time of storing in addition to the event time, because their texts differ. */
export const wasStoredLater = (memory: { created_at: string; occurred_at: string }): boolean =>
  toMinutes(memory.created_at) !== toMinutes(memory.occurred_at);

/** Renders the event time of a memory or passage, and the time of storing if it differs. */
export const memoryTimes = (memory: { created_at: string; occurred_at: string }): Html =>
  html`${formatDate(memory.occurred_at)}
  ${wasStoredLater(memory) && html`<span>stored ${formatDate(memory.created_at)}</span>`}`;

const searchForm = (query: string): Html =>
  html`<form method="get" action="/" role="search" class="inline-form">
    <div class="field grow">
      <label for="q">Search your memories</label>
      <input
        type="search"
        id="q"
        name="q"
        value="${query}"
        maxlength="4000"
        placeholder="What does Ada drink?"
        autocomplete="off"
      />
    </div>
    <button type="submit">Search</button>
  </form>`;

export const recentPage = (memories: readonly ListedMemory[], total: number, baseUrl: string): Html =>
  html` <h1>Your memories</h1>
    ${searchForm('')}
    ${
      memories.length === 0
        ? html`<div class="panel first">
            <h2>No memories yet</h2>
            <p>To connect an assistant, give it this address. It will ask for your permission.</p>
            <pre>${baseUrl}/mcp</pre>
            <p>For your own programs, create an <a href="/keys">API key</a>.</p>
          </div>`
        : html`<h2>Recent memories</h2>
            <p class="quiet">${total} in total.</p>
            <ul class="results">
              ${memories.map(
                (memory) =>
                  html`<li>
                    <p>${excerpt(memory.content)}</p>
                    <div class="meta">
                      <a href="/memories/${memory.id}"
                        >Open<span class="hidden">: ${excerpt(memory.content, 60)}</span></a
                      >
                      <span>${memory.memory_type}</span>
                      ${memoryTimes(memory)} ${tagList(memory.tags)}
                    </div>
                  </li>`,
              )}
            </ul>`
    }`;

export const resultsPage = (query: string, items: readonly FoundItem[]): Html =>
  html` <h1>Search</h1>
    ${searchForm(query)}
    <p class="quiet" role="status">${resultCount(items.length)}</p>
    <ol class="results">
      ${items.map(
        (item) =>
          html`<li>
            <p>${excerpt(item.content)}</p>
            <div class="meta">
              <a href="/memories/${item.id}"
                >Open<span class="hidden">: ${excerpt(item.content, 60)}</span></a
              >
              <span>${item.document ? citationOf(item.document) : item.metadata.memory_type}</span>
              ${memoryTimes(item)}
              ${
                item.metadata.graph_context.relationship_count > 0 &&
                html`<span>${countLabel(item.metadata.graph_context.relationship_count)}</span>`
              }
              ${tagList(item.tags)}
            </div>
          </li>`,
      )}
    </ol>`;

/** Describes the position of a passage: the document, the page, the section and the number of the passage. */
export const citationOf = ({
  filename,
  title,
  page,
  section,
  chunk_index,
  chunk_count,
}: DocumentCitation): string =>
  [
    title ?? filename ?? 'document',
    title !== null && filename,
    page !== null && `page ${page}`,
    section !== null && `section “${section}”`,
    `passage ${chunk_index + 1} of ${chunk_count}`,
  ]
    .filter(Boolean)
    .join(', ');

export const tagList = (tags: readonly string[]): Html[] =>
  tags.map((tag) => html`<span class="tag">${tag}</span>`);

const resultCount = (results: number): string => {
  if (results === 0) return 'No results.';
  return results === 1 ? '1 result.' : `${results} results, most relevant first.`;
};

const countLabel = (relationships: number): string =>
  relationships === 1 ? '1 relationship' : `${relationships} relationships`;
