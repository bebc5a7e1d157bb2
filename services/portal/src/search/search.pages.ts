import { firstCodePoints } from '@loci/core';
import { html } from '@loci/pages';
import type { Html } from '@loci/pages';

/** What the pages show of a memory in a list. */
export interface ListedMemory {
  id: string;
  content: string;
  memory_type: string;
  importance: number;
  tags: string[];
  created_at: string;
}

/** What they show of a search result; a passage of a document has no type. */
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
}

const EXCERPT_LENGTH = 320;

export function excerpt(content: string, length = EXCERPT_LENGTH): string {
  const start = firstCodePoints(content, length);
  return start.length < content.length ? `${start.trimEnd()}…` : content;
}

export const showDate = (moment: string): Html =>
  html`<time datetime="${moment}">${moment.slice(0, 16).replace('T', ' ')} UTC</time>`;

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
            <h2>Nothing is stored yet</h2>
            <p>Connect an assistant: give it this address, and it will ask you for permission.</p>
            <pre>${baseUrl}/mcp</pre>
            <p>Or make a <a href="/keys">key</a> for a program of your own.</p>
          </div>`
        : html`<h2>Stored last</h2>
            <p class="quiet">${total} in all.</p>
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
                      ${showDate(memory.created_at)} ${showTags(memory.tags)}
                    </div>
                  </li>`,
              )}
            </ul>`
    }`;

export const resultsPage = (query: string, items: readonly FoundItem[]): Html =>
  html` <h1>Search</h1>
    ${searchForm(query)}
    <p class="quiet" role="status">
      ${items.length === 0 ? 'Nothing was found.' : `${items.length} found, the best first.`}
    </p>
    <ol class="results">
      ${items.map(
        (item) =>
          html`<li>
            <p>${excerpt(item.content)}</p>
            <div class="meta">
              <a href="/memories/${item.id}"
                >Open<span class="hidden">: ${excerpt(item.content, 60)}</span></a
              >
              <span>${item.metadata.memory_type ?? 'passage of a document'}</span>
              ${showDate(item.created_at)}
              ${
                item.metadata.graph_context.relationship_count > 0 &&
                html`<span>${countOf(item.metadata.graph_context.relationship_count)}</span>`
              }
              ${showTags(item.tags)}
            </div>
          </li>`,
      )}
    </ol>`;

export const showTags = (tags: readonly string[]): Html[] =>
  tags.map((tag) => html`<span class="tag">${tag}</span>`);

const countOf = (relationships: number): string =>
  relationships === 1 ? '1 relationship' : `${relationships} relationships`;
