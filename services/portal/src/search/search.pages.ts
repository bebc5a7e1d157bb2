import type { DocumentCitation } from '@loci/contracts';
import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { markParts } from '../markdown/query-terms.ts';
import { withoutHeadingMarks } from '../markdown/without-heading-marks.ts';
import { tagLinks } from '../memories/memory-item.pages.ts';
import { browseUrl } from '../browse/browse-filter.ts';
import { formatPercent } from '../pages/formats.ts';
import { memoryTimes } from '../pages/times.pages.ts';
import type { Locale } from '../texts/texts.ts';
import { explanationDetails } from './explanation.pages.ts';
import { parseHighlight } from './parse-highlight.ts';
import { saveSearchForm } from './saved-search.pages.ts';
import {
  IMPORTANCES,
  KINDS,
  MAX_EXPLAINED,
  MEMORY_SOURCES,
  RESULT_LIMITS,
  SEARCHED_TYPES,
  countFilters,
  excludesEverything,
  searchUrl,
} from './search-parameters.ts';
import type { SearchParameters } from './search-parameters.ts';
import { highestSimilarity, isWeak } from './search-result.ts';
import type { FoundItem, SearchResults } from './search-result.ts';
import { whyNotDetails } from './why-not.pages.ts';
import type { WhyNotQuestion } from './why-not.pages.ts';

/** The part of the page that a search replaces, and its summary for screen readers. */
export interface SearchRegion {
  status: string;
  content: Html;
}

export interface SearchPage {
  parameters: SearchParameters;
  region: SearchRegion;
  /** Outcome of the last action, and the saved searches. */
  above?: Html | null;
  /** Memories that users can pick, with the beginning of their content. */
  recent: Html | null;
  locale: Locale;
}

/** Renders the search form and the region below it. */
export const searchPage = ({ parameters, region, above, recent, locale }: SearchPage): Html =>
  html`<h1>${locale.texts.search.heading}</h1>
    ${searchForm(parameters, locale)} ${above} ${regionHtml(region)} ${recent}`;

/** Renders the region alone, for searches while the user types. */
export const regionHtml = ({ status, content }: SearchRegion): Html =>
  html`<p class="quiet" id="search-status" role="status">${status}</p>
    <div id="results">${content}</div>`;

function searchForm(parameters: SearchParameters, locale: Locale): Html {
  const { search } = locale.texts;
  const active = countFilters(parameters);
  return html`<form method="get" action="/" role="search" id="search">
    <div class="inline-form">
      <div class="field grow">
        <label for="q" class="hidden">${search.label}</label>
        <input
          type="search"
          id="q"
          name="q"
          value="${parameters.q}"
          maxlength="4000"
          placeholder="${search.placeholder}"
          autocomplete="off"
          aria-describedby="search-keys"
        />
      </div>
      <button type="submit">${search.button}</button>
    </div>
    <details class="filters" ${active > 0 && html` open`}>
      <summary>${search.filters(active)}</summary>
      ${filterFields(parameters, locale)}
    </details>
    <p class="hint" id="search-keys" hidden>${search.keys}</p>
  </form>`;
}

function filterFields(
  parameters: SearchParameters,
  { language, texts: { search, vocabulary } }: Locale,
): Html {
  const option = (value: string, label: string, selected: string | null): Html =>
    html`<option value="${value}" ${value === (selected ?? '') && html` selected`}>${label}</option>`;
  const select = (name: string, label: string, options: readonly Html[]): Html =>
    html`<div class="field">
      <label for="${name}">${label}</label>
      <select id="${name}" name="${name}">
        ${options}
      </select>
    </div>`;
  const input = (name: 'tag' | 'from' | 'to', type: 'text' | 'date'): Html =>
    html`<div class="field">
      <label for="${name}">${search[name]}</label>
      <input
        type="${type}"
        id="${name}"
        name="${name}"
        value="${parameters[name]}"
        maxlength="200"
        autocomplete="off"
      />
    </div>`;
  return html`<div class="filter-fields">
      ${select(
        'kind',
        search.kind,
        KINDS.map((kind) => option(kind, search.kinds[kind], parameters.kind)),
      )}
      ${select('type', search.type, [
        option('', search.any, parameters.type),
        ...SEARCHED_TYPES.map((type) => option(type, vocabulary.memoryTypes[type] ?? type, parameters.type)),
      ])}
      ${input('tag', 'text')} ${input('from', 'date')} ${input('to', 'date')}
      ${select('source', search.source, [
        option('', search.any, parameters.source),
        ...MEMORY_SOURCES.map((source) =>
          option(source, vocabulary.sourceTypes[source] ?? source, parameters.source),
        ),
      ])}
      ${select('importance', search.importance, [
        option('', search.any, parameters.importance),
        ...IMPORTANCES.map((each) =>
          option(each, search.atLeast(formatPercent(Number(each), language)), parameters.importance),
        ),
      ])}
    </div>
    <p class="filter-actions">
      <button type="submit" class="second small">${search.apply}</button>
      <a href="${parameters.q === '' ? '/' : `/?q=${encodeURIComponent(parameters.q)}`}"
        >${search.clearFilters}</a
      >
    </p>`;
}

