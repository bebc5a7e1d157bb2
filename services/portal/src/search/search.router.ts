import { isUuid } from '@loci/core';
import { html, sendHtml, sendRedirect } from '@loci/pages';
import type { CsrfTokens, Html } from '@loci/pages';
import express from 'express';
import type { Router } from 'express';
import { describeRejection } from '../api/describe-rejection.ts';
import type { FieldLabels } from '../api/describe-rejection.ts';
import { ApiError } from '../api/portal-api.ts';
import { ACTIVITY_DAYS, homeContent, indexing } from '../home/home.pages.ts';
import type { Draft } from '../home/home.pages.ts';
import { loadOverview } from '../home/overview.ts';
import type { ListedMemory } from '../memories/memory-item.pages.ts';
import { excerpt } from '../pages/excerpt.ts';
import { flashNote } from '../pages/flash-note.pages.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps, SignedInRequest } from '../sign-in/require-sign-in.ts';
import { signedInForms, textField } from '../sign-in/signed-in-forms.ts';
import { loadResults, loadWhyNot } from './load-search.ts';
import { savedSearchList } from './saved-search.pages.ts';
import type { SavedSearch } from './saved-search.pages.ts';
import { readSearchParameters, searchFields, searchUrl } from './search-parameters.ts';
import type { SearchParameters } from './search-parameters.ts';
import { failedRegion, regionHtml, resultsRegion, searchPage } from './search.pages.ts';
import type { SearchRegion } from './search.pages.ts';
import { RECENT_LIST } from './why-not.pages.ts';
import type { Texts } from '../texts/texts.ts';

const RECENT = 6;
const MAX_CHOICES = 20;

/** Status codes of errors whose message the page shows. */
const REPORTED_STATUSES: ReadonlySet<number> = new Set([403, 404, 409, 422]);

