import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { pageLinks } from '../pages/list-pages.ts';
import { formatNumber } from '../pages/numbers.ts';
import { formatDate } from '../pages/times.pages.ts';
import type { Locale } from '../texts/texts.ts';
import type { ProcessState, TenantPage } from './admin-ports.ts';

export const operatorSignInPage = (
  { texts: { operator } }: Locale,
  { csrf, problem }: { csrf: string; problem: string | undefined },
): Html => {
  const { signIn } = operator;
  return html`<div class="panel">
    <h1>${signIn.title}</h1>
    <p class="lead">${signIn.lead}</p>
    ${problem && html`<p class="note bad" role="alert" id="problem">${problem}</p>`}
    <form method="post" action="/operator/sign-in">
      <input type="hidden" name="csrf" value="${csrf}" />
      <div class="field">
        <label for="token">${signIn.token}</label>
        <input
          type="password"
          id="token"
          name="token"
          required
          maxlength="1024"
          autocomplete="off"
          aria-describedby="token-hint${problem && ' problem'}"
        />
        <p class="hint" id="token-hint">${signIn.hint}</p>
      </div>
      <div class="actions"><button type="submit">${signIn.button}</button></div>
    </form>
  </div>`;
};

export const operatorUnavailablePage = ({ texts: { operator } }: Locale): Html =>
  html`<div class="panel">
    <h1>${operator.disabled.title}</h1>
    <p>${operator.disabled.text}</p>
  </div>`;

export interface OperatorPage {
  locale: Locale;
  processes: readonly ProcessState[];
  tenants: TenantPage;
  csrf: string;
  expiresAt: Date;
  notice: string | undefined;
  problem: string | undefined;
}

export const operatorPage = (page: OperatorPage): Html => {
  const { locale, csrf, expiresAt, notice, problem } = page;
  const { operator } = locale.texts;
  return html`<h1>${operator.title}</h1>
    <div class="operator-bar">
      <p class="quiet">${operator.endsAt} ${formatDate(expiresAt.toISOString())}.</p>
      <form method="post" action="/operator/sign-out">
        <input type="hidden" name="csrf" value="${csrf}" />
        <button type="submit" class="second small">${operator.signOut}</button>
      </form>
    </div>
    ${notice && html`<p class="note good" role="status">${notice}</p>`}
    ${problem && html`<p class="note bad" role="alert">${problem}</p>`} ${healthPanel(page)} ${lagPanel(page)}
    ${indexPanel(page)} ${tenantPanel(page)}`;
};

const healthPanel = ({ locale: { texts, language }, processes }: OperatorPage): Html => {
  const { health } = texts.operator;
  return html`<div class="panel">
    <h2 id="health">${health.title}</h2>
    <table class="stack" aria-labelledby="health">
      <thead>
        <tr>
          <th scope="col">${health.part}</th>
          <th scope="col">${health.state}</th>
          <th scope="col">${health.eventLoop}</th>
        </tr>
      </thead>
      <tbody>
        ${processes.map(({ name, url, waitingFor, samples }) => {
          const lag = samples.find((sample) => sample.name === 'nodejs_eventloop_lag_p99_seconds');
          return html`<tr>
            <td class="break">
              <strong>${name}</strong> ${name !== url && html`<br /><small>${url}</small>`}
            </td>
            <td data-label="${health.state}">
              ${
                waitingFor === null
                  ? html`<span class="state bad">${health.unreachable}</span>`
                  : waitingFor.length === 0
                    ? html`<span class="state good">${health.ready}</span>`
                    : html`<span class="state bad">${health.notReady(waitingFor.join(', '))}</span>`
              }
            </td>
            <td data-label="${health.eventLoop}">
              ${lag === undefined ? '–' : `${formatNumber(Math.round(lag.value * 1_000), language)} ms`}
            </td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
};

/** Returns the largest value of a metric by a label. Each process of a service reports the values of the whole service. */
function largestBy(processes: readonly ProcessState[], metric: string, label: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const { name, labels, value } of processes.flatMap(({ samples }) => samples)) {
    const key = labels[label];
    if (name === metric && key !== undefined) found.set(key, Math.max(value, found.get(key) ?? 0));
  }
  return found;
}

/** Returns the sum of a counter by a label. */
function sumBy(processes: readonly ProcessState[], metric: string, label: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const { name, labels, value } of processes.flatMap(({ samples }) => samples)) {
    const key = labels[label];
    if (name === metric && key !== undefined) found.set(key, value + (found.get(key) ?? 0));
  }
  return found;
}