/** Renders the results of a search. */
export function resultsRegion({
  parameters,
  results: { items, search_metadata: metadata },
  question,
  canSave,
  csrf,
  locale,
}: {
  parameters: SearchParameters;
  results: SearchResults;
  question: WhyNotQuestion | null;
  canSave: boolean;
  csrf: string;
  locale: Locale;
}): SearchRegion {
  const { search } = locale.texts;
  const nextLimit = RESULT_LIMITS.find((limit) => limit > parameters.n);
  const hasMore = items.length >= parameters.n && nextLimit !== undefined;
  const content = html`
    ${
      metadata.degraded.length > 0 &&
      html`<p class="note warn">
        ${search.degraded(metadata.degraded.map((part) => search.parts[part]).join(', '))}
      </p>`
    }
    ${
      metadata.pending_writes > 0 &&
      html`<p class="note">${search.pendingWrites(metadata.pending_writes)}</p>`
    }
    ${
      items.length === 0 &&
      html`<p class="empty">
        ${excludesEverything(parameters) ? search.documentsOnly : search.noneHint(countFilters(parameters) > 0)}
      </p>`
    }
    ${parameters.n > MAX_EXPLAINED && items.length > 0 && html`<p class="hint">${search.notExplained}</p>`}
    <ol class="results">
      ${items.map((item) => resultItem(item, locale))}
    </ol>
    ${
      hasMore &&
      html`<p>
        <a class="button second" href="${searchUrl({ ...parameters, n: nextLimit })}"
          >${search.more(nextLimit)}</a
        >
      </p>`
    }
    ${whyNotDetails(parameters, question, locale)} ${canSave && saveSearchForm(parameters, csrf, locale)}
  `;
  return { status: statusText(parameters, items, locale), content };
}

/** Summarizes the results, and warns if none of them is a good match. */
function statusText({ n }: SearchParameters, items: readonly FoundItem[], locale: Locale): string {
  const { search } = locale.texts;
  if (items.length === 0) return search.none;
  const count = items.length >= n ? search.mostRelevant(items.length) : search.count(items.length);
  if (!items.every(isWeak)) return count;
  const similarity = highestSimilarity(items);
  const warning =
    similarity === null ? search.weakUnmeasured : search.weak(formatPercent(similarity, locale.language));
  return `${count} ${warning}`;
}

/** Renders a search that failed, with the reason. */
export const failedRegion = (
  reason: string,
  parameters: SearchParameters,
  { texts }: Locale,
): SearchRegion => ({
  status: texts.search.failed,
  content: html`<p class="note bad" role="alert">${reason}</p>
    <p><a class="button second" href="${searchUrl(parameters)}">${texts.search.tryAgain}</a></p>`,
});

const resultItem = (item: FoundItem, locale: Locale): Html =>
  html`<li ${isWeak(item) && html` class="weak"`}>
    <p><a class="content" href="/memories/${item.id}">${snippetText(item)}</a></p>
    <div class="meta">
      ${sourceOf(item, locale)} ${memoryTimes(item, locale)} ${isWeak(item) && locale.texts.search.weakResult}
      ${
        (item.metadata.graph_context?.relationship_count ?? 0) > 0 &&
        html`<span
          >${locale.texts.search.relationships(item.metadata.graph_context!.relationship_count)}</span
        >`
      }
      ${tagLinks(item.tags)}
    </div>
    ${item.explanation && explanationDetails(item.explanation, matchesOf(item), locale)}
  </li>`;

/** Renders a snippet. Number signs at the beginning of lines are marks of headings, except in source code. */
function snippetText({ snippet, document, metadata: { highlight } }: FoundItem): Html {
  const parts = highlight === null ? [{ text: snippet, isMatch: false }] : parseHighlight(highlight);
  const isMarkdown = document === null || document.filename?.toLowerCase().endsWith('.md') === true;
  return markParts(isMarkdown ? withoutHeadingMarks(parts) : parts);
}

const matchesOf = ({ metadata: { highlight } }: FoundItem): string[] =>
  parseHighlight(highlight ?? '').flatMap(({ text, isMatch }) => (isMatch ? [text] : []));

/** The document of a passage, or the type of a memory. */
function sourceOf({ document, metadata: { memory_type: type } }: FoundItem, locale: Locale): Html | string {
  if (document !== null) return html`<span>${citationOf(document, locale)}</span>`;
  if (type === null) return '';
  return html`<a href="${browseUrl({ type })}">${locale.texts.vocabulary.memoryTypes[type] ?? type}</a>`;
}

/** Describes the position of a passage: the document, the page, the section and the number of the passage. */
export const citationOf = (
  { filename, title, page, section, chunk_index, chunk_count }: DocumentCitation,
  { texts: { search } }: Locale,
): string =>
  [
    title ?? filename ?? search.document,
    title !== null && filename,
    page !== null && search.page(page),
    section !== null && search.section(section),
    search.passage(chunk_index + 1, chunk_count),
  ]
    .filter(Boolean)
    .join(', ');
