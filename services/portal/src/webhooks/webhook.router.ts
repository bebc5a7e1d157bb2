import { ALL_EVENTS, WEBHOOK_EVENT_TYPES } from '@loci/contracts';
import { sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Router } from 'express';
import { describeRejection } from '../api/describe-rejection.ts';
import { ApiError } from '../api/portal-api.ts';
import { confirmPage } from '../pages/confirm.pages.ts';
import { explainOwnersOnly } from '../pages/owners-only.pages.ts';
import { uuidInPath } from '../pages/path-ids.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps, SignedInRequest } from '../sign-in/require-sign-in.ts';
import { signedInForms, textField } from '../sign-in/signed-in-forms.ts';
import type { FormFields } from '../sign-in/signed-in-forms.ts';
import { webhookPage, webhooksPage } from './webhook.pages.ts';
import { DELIVERY_STATES, WEBHOOKS_PATH } from './webhook.ts';
import type { ListedDelivery, ListedWebhook, WebhookFields } from './webhook.ts';

/** A form that the portal or the API rejected. */
interface Rejection {
  problem: string;
  status: number;
  entered: WebhookFields;
}

/** Serves `/webhooks`, where owners create and change webhooks, and see and replay their messages. */
export function webhookRouter(deps: SignedInDeps & { pages: PortalPages; csrfTokens: CsrfTokens }): Router {
  const { pages } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '16kb', parameterLimit: 40 });
  const forms = signedInForms(deps, '/webhooks');

  const ownerPage = (handle: (signedIn: SignedInRequest) => Promise<void>) =>
    requireSignIn(deps, explainOwnersOnly(pages, 'webhooks', handle));
  const ownerForm = (handle: (signedIn: SignedInRequest, fields: FormFields) => Promise<void>) =>
    forms.handle(explainOwnersOnly(pages, 'webhooks', handle));

  async function showList(signedIn: SignedInRequest, rejection?: Rejection): Promise<void> {
    const { api, locale } = signedIn;
    const { items } = await api.request<{ items: ListedWebhook[] }>({ path: WEBHOOKS_PATH });
    const body = webhooksPage({
      texts: locale.texts,
      items,
      csrf: pages.csrf(signedIn),
      flash: await forms.takeFlash(signedIn),
      problem: rejection?.problem,
      entered: rejection?.entered,
    });
    const { title } = locale.texts.webhooks;
    pages.show(signedIn, { status: rejection?.status ?? 200, title, current: 'webhooks', body });
  }

  async function showOne(signedIn: SignedInRequest, rejection?: Rejection): Promise<void> {
    const { api, locale, request } = signedIn;
    const path = webhookPath(signedIn);
    const state = DELIVERY_STATES.find((each) => each === request.query['status']);
    const { cursor } = request.query;
    const [webhook, deliveries] = await Promise.all([
      api.request<ListedWebhook>({ path }),
      api.request<{ items: ListedDelivery[]; next_cursor: string | null }>({
        path: `${path}/deliveries`,
        query: {
          per_page: '20',
          ...(state === undefined ? {} : { status: state }),
          ...(typeof cursor === 'string' ? { cursor } : {}),
        },
      }),
    ]);
    const body = webhookPage({
      locale,
      webhook,
      deliveries,
      state,
      isFirstPage: typeof cursor !== 'string',
      csrf: pages.csrf(signedIn),
      flash: await forms.takeFlash(signedIn),
      problem: rejection?.problem,
      entered: rejection?.entered,
    });
    pages.show(signedIn, { status: rejection?.status ?? 200, title: webhook.url, current: 'webhooks', body });
  }

  /** Runs a change and returns to the webhook with a notice. */
  const change = (
    request: { suffix: string; body?: object },
    notice: (signedIn: SignedInRequest) => string,
  ) =>
    ownerForm(async (signedIn) => {
      const path = `${webhookPath(signedIn)}${request.suffix}`;
      await signedIn.api.request({ method: 'POST', path, body: request.body });
      await forms.setFlash(signedIn, { kind: 'notice', text: notice(signedIn) });
      sendRedirect(signedIn.response, `/webhooks/${uuidInPath(signedIn.request, 'webhook_id')}`);
    });

  const confirm = (
    action: 'delete' | 'rotate-secret',
    texts: (signedIn: SignedInRequest) => { title: string; text: string; confirm: string },
  ) =>
    ownerPage(async (signedIn) => {
      const webhook = await signedIn.api.request<ListedWebhook>({ path: webhookPath(signedIn) });
      const { title, text, confirm: label } = texts(signedIn);
      const body = confirmPage({
        title,
        text: `${webhook.url} – ${text}`,
        action: `/webhooks/${webhook.id}/${action}`,
        confirm: label,
        back: `/webhooks/${webhook.id}`,
        locale: signedIn.locale,
        csrf: pages.csrf(signedIn),
      });
      pages.show(signedIn, { title, current: 'webhooks', body });
    });

  router.get(
    '/webhooks',
    ownerPage((signedIn) => showList(signedIn)),
  );
  router.get(
    '/webhooks/:webhook_id',
    ownerPage((signedIn) => showOne(signedIn)),
  );

  router.post(
    '/webhooks',
    parseForm,
    ownerForm(async (signedIn, fields) => {
      const entered = readFields(fields);
      const created = await save(signedIn, entered, (rejection) => showList(signedIn, rejection), {
        method: 'POST',
        path: WEBHOOKS_PATH,
      });
      if (created === null) return;
      await forms.setFlash(signedIn, { kind: 'webhook-secret', secret: created.secret });
      sendRedirect(signedIn.response, `/webhooks/${created.id}`);
    }),
  );

  router.post(
    '/webhooks/:webhook_id',
    parseForm,
    ownerForm(async (signedIn, fields) => {
      const entered = readFields(fields);
      const path = webhookPath(signedIn);
      const show = (rejection: Rejection) => showOne(signedIn, rejection);
      const saved = await save(signedIn, entered, show, { method: 'PATCH', path });
      if (saved === null) return;
      await forms.setFlash(signedIn, { kind: 'notice', text: signedIn.locale.texts.webhooks.saved });
      sendRedirect(signedIn.response, `/webhooks/${saved.id}`);
    }),
  );

  router.post(
    '/webhooks/:webhook_id/status',
    parseForm,
    ownerForm(async (signedIn, fields) => {
      const { webhooks } = signedIn.locale.texts;
      const status = textField(fields, 'status') === 'enabled' ? 'enabled' : 'disabled';
      await signedIn.api.request({ method: 'PATCH', path: webhookPath(signedIn), body: { status } });
      const text = status === 'enabled' ? webhooks.wasEnabled : webhooks.wasDisabled;
      await forms.setFlash(signedIn, { kind: 'notice', text });
      sendRedirect(signedIn.response, `/webhooks/${uuidInPath(signedIn.request, 'webhook_id')}`);
    }),
  );

  router.post(
    '/webhooks/:webhook_id/test',
    parseForm,
    change({ suffix: '/test', body: {} }, ({ locale }) => locale.texts.webhooks.testSent),
  );

  router.post(
    '/webhooks/:webhook_id/deliveries/:delivery_id/replay',
    parseForm,
    ownerForm(async (signedIn) => {
      const { request, locale, response } = signedIn;
      const path = `${webhookPath(signedIn)}/deliveries/${uuidInPath(request, 'delivery_id')}/replay`;
      await signedIn.api.request({ method: 'POST', path, body: {} });
      await forms.setFlash(signedIn, { kind: 'notice', text: locale.texts.webhooks.deliveries.replayed });
      sendRedirect(response, `/webhooks/${uuidInPath(request, 'webhook_id')}`);
    }),
  );

  router.get(
    '/webhooks/:webhook_id/rotate-secret',
    confirm('rotate-secret', ({ locale }) => {
      const { confirmTitle: title, confirmText: text, confirm: label } = locale.texts.webhooks.secret;
      return { title, text, confirm: label };
    }),
  );
  router.post(
    '/webhooks/:webhook_id/rotate-secret',
    parseForm,
    ownerForm(async (signedIn) => {
      const path = `${webhookPath(signedIn)}/rotate-secret`;
      const { id, secret } = await signedIn.api.request<{ id: string; secret: string }>({
        method: 'POST',
        path,
        body: {},
      });
      await forms.setFlash(signedIn, { kind: 'webhook-secret', secret });
      sendRedirect(signedIn.response, `/webhooks/${id}`);
    }),
  );

  router.get(
    '/webhooks/:webhook_id/delete',
    confirm('delete', ({ locale }) => locale.texts.webhooks.delete),
  );
  router.post(
    '/webhooks/:webhook_id/delete',
    parseForm,
    ownerForm(async (signedIn) => {
      await signedIn.api.request({ method: 'DELETE', path: webhookPath(signedIn) });
      await forms.setFlash(signedIn, { kind: 'notice', text: signedIn.locale.texts.webhooks.delete.done });
      sendRedirect(signedIn.response, '/webhooks');
    }),
  );
  return router;
}

