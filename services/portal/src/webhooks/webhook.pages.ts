import { ALL_EVENTS, WEBHOOK_EVENT_TYPES } from '@loci/contracts';
import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { flashNote } from '../pages/flash-note.pages.ts';
import { formatNumber } from '../pages/numbers.ts';
import { formatDate } from '../pages/times.pages.ts';
import type { Flash } from '../sessions/session.ts';
import type { Locale, Texts } from '../texts/texts.ts';
import { DELIVERY_STATES } from './webhook.ts';
import type { ListedDelivery, ListedWebhook, WebhookFields } from './webhook.ts';

export interface WebhooksPage {
  texts: Texts;
  items: readonly ListedWebhook[];
  csrf: string;
  flash: Flash | undefined;
  problem: string | undefined;
  /** Values of a rejected form. */
  entered: WebhookFields | undefined;
}

export const webhooksPage = ({ texts, items, csrf, flash, problem, entered }: WebhooksPage): Html => {
  const { webhooks } = texts;
  return html`<h1>${webhooks.title}</h1>
    <p class="lead">${webhooks.lead}</p>
    ${flash && flashNote(flash)}
    <div class="panel">
      <h2 id="webhooks">${webhooks.title}</h2>
      ${items.length === 0 ? html`<p class="quiet">${webhooks.none}</p>` : webhookTable(texts, items)}
    </div>
    <div class="panel">
      <h2>${webhooks.create}</h2>
      ${webhookForm({
        texts,
        action: '/webhooks',
        button: webhooks.createButton,
        csrf,
        problem,
        fields: entered ?? { url: '', description: '', event_types: [ALL_EVENTS] },
      })}
    </div>`;
};

const webhookTable = ({ webhooks, page }: Texts, items: readonly ListedWebhook[]): Html =>
  html`<table class="stack" aria-labelledby="webhooks">
    <thead>
      <tr>
        <th scope="col">${webhooks.url}</th>
        <th scope="col">${webhooks.events}</th>
        <th scope="col">${webhooks.status}</th>
        <th scope="col">${webhooks.created}</th>
        <th scope="col">${page.action}</th>
      </tr>
    </thead>
    <tbody>
      ${items.map(
        (webhook) =>
          html`<tr>
            <td class="break">
              <strong>${webhook.url}</strong>
              ${webhook.description !== '' && html`<br />${webhook.description}`}
            </td>
            <td data-label="${webhooks.events}">${eventNames(webhooks, webhook.event_types)}</td>
            <td data-label="${webhooks.status}">${statusOf(webhooks, webhook)}</td>
            <td data-label="${webhooks.created}">${formatDate(webhook.created_at)}</td>
            <td>
              <a
                class="button second small"
                href="/webhooks/${webhook.id}"
                aria-label="${webhooks.manageOf(webhook.url)}"
                >${webhooks.manage}</a
              >
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;

const eventNames = ({ allEvents }: Texts['webhooks'], types: readonly string[]): string =>
  types.includes(ALL_EVENTS) ? allEvents : types.join(', ');

const statusOf = (texts: Texts['webhooks'], { status, failing_since: failingSince }: ListedWebhook): Html =>
  status === 'disabled'
    ? html`<span class="state off">${texts.disabled}</span>`
    : failingSince === null
      ? html`<span class="state good">${texts.enabled}</span>`
      : html`<span class="state bad">${texts.failing} ${formatDate(failingSince)}</span>`;

interface WebhookForm {
  texts: Texts;
  action: string;
  button: string;
  csrf: string;
  problem: string | undefined;
  fields: WebhookFields;
}

