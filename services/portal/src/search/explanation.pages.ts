import { html } from '@loci/pages';
import type { Html } from '@loci/pages';

interface RetrieverPart {
  rank: number | null;
  /** Part of the score of the result. Null if the retriever did not find it. */
  contribution: number | null;
  /** Stems of the words of the query that the result contains. Only of the keyword search. */
  terms?: { term: string }[] | null;
}

/** Fields of an explanation that are shown. @see docs/reference/search.md#explanations */
export interface Explanation {
  retrievers: Record<'bm25' | 'vector' | 'graph', RetrieverPart | null>;
  neighbors: unknown[];
  fusion: { sum: number };
}

const LABELS = { bm25: 'Words', vector: 'Meaning', graph: 'Relationships' } as const;

/** Explains how a result was found: the rank in each search, and its share of the score as a bar. */
export const explanationDetails = ({ retrievers, neighbors, fusion }: Explanation): Html =>
  html`<details class="why">
    <summary>Why this result</summary>
    <dl class="facts">
      ${(['bm25', 'vector', 'graph'] as const).map((name) => retrieverRow(LABELS[name], retrievers[name], fusion.sum))}
    </dl>
    ${
      neighbors.length > 0 &&
      html`<p class="quiet">
        ${neighbors.length === 1 ? 'A neighbor' : `${neighbors.length} neighbors`} in the same conversation
        also matched.
      </p>`
    }
  </details>`;

function retrieverRow(label: string, part: RetrieverPart | null, sum: number): Html {
  if (part === null)
    return html`<dt>${label}</dt>
      <dd>Unavailable</dd>`;
  const { rank, contribution, terms } = part;
  if (rank === null || contribution === null)
    return html`<dt>${label}</dt>
      <dd>Not found</dd>`;
  const share = sum > 0 ? contribution / sum : 0;
  return html`<dt>${label}</dt>
    <dd>
      <meter min="0" max="1" value="${share.toFixed(3)}" aria-label="${label}"></meter>
      ${Math.round(share * 100)} % of the score, rank
      ${rank}${terms && terms.length > 0 && `: ${terms.map(({ term }) => term).join(', ')}`}
    </dd>`;
}
