import type { DocumentCitation } from '@loci/contracts';
import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { memoryItem, tagLinks, typeLink } from '../memories/memory-item.pages.ts';
import type { ListedMemory } from '../memories/memory-item.pages.ts';
import { excerpt } from '../pages/excerpt.ts';
import { memoryTimes } from '../pages/times.pages.ts';
import { explanationDetails } from './explanation.pages.ts';
import type { Explanation } from './explanation.pages.ts';

/** Maximum number of results of a page. */
export const MAX_RESULTS = 20;

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
  explanation: Explanation;
}

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
            <p class="quiet"><a href="/memories">Show all ${total.toLocaleString('en-US')}</a></p>
            <ul class="results">
              ${memories.map(memoryItem)}
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
            <p><a class="content" href="/memories/${item.id}">${excerpt(item.content)}</a></p>
            <div class="meta">
              ${sourceOf(item)} ${memoryTimes(item)}
              ${
                item.metadata.graph_context.relationship_count > 0 &&
                html`<span>${countLabel(item.metadata.graph_context.relationship_count)}</span>`
              }
              ${tagLinks(item.tags)}
            </div>
            ${explanationDetails(item.explanation)}
          </li>`,
      )}
    </ol>`;

/** The document of a passage, or the type of a memory. */
function sourceOf({ document, metadata }: FoundItem): Html | string {
  if (document !== null) return html`<span>${citationOf(document)}</span>`;
  return metadata.memory_type === null ? '' : typeLink(metadata.memory_type);
}

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

function resultCount(results: number): string {
  if (results === 0) return 'No results.';
  if (results === MAX_RESULTS) return `The ${MAX_RESULTS} most relevant results.`;
  return results === 1 ? '1 result.' : `${results} results, most relevant first.`;
}

const countLabel = (relationships: number): string =>
  relationships === 1 ? '1 relationship' : `${relationships} relationships`;