const webhookForm = ({ texts: { webhooks }, action, button, csrf, problem, fields }: WebhookForm): Html =>
  html`${problem && html`<p class="note bad" role="alert" id="problem">${problem}</p>`}
    <form method="post" action="${action}">
      <input type="hidden" name="csrf" value="${csrf}" />
      <div class="field">
        <label for="url">${webhooks.url}</label>
        <input
          type="text"
          inputmode="url"
          id="url"
          name="url"
          value="${fields.url}"
          required
          maxlength="2048"
          placeholder="https://hooks.example.com/loci"
          autocomplete="off"
          aria-describedby="url-hint${problem && ' problem'}"
          ${problem && html`aria-invalid="true"`}
        />
        <p class="hint" id="url-hint">${webhooks.urlHint}</p>
      </div>
      <div class="field">
        <label for="description">${webhooks.description}</label>
        <input
          type="text"
          id="description"
          name="description"
          value="${fields.description}"
          maxlength="200"
          autocomplete="off"
          aria-describedby="description-hint"
        />
        <p class="hint" id="description-hint">${webhooks.descriptionHint}</p>
      </div>
      <fieldset>
        <legend>${webhooks.events}</legend>
        <div class="choices">
          ${[ALL_EVENTS, ...WEBHOOK_EVENT_TYPES].map(
            (type) =>
              html`<label class="choice"
                ><input
                  type="checkbox"
                  name="event_types"
                  value="${type}"
                  ${fields.event_types.includes(type) && html`checked`}
                />
                <span>${type === ALL_EVENTS ? webhooks.allEvents : html`<code>${type}</code>`}</span></label
              >`,
          )}
        </div>
      </fieldset>
      <button type="submit">${button}</button>
    </form>`;

export interface WebhookPage {
  locale: Locale;
  webhook: ListedWebhook;
  deliveries: { items: readonly ListedDelivery[]; next_cursor: string | null };
  /** Selected state of the deliveries. */
  state: string | undefined;
  isFirstPage: boolean;
  csrf: string;
  flash: Flash | undefined;
  problem: string | undefined;
  entered: WebhookFields | undefined;
}

export const webhookPage = (page: WebhookPage): Html => {
  const { locale, webhook, csrf, flash, problem, entered } = page;
  const { texts } = locale;
  const { webhooks } = texts;
  const path = `/webhooks/${webhook.id}`;
  const isEnabled = webhook.status === 'enabled';
  return html`<p><a href="/webhooks">${webhooks.back}</a></p>
    <h1 class="break">${webhook.description === '' ? webhook.url : webhook.description}</h1>
    <p class="lead break">${webhook.url}</p>
    ${flash && webhookFlash(texts, flash)}
    ${
      webhook.disabled_reason !== null &&
      html`<p class="note warn">${webhooks.disabledReasons[webhook.disabled_reason]}</p>`
    }
    <div class="panel">
      <h2>${webhooks.status}</h2>
      <p>${statusOf(webhooks, webhook)}</p>
      <div class="row-form">
        <form method="post" action="${path}/status">
          <input type="hidden" name="csrf" value="${csrf}" />
          <input type="hidden" name="status" value="${isEnabled ? 'disabled' : 'enabled'}" />
          <button type="submit" class="second small">
            ${isEnabled ? webhooks.disable : webhooks.enable}
          </button>
        </form>
        <form method="post" action="${path}/test">
          <input type="hidden" name="csrf" value="${csrf}" />
          <button type="submit" class="second small">${webhooks.test}</button>
        </form>
        <a class="button second small" href="${path}/rotate-secret">${webhooks.secret.rotate}</a>
        <a class="button danger small" href="${path}/delete">${webhooks.delete.button}</a>
      </div>
      ${
        webhook.previous_secret_expires_at !== null &&
        html`<p class="hint">
          ${webhooks.secret.previousUntil} ${formatDate(webhook.previous_secret_expires_at)}.
        </p>`
      }
    </div>
    ${deliveriesPanel(page, path)}
    <div class="panel">
      <h2>${webhooks.edit}</h2>
      ${webhookForm({
        texts,
        action: path,
        button: webhooks.save,
        csrf,
        problem,
        fields: entered ?? webhook,
      })}
    </div>`;
};