const lagPanel = ({ locale: { texts, language }, processes }: OperatorPage): Html => {
  const { lag } = texts.operator;
  const waiting = largestBy(processes, 'loci_consumer_lag_events', 'group');
  const deadLetters = sumBy(processes, 'loci_dead_letters_total', 'group');
  const groups = [...new Set([...waiting.keys(), ...deadLetters.keys()])].sort();
  const show = (value: number | undefined): string =>
    value === undefined ? '–' : formatNumber(value, language);
  return html`<div class="panel">
    <h2 id="lag">${lag.title}</h2>
    <p>${lag.text}</p>
    ${
      groups.length === 0
        ? html`<p class="quiet">${lag.none}</p>`
        : html`<table class="stack" aria-labelledby="lag">
            <thead>
              <tr>
                <th scope="col">${lag.group}</th>
                <th scope="col">${lag.waiting}</th>
                <th scope="col">${lag.deadLetters}</th>
              </tr>
            </thead>
            <tbody>
              ${groups.map(
                (group) =>
                  html`<tr>
                    <td><strong>${group}</strong></td>
                    <td data-label="${lag.waiting}">${show(waiting.get(group))}</td>
                    <td data-label="${lag.deadLetters}">${show(deadLetters.get(group) ?? 0)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
    <div class="actions">
      <a class="button second" href="/operator/replay-dead-letters">${lag.replay}</a>
    </div>
  </div>`;
};

const indexPanel = ({ locale: { texts, language }, processes }: OperatorPage): Html => {
  const { indexes } = texts.operator;
  const drift = [...largestBy(processes, 'loci_index_drift_items', 'index')].sort();
  return html`<div class="panel">
    <h2 id="indexes">${indexes.title}</h2>
    <p>${indexes.text}</p>
    ${
      drift.length === 0
        ? html`<p class="quiet">${indexes.none}</p>`
        : html`<table class="stack" aria-labelledby="indexes">
            <thead>
              <tr>
                <th scope="col">${indexes.index}</th>
                <th scope="col">${indexes.drift}</th>
              </tr>
            </thead>
            <tbody>
              ${drift.map(
                ([index, value]) =>
                  html`<tr>
                    <td><strong>${index}</strong></td>
                    <td data-label="${indexes.drift}">${formatNumber(value, language)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
    ${rebuildStatus({ locale: { texts, language }, processes })}
    <div class="actions">
      <a class="button second" href="/operator/rebuild-indexes">${indexes.rebuild}</a>
    </div>
  </div>`;
};

/**
 * Renders the state of the last rebuild. A script replaces it every few seconds while `data-running` is present.
 *
 * @see services/portal/browser/islands/operator.island.tsx
 */
const rebuildStatus = ({
  locale: { texts, language },
  processes,
}: Pick<OperatorPage, 'processes'> & { locale: Pick<Locale, 'texts' | 'language'> }): Html => {
  const { indexes } = texts.operator;
  const found = findRebuild(processes);
  const isRunning = found?.state === 'running';
  const items = formatNumber(found?.items ?? 0, language);
  return html`<p id="rebuild" aria-live="polite" ${isRunning && html`data-running`}>
    ${found !== null && indexes[found.state](items)}
    ${isRunning && html`<progress aria-label="${indexes.rebuild}"></progress>`}
  </p>`;
};

const REBUILD_STATES = ['running', 'completed', 'failed'] as const;

/** Returns the running rebuild of one of the processes, or a last one. Null if no process has rebuilt since its start. */
function findRebuild(
  processes: readonly ProcessState[],
): { state: (typeof REBUILD_STATES)[number]; items: number } | null {
  const rebuilds = processes.flatMap(({ samples }) => {
    const state = samples.find(({ name, value }) => name === 'loci_index_rebuild_state' && value === 1)
      ?.labels['state'];
    const items = samples.find(({ name }) => name === 'loci_index_rebuild_items')?.value ?? 0;
    const known = REBUILD_STATES.find((each) => each === state);
    return known === undefined ? [] : [{ state: known, items }];
  });
  return rebuilds.find(({ state }) => state === 'running') ?? rebuilds[0] ?? null;
}

const tenantPanel = ({ locale: { texts, language }, tenants }: OperatorPage): Html => {
  const labels = texts.operator.tenants;
  return html`<div class="panel">
    <h2 id="tenants">${labels.title}</h2>
    <p class="quiet">${labels.total(formatNumber(tenants.pagination.total, language))}</p>
    <table class="stack" aria-labelledby="tenants">
      <thead>
        <tr>
          <th scope="col">${labels.name}</th>
          <th scope="col">${labels.tier}</th>
          <th scope="col">${labels.status}</th>
          <th scope="col">${labels.created}</th>
        </tr>
      </thead>
      <tbody>
        ${tenants.items.map(
          (tenant) =>
            html`<tr>
              <td class="break"><strong>${tenant.name}</strong><br /><code>${tenant.tenant_id}</code></td>
              <td data-label="${labels.tier}">${tenant.tier}</td>
              <td data-label="${labels.status}">${labels.states[tenant.status] ?? tenant.status}</td>
              <td data-label="${labels.created}">${formatDate(tenant.created_at)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${pageLinks(tenants.pagination, '/operator', texts.page)}
  </div>`;
};
