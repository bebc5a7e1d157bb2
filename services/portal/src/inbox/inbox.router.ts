import { isUuid } from '@loci/core';
import { html, safeReturnTo, sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Router } from 'express';
import { ApiError } from '../api/portal-api.ts';
import { countOpen, loadOverview } from '../home/overview.ts';
import { confirmPage } from '../pages/confirm.pages.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps, SignedInRequest } from '../sign-in/require-sign-in.ts';
import { signedInForms, textField } from '../sign-in/signed-in-forms.ts';
import type { FormFields } from '../sign-in/signed-in-forms.ts';
import { DECISIONS, decide, isConfirmed } from './decide.ts';
import type { DecidedPair, Decision } from './decide.ts';
import { INBOX_LISTS, readPosition } from './inbox-item.ts';
import { actionOf, inboxPage } from './inbox.pages.ts';
import { SEEN, loadItem } from './load-item.ts';

/** Serves `/inbox`, where users decide about similar and contradicting memories, one pair after the other. */
export function inboxRouter(deps: SignedInDeps & { pages: PortalPages; csrfTokens: CsrfTokens }): Router {
  const { pages, openCounts } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '256kb', parameterLimit: 20 });
  const forms = signedInForms(deps, '/inbox');

  router.get(
    '/inbox',
    requireSignIn(deps, async (signedIn) => {
      const { api, locale, request } = signedIn;
      const position = readPosition(request.query);
      const [loaded, overview, { permissions }, flash] = await Promise.all([
        request.query['cursor'] === SEEN ? { item: null, position, next: null } : loadItem(api, position),
        loadOverview(api, 0),
        api.request<{ permissions: string[] }>({ path: '/api/v2/auth/verify' }),
        forms.takeFlash(signedIn),
      ]);
      pages.show(signedIn, {
        title: locale.texts.inbox.title,
        current: 'inbox',
        islands: ['inbox'],
        body: inboxPage({
          ...loaded,
          open: countOpen(overview),
          canResolve: permissions.includes('write'),
          csrf: pages.csrf(signedIn),
          flash,
          locale,
        }),
      });
    }),
  );

  router.post(
    '/inbox/:list/:id',
    parseForm,
    forms.handle(async (signedIn, fields) => {
      const pair = readPair(signedIn, fields);
      const back = safeReturnTo(textField(fields, 'back') || '/inbox');
      const { decision } = pair;
      if (decision === null) {
        await forms.setFlash(signedIn, { kind: 'problem', text: signedIn.locale.texts.inbox.choose });
      } else if (isConfirmed(decision) && textField(fields, 'confirmed') !== 'yes') {
        showConfirmation(signedIn, { ...pair, decision }, back);
        return;
      } else {
        await forms.setFlash(signedIn, await decide(signedIn.api, { ...pair, decision }, signedIn.locale));
        openCounts.forget(signedIn.sessionId);
      }
      sendRedirect(signedIn.response, back);
    }),
  );

  /** Asks for a confirmation in browsers without JavaScript. */
  function showConfirmation(
    signedIn: SignedInRequest,
    pair: DecidedPair & { decision: 'keep-newer' | 'keep-older' },
    back: string,
  ): void {
    const { confirm, title } = signedIn.locale.texts.inbox;
    const hidden = { ...pair, back, confirmed: 'yes' };
    pages.show(signedIn, {
      title,
      current: 'inbox',
      body: confirmPage({
        title: confirm.title[pair.decision],
        text: confirm.text,
        action: actionOf(pair),
        confirm: confirm.button[pair.decision],
        back,
        csrf: pages.csrf(signedIn),
        fields: html`${(['decision', 'older', 'newer', 'source', 'back', 'confirmed'] as const).map(
          (name) => html`<input type="hidden" name="${name}" value="${hidden[name]}" />`,
        )}`,
        locale: signedIn.locale,
      }),
    });
  }
  return router;
}

/** Reads the pair and the decision from a form. The decision is null if no button was chosen. */
function readPair(
  { request }: SignedInRequest,
  fields: FormFields,
): Omit<DecidedPair, 'decision'> & { decision: Decision | null } {
  const { id, list: listName } = request.params;
  const list = INBOX_LISTS.find((each) => each === listName);
  if (list === undefined || typeof id !== 'string' || !isUuid(id))
    throw new ApiError(404, 'RES_NOT_FOUND', 'The ID in the URL is not a UUID.');
  const idField = (name: string): string => {
    const value = textField(fields, name);
    return isUuid(value) ? value : '';
  };
  return {
    list,
    id,
    decision: DECISIONS.find((each) => each === fields['decision']) ?? null,
    older: idField('older'),
    newer: idField('newer'),
    source: idField('source'),
    content: textField(fields, 'content'),
  };
}