/** Serves `/`: search, the state of the workspace, and saved searches. */
export function searchRouter(deps: SignedInDeps & { pages: PortalPages; csrfTokens: CsrfTokens }): Router {
  const { pages, baseUrl } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '64kb', parameterLimit: 20 });
  const forms = signedInForms(deps, '/');

  /** Loads the region below the search form: the results, or the state of the workspace without a query. */
  async function loadRegion(
    signedIn: SignedInRequest,
    parameters: SearchParameters,
    draft: Draft | null = null,
  ): Promise<SearchRegion & { status: string; statusCode: number }> {
    const { api, locale, request } = signedIn;
    const csrf = pages.csrf(signedIn);
    const verified = api.request<{ permissions: string[] }>({ path: '/api/v2/auth/verify' });
    if (parameters.q === '') {
      const [{ items, pagination }, overview, { permissions }] = await Promise.all([
        api.request<{ items: ListedMemory[]; pagination: { total: number } }>({
          path: '/api/v2/memories',
          query: { per_page: String(RECENT) },
        }),
        loadOverview(api, ACTIVITY_DAYS),
        verified,
      ]);
      const content = homeContent({
        memories: items,
        total: pagination.total,
        overview,
        canWrite: permissions.includes('write'),
        draft,
        baseUrl,
        csrf,
        locale,
      });
      return { status: '', content, statusCode: draft === null ? 200 : 422 };
    }
    const why = typeof request.query['why'] === 'string' ? request.query['why'].trim().slice(0, 2_000) : '';
    const [results, { permissions }] = await Promise.all([loadResults(api, parameters, locale), verified]);
    if ('reason' in results) {
      return { ...failedRegion(results.reason, parameters, locale), statusCode: results.status };
    }
    const question = await loadWhyNot(api, parameters, why);
    const canSave = permissions.includes('write');
    return {
      ...resultsRegion({ parameters, results, question, canSave, csrf, locale }),
      statusCode: 200,
    };
  }

  async function showPage(signedIn: SignedInRequest, draft: Draft | null = null): Promise<void> {
    const { api, locale, request } = signedIn;
    const parameters = readSearchParameters(request.query);
    const [region, { items: saved }, recent, flash] = await Promise.all([
      loadRegion(signedIn, parameters, draft),
      api.request<{ items: SavedSearch[] }>({ path: '/api/v2/saved-searches' }),
      recentMemories(signedIn),
      forms.takeFlash(signedIn),
    ]);
    const { search } = locale.texts;
    pages.show(signedIn, {
      status: region.statusCode,
      title: parameters.q === '' ? search.title : search.titleOf(parameters.q),
      current: 'search',
      islands: ['search'],
      body: searchPage({
        parameters,
        region,
        above: html`${flash && flashNote(flash)} ${savedSearchList(saved, pages.csrf(signedIn), locale)}`,
        recent,
        locale,
      }),
    });
  }

  router.get(
    '/',
    requireSignIn(deps, (signedIn) => showPage(signedIn)),
  );

  router.get(
    '/search/results',
    requireSignIn(deps, async (signedIn) => {
      const region = await loadRegion(signedIn, readSearchParameters(signedIn.request.query));
      sendHtml(signedIn.response, region.statusCode, regionHtml(region));
    }),
  );

  router.get(
    '/home/indexing',
    requireSignIn(deps, async ({ api, locale, response }) => {
      const { embeddings } = await loadOverview(api, 1);
      sendHtml(response, 200, indexing(embeddings, locale));
    }),
  );

  router.post(
    '/home/memories',
    parseForm,
    forms.handle(async (signedIn, fields) => {
      const { home } = signedIn.locale.texts;
      const content = textField(fields, 'content');
      try {
        if (content === '') throw new ApiError(422, 'VAL_FIELD_REQUIRED', home.store.empty);
        const { id } = await signedIn.api.request<{ id: string }>({
          method: 'POST',
          path: '/api/v2/memories',
          body: { content },
        });
        const links = [{ href: `/memories/${id}`, label: home.store.open }];
        await forms.setFlash(signedIn, { kind: 'notice', text: home.store.stored, links });
        sendRedirect(signedIn.response, '/');
      } catch (error) {
        const message = reportedMessage(error, signedIn.locale.texts, { content: home.store.label });
        await showPage(signedIn, { content, problem: home.store.notStored(message) });
      }
    }),
  );

  router.post(
    '/searches',
    parseForm,
    forms.handle(async (signedIn, fields) => {
      const { saved } = signedIn.locale.texts.search;
      const parameters = readSearchParameters(fields);
      const name = textField(fields, 'name');
      try {
        await signedIn.api.request({
          method: 'POST',
          path: '/api/v2/saved-searches',
          body: { name, parameters: searchFields(parameters) },
        });
        await forms.setFlash(signedIn, { kind: 'notice', text: saved.stored(name) });
      } catch (error) {
        const text = saved.notStored(reportedMessage(error, signedIn.locale.texts, { name: saved.name }));
        await forms.setFlash(signedIn, { kind: 'problem', text });
      }
      sendRedirect(signedIn.response, searchUrl(parameters));
    }),
  );

  router.post(
    '/searches/:id/delete',
    parseForm,
    forms.handle(async (signedIn, fields) => {
      const { saved } = signedIn.locale.texts.search;
      const { id } = signedIn.request.params;
      if (typeof id !== 'string' || !isUuid(id))
        throw new ApiError(404, 'RES_NOT_FOUND', 'The ID in the URL is not a UUID.');
      await signedIn.api.request({ method: 'DELETE', path: `/api/v2/saved-searches/${id}` });
      const search = readSearchParameters(
        Object.fromEntries(new URLSearchParams(textField(fields, 'search').slice(2))),
      );
      await forms.setFlash(signedIn, {
        kind: 'notice',
        text: saved.deleted(textField(fields, 'name')),
        links: [{ href: searchUrl(search), label: saved.restore }],
      });
      sendRedirect(signedIn.response, '/');
    }),
  );
  return router;
}

/** Renders the latest memories as choices of the field that names a memory. Null without a search. */
async function recentMemories({ api, request }: SignedInRequest): Promise<Html | null> {
  if (readSearchParameters(request.query).q === '') return null;
  const { items } = await api.request<{ items: ListedMemory[] }>({
    path: '/api/v2/memories',
    query: { per_page: String(MAX_CHOICES) },
  });
  return html`<datalist id="${RECENT_LIST}">
    ${items.map(({ id, content }) => html`<option value="${id}">${excerpt(content, 80)}</option>`)}
  </datalist>`;
}

/** Returns the message of an error that the user can correct. Rethrows other errors. */
function reportedMessage(error: unknown, texts: Texts, labels?: FieldLabels): string {
  if (error instanceof ApiError && REPORTED_STATUSES.has(error.status))
    return describeRejection(error, texts, labels);
  throw error;
}
