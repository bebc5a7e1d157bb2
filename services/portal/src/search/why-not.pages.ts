import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { formatDate } from '../pages/times.pages.ts';
import type { Locale } from '../texts/texts.ts';
import { searchFields } from './search-parameters.ts';
import type { SearchParameters } from './search-parameters.ts';

/** ID of the list of recent memories that users can pick. */
export const RECENT_LIST = 'recent-memories';

/** Fields of a response of the operation that are shown. @see docs/reference/search.md#why-not */
export interface WhyNot {
  found: boolean;
  rank: number | null;
  reason: string | null;
  evidence: {
    superseded_by?: string | null;
    valid_until?: string | null;
    filters?: { filter: string; required: unknown; actual: unknown }[];
    ranking?: { rank: number | null; limit: number };
  };
}

/** What the user asked for, and the answer. `answer` is null if the text contains no ID. */
export interface WhyNotQuestion {
  text: string;
  memoryId: string | null;
  answer: WhyNot | null;
}

/** Renders the form that asks why a memory is not a result, with the answer to the last question. */
export function whyNotDetails(
  parameters: SearchParameters,
  question: WhyNotQuestion | null,
  locale: Locale,
): Html {
  const { whyNot } = locale.texts.search;
  return html`<details class="why-not panel" ${question !== null && OPEN}>
    <summary>${whyNot.summary}</summary>
    <form method="get" action="/" class="inline-form" data-live>
      ${Object.entries(searchFields(parameters)).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
      )}
      <div class="field grow">
        <label for="why">${whyNot.label}</label>
        <input
          type="text"
          id="why"
          name="why"
          list="${RECENT_LIST}"
          value="${question?.text}"
          maxlength="2000"
          autocomplete="off"
          required
          aria-describedby="why-hint"
        />
      </div>
      <button type="submit" class="second">${whyNot.button}</button>
      <p class="hint" id="why-hint">${whyNot.hint}</p>
    </form>
    ${question !== null && html`<div id="why-answer" role="status">${answerText(question, locale)}</div>`}
  </details>`;
}

const OPEN = html` open`;

function answerText({ memoryId, answer }: WhyNotQuestion, locale: Locale): Html {
  const { whyNot } = locale.texts.search;
  if (memoryId === null || answer === null) return html`<p class="note bad">${whyNot.invalid}</p>`;
  const newer = answer.evidence.superseded_by;
  return html`<p class="note">
      ${answer.found ? whyNot.found(answer.rank ?? 1) : reasonText(answer, locale)}
    </p>
    <p class="links">
      ${answer.reason !== 'not_found' && html`<a href="/memories/${memoryId}">${whyNot.open}</a>`}
      ${newer && html`<a href="/memories/${newer}">${whyNot.newer}</a>`}
    </p>`;
}

function reasonText({ reason, evidence }: WhyNot, { texts }: Locale): Html | string {
  const { reasons, filter, filterNames, nothing } = texts.search.whyNot;
  const valueText = (value: unknown): string => {
    const names = (Array.isArray(value) ? value : [value]).map((each: unknown) =>
      each === null || each === undefined
        ? nothing
        : (texts.vocabulary.memoryTypes[String(each)] ??
          texts.vocabulary.sourceTypes[String(each)] ??
          String(each)),
    );
    return names.length === 0 ? nothing : names.join(', ');
  };
  switch (reason) {
    case 'expired': {
      const [before, after] = reasons.expired('\u0000').split('\u0000');
      return html`${before}${evidence.valid_until ? formatDate(evidence.valid_until) : '?'}${after}`;
    }
    case 'filtered':
      return reasons.filtered(
        (evidence.filters ?? [])
          .map((each) =>
            filter(filterNames[each.filter] ?? each.filter, valueText(each.required), valueText(each.actual)),
          )
          .join(', '),
      );
    case 'outranked': {
      const { rank, limit } = evidence.ranking ?? { rank: null, limit: 0 };
      return rank === null ? reasons.outrankedWithoutRank : reasons.outranked(String(rank), limit);
    }
    case 'superseded':
    case 'not_indexed_yet':
    case 'below_min_score':
    case 'below_min_relevance':
    case 'no_match':
      return reasons[reason];
    default:
      return reasons.not_found;
  }
}
