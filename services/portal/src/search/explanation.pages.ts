import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { formatPercent } from '../pages/formats.ts';
import type { Locale } from '../texts/texts.ts';
import { RETRIEVERS, neighborShare } from './search-result.ts';
import type { Explanation, Retriever } from './search-result.ts';

/**
 * Explains in words and bars how a result was found: by each retriever, and by neighbors in its conversation.
 *
 * @param matches words of the query in the snippet of the result
 */
export function explanationDetails(
  explanation: Explanation,
  matches: readonly string[],
  locale: Locale,
): Html {
  const { why } = locale.texts.search;
  const { neighbors } = explanation;
  return html`<details class="why">
    <summary>${why.summary}</summary>
    <p>${sentences(explanation, matches, locale)}</p>
    <dl class="facts">
      ${RETRIEVERS.map((name) => retrieverRow(name, explanation, locale))}
      ${
        neighbors.length > 0 &&
        bar(
          why.labels.neighbors,
          neighborShare(explanation),
          why.neighborShare(formatPercent(neighborShare(explanation), locale.language)),
        )
      }
    </dl>
  </details>`;
}

function sentences(
  { retrievers, neighbors }: Explanation,
  matches: readonly string[],
  { language, texts }: Locale,
): Html {
  const { why } = texts.search;
  const terms = (retrievers.bm25?.terms ?? []).map(({ term }) => wordOf(term, matches));
  const similarity = retrievers.vector?.score ?? null;
  const steps = retrievers.graph?.path?.steps ?? [];
  const path = steps.map(({ type }) => (type ?? why.conversationStep).replaceAll('_', ' ')).join(' → ');
  return html`${terms.length > 0 ? why.words(terms.join(', ')) : why.noWords}
  ${similarity !== null && why.meaning(formatPercent(similarity, language))}
  ${steps.length > 0 && html`<a href="/memories/${steps[0]!.from_id}">${why.path(path)}</a>`}
  ${neighbors.length > 0 && why.neighbors(neighbors.length)}`;
}

/** Returns the word of a snippet that has the stem of a term, or the stem if the snippet does not contain the word. */
const wordOf = (term: string, matches: readonly string[]): string =>
  matches.find((word) => word.toLowerCase().startsWith(term)) ?? term;

function retrieverRow(
  name: Retriever,
  { retrievers, fusion }: Explanation,
  { language, texts }: Locale,
): Html {
  const { why } = texts.search;
  const label = why.labels[name];
  const part = retrievers[name];
  if (part === null || part.rank === null || part.contribution === null)
    return html`<dt>${label}</dt>
      <dd>${part === null ? why.unavailable : why.notFound}</dd>`;
  const share = fusion.sum > 0 ? part.contribution / fusion.sum : 0;
  return bar(label, share, `${why.share(formatPercent(share, language))}, ${why.rank(part.rank)}`);
}

const bar = (label: string, share: number, text: string): Html =>
  html`<dt>${label}</dt>
    <dd>
      <meter min="0" max="1" value="${share.toFixed(3)}" aria-label="${label}"></meter>
      ${text}
    </dd>`;
