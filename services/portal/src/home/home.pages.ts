import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { memoryItem } from '../memories/memory-item.pages.ts';
import type { ListedMemory } from '../memories/memory-item.pages.ts';
import { excerpt } from '../pages/excerpt.ts';
import type { Locale } from '../texts/texts.ts';
import { activityChart } from './activity-chart.pages.ts';
import { countText } from './count-text.ts';
import type { Overview } from './overview.ts';

/** Number of days of the activity. */
export const ACTIVITY_DAYS = 14;
const MAX_CONTENT_LENGTH = 10_000;

/** A memory that was not stored. */
export interface Draft {
  content: string;
  /** Reason, next to the field. */
  problem: string;
}

export interface HomePage {
  memories: readonly ListedMemory[];
  total: number;
  overview: Overview;
  /** True if the user has the permission to store memories. */
  canWrite: boolean;
  draft: Draft | null;
  baseUrl: string;
  csrf: string;
  locale: Locale;
}

/** Renders what is below the search form of the start page. */
export const homeContent = (home: HomePage): Html =>
  home.memories.length === 0 ? firstSteps(home) : workspaceState(home);

/** Shows the ways to get memories into a new workspace. */
const firstSteps = ({ canWrite, baseUrl, ...home }: HomePage): Html => {
  const { texts } = home.locale;
  const { empty } = texts.home;
  return html`<h2>${empty.heading}</h2>
    <p class="lead">${empty.text}</p>
    <div class="tiles">
      ${
        canWrite
          ? html`<section class="panel" aria-labelledby="store">
              <h3 id="store">${texts.home.store.heading}</h3>
              ${storeForm(home)}
            </section>`
          : html`<p class="note">${empty.noPermission}</p>`
      }
      <section class="panel" aria-labelledby="connect">
        <h3 id="connect">${empty.connect}</h3>
        <p>${empty.connectText}</p>
        <pre data-copy>${baseUrl}/mcp</pre>
        <p><a class="button second" href="/connect">${empty.connectButton}</a></p>
      </section>
      <section class="panel" aria-labelledby="import">
        <h3 id="import">${empty.import}</h3>
        <p>${empty.importText}</p>
        <pre data-copy>loci import FILE</pre>
      </section>
    </div>`;
};

const storeForm = ({ draft, csrf, locale }: Pick<HomePage, 'draft' | 'csrf' | 'locale'>): Html => {
  const { store } = locale.texts.home;
  return html`<form method="post" action="/home/memories">
    <input type="hidden" name="csrf" value="${csrf}" />
    <div class="field">
      <label for="content">${store.label}</label>
      <textarea
        id="content"
        name="content"
        rows="4"
        maxlength="${MAX_CONTENT_LENGTH}"
        placeholder="${store.placeholder}"
        required
        ${draft !== null && html` aria-invalid="true" aria-describedby="content-problem"`}
      >
${draft?.content}</textarea>
      ${draft !== null && html`<p class="problem" id="content-problem" role="alert">${draft.problem}</p>`}
    </div>
    <button type="submit">${store.button}</button>
  </form>`;
};

const workspaceState = ({ memories, total, overview, canWrite, ...home }: HomePage): Html => {
  const { locale } = home;
  const { texts } = locale;
  return html`<div class="tiles">
      ${decisions(overview, locale)}
      <section class="panel" aria-labelledby="activity">
        <h2 id="activity">${texts.home.activity.heading(ACTIVITY_DAYS)}</h2>
        ${activityChart(overview.activity, locale)}
      </section>
      ${indexing(overview.embeddings, locale)}
    </div>
    ${
      canWrite &&
      html`<details class="store-memory" ${home.draft !== null && html` open`}>
        <summary>${texts.home.store.heading}</summary>
        ${storeForm(home)}
      </details>`
    }
    <div class="list-heading">
      <h2>${texts.home.recent}</h2>
      <a href="/memories">${texts.home.showAll(texts.home.count(total))}</a>
    </div>
    <ul class="results">
      ${memories.map((memory) => memoryItem(memory, locale))}
    </ul>`;
};

function decisions(
  { open_contradictions: contradictions, open_suggestions: suggestions }: Overview,
  locale: Locale,
): Html {
  const { decide } = locale.texts.home;
  return html`<section class="panel" aria-labelledby="decide">
    <h2 id="decide">${decide.heading}</h2>
    ${
      contradictions.total + suggestions.total === 0
        ? html`<p class="quiet">${decide.nothing}</p>`
        : html`<ul class="counts">
              <li>${decide.contradictions(countText(contradictions, locale))}</li>
              <li>${decide.suggestions(countText(suggestions, locale))}</li>
            </ul>
            <p><a class="button second small" href="/inbox">${decide.open}</a></p>`
    }
  </section>`;
}

/** Renders how many memories are searchable by meaning. The browser loads this part again until nothing is pending. */
export function indexing({ completed, outstanding, failed }: Overview['embeddings'], locale: Locale): Html {
  const { indexing: text, count } = locale.texts.home;
  const isPending = outstanding > failed.length;
  return html`<section
    class="panel"
    aria-labelledby="indexing"
    data-indexing="${isPending ? 'pending' : 'done'}"
  >
    <h2 id="indexing">${text.heading}</h2>
    ${
      outstanding === 0
        ? html`<p class="quiet">${text.done(completed)}</p>`
        : html`<p>${text.outstanding(count(outstanding))}</p>
            <progress
              max="${completed + outstanding}"
              value="${completed}"
              aria-labelledby="indexing"
            ></progress>
            ${
              isPending &&
              html`<p class="hint">${text.pendingHint}</p>
                <noscript><p class="hint">${text.reloadHint}</p></noscript>`
            }`
    }
    ${
      failed.length > 0 &&
      html`<p>${text.failed}</p>
        <ul class="line">
          ${failed.map(
            ({ id, content }) =>
              html`<li><a class="content" href="/memories/${id}">${excerpt(content, 100)}</a></li>`,
          )}
        </ul>
        <p class="hint">${text.failedHint}</p>`
    }
  </section>`;
}