const webhookPath = ({ request }: Pick<SignedInRequest, 'request'>): string =>
  `${WEBHOOKS_PATH}/${uuidInPath(request, 'webhook_id')}`;

function readFields(fields: FormFields): WebhookFields {
  const chosen = [fields['event_types']].flat();
  return {
    url: textField(fields, 'url'),
    description: textField(fields, 'description'),
    event_types: [ALL_EVENTS, ...WEBHOOK_EVENT_TYPES].filter((type) => chosen.includes(type)),
  };
}

/** Saves a webhook. Shows the form again and returns null if it is rejected. */
async function save(
  { api, locale }: SignedInRequest,
  entered: WebhookFields,
  show: (rejection: Rejection) => Promise<void>,
  request: { method: 'POST' | 'PATCH'; path: string },
): Promise<{ id: string; secret: string } | null> {
  if (entered.event_types.length === 0) {
    await show({ problem: locale.texts.webhooks.noEvents, status: 422, entered });
    return null;
  }
  try {
    return await api.request<{ id: string; secret: string }>({ ...request, body: entered });
  } catch (error) {
    if (!(error instanceof ApiError) || ![409, 422].includes(error.status)) throw error;
    const { url, description } = locale.texts.webhooks;
    const problem = describeRejection(error, locale.texts, { url, description });
    await show({ problem, status: error.status, entered });
    return null;
  }
}