function webhookFlash({ webhooks }: Texts, flash: Flash): Html | null {
  if (flash.kind !== 'webhook-secret') return flashNote(flash);
  return html`<div class="panel made" role="status">
    <h2>${webhooks.secret.title}</h2>
    <p>${webhooks.secret.text}</p>
    <pre class="key" data-copy>${flash.secret}</pre>
  </div>`;
}

const deliveriesPanel = (page: WebhookPage, path: string): Html => {
  const { locale, deliveries, state, isFirstPage, csrf } = page;
  const { webhooks, page: controls } = locale.texts;
  const texts = webhooks.deliveries;
  const filter = state === undefined ? '' : `status=${state}&`;
  return html`<div class="panel">
    <h2 id="deliveries">${texts.title}</h2>
    <p class="meta">
      ${[undefined, ...DELIVERY_STATES].map(
        (each) =>
          html`<a
            href="${path}${each === undefined ? '' : `?status=${each}`}#deliveries"
            ${each === state && html`aria-current="true"`}
            >${each === undefined ? texts.all : texts.states[each]}</a
          >`,
      )}
    </p>
    ${
      deliveries.items.length === 0
        ? html`<p class="quiet">${state === undefined ? texts.none : texts.noneOfStatus}</p>`
        : html`<table class="stack" aria-labelledby="deliveries">
            <thead>
              <tr>
                <th scope="col">${texts.time}</th>
                <th scope="col">${texts.event}</th>
                <th scope="col">${texts.result}</th>
                <th scope="col">${texts.attempts}</th>
                <th scope="col">${controls.action}</th>
              </tr>
            </thead>
            <tbody>
              ${deliveries.items.map((item) => deliveryRow(locale, item, path, csrf))}
            </tbody>
          </table>`
    }
    <p class="pages">
      ${!isFirstPage && html`<a href="${path}?${filter}#deliveries">${controls.firstPage}</a>`}
      ${
        deliveries.next_cursor !== null &&
        html`<a href="${path}?${filter}cursor=${encodeURIComponent(deliveries.next_cursor)}#deliveries"
          >${controls.nextPage}</a
        >`
      }
    </p>
  </div>`;
};

const STATE_CLASSES = { pending: 'off', delivered: 'good', failed: 'bad' };

const deliveryRow = ({ language, texts }: Locale, item: ListedDelivery, path: string, csrf: string): Html => {
  const { deliveries } = texts.webhooks;
  return html`<tr>
    <td>${formatDate(item.created_at)}</td>
    <td data-label="${deliveries.event}"><code>${item.event_type}</code></td>
    <td data-label="${deliveries.result}">
      <span class="state ${STATE_CLASSES[item.status]}">${deliveries.states[item.status]}</span>
      ${
        item.next_attempt_at !== null &&
        item.status === 'pending' &&
        html`<br />${deliveries.next}: ${formatDate(item.next_attempt_at)}`
      }
    </td>
    <td data-label="${deliveries.attempts}">
      <details class="attempts">
        <summary>${deliveries.attemptCount(item.attempts)}</summary>
        <ol>
          ${item.attempt_log.map(
            (attempt) =>
              html`<li>
                ${formatDate(attempt.at)}:
                ${
                  attempt.status === null
                    ? (deliveries.errors[attempt.error ?? ''] ?? attempt.error)
                    : deliveries.status(attempt.status)
                },
                ${deliveries.milliseconds(formatNumber(attempt.duration_ms, language))}
              </li>`,
          )}
        </ol>
        <p class="hint">${deliveries.payload}</p>
        <pre>${JSON.stringify(item.payload, null, 2)}</pre>
      </details>
    </td>
    <td>
      <form method="post" action="${path}/deliveries/${item.id}/replay">
        <input type="hidden" name="csrf" value="${csrf}" />
        <button type="submit" class="second small" aria-label="${deliveries.replayOf(item.event_type)}">
          ${deliveries.replay}
        </button>
      </form>
    </td>
  </tr>`;
};
