import { sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Router } from 'express';
import { loadExcerpts } from '../api/load-excerpts.ts';
import { describeRejection } from '../api/describe-rejection.ts';
import { ApiError } from '../api/portal-api.ts';
import type { PortalApi } from '../api/portal-api.ts';
import { confirmPage } from '../pages/confirm.pages.ts';
import { uuidInPath } from '../pages/path-ids.ts';
import { island } from '../pages/portal-page.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps, SignedInRequest } from '../sign-in/require-sign-in.ts';
import { signedInForms, textField } from '../sign-in/signed-in-forms.ts';
import { contextFormPage, contextListPage, contextPage } from './context.pages.ts';
import type { ContextForm, ContextList, SavedContext } from './context.pages.ts';
import { readContextForm } from './read-context-form.ts';
import type { ContextInput } from './read-context-form.ts';

const API_PATH = '/api/v2/checkpoints';
const PER_PAGE = '20';
const MAX_NAME_LENGTH = 200;
const CONFLICT = 412;
/** Errors that the form shows. */
const REPORTED_STATUSES: ReadonlySet<number> = new Set([403, 404, 409, 422]);

/** Serves `/contexts`, where users view, create, change and delete saved contexts. */
export function contextRouter(deps: SignedInDeps & { pages: PortalPages; csrfTokens: CsrfTokens }): Router {
  const { pages } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '256kb', parameterLimit: 500 });
  const forms = signedInForms(deps, '/contexts');
  const optionsOf = async (signedIn: SignedInRequest) => {
    const [{ permissions }, flash] = await Promise.all([
      signedIn.api.request<{ permissions: string[] }>({ path: '/api/v2/auth/verify' }),
      forms.takeFlash(signedIn),
    ]);
    return { locale: signedIn.locale, permissions, flash };
  };

  /** @throws ApiError with status 403 if the user cannot change contexts, so that no form is shown */
  async function requirePermission({ api, locale }: SignedInRequest, permission: string): Promise<void> {
    const { permissions } = await api.request<{ permissions: string[] }>({ path: '/api/v2/auth/verify' });
    if (!permissions.includes(permission))
      throw new ApiError(403, 'AUTH_FORBIDDEN', locale.texts.contexts.readOnly);
  }

  function showForm(
    signedIn: SignedInRequest,
    form: Omit<ContextForm, 'locale' | 'csrf'>,
    status = 200,
  ): void {
    const texts = signedIn.locale.texts.contexts;
    const body = contextFormPage(
      { ...form, locale: signedIn.locale, csrf: pages.csrf(signedIn) },
      (props, fallback) => island('context-memories', props, fallback),
    );
    const title = form.stored === null ? texts.newTitle : texts.editTitle(form.stored.context.name);
    pages.show(signedIn, { status, title, current: 'contexts', islands: ['context-memories'], body });
  }

  /**
   * Saves a context and redirects to its page. If the input is rejected, shows the form again.
   *
   * @param save sends the request
   */
  async function saveContext(
    signedIn: SignedInRequest,
    input: ContextInput,
    stored: ContextForm['stored'],
    save: () => Promise<{ id: string; name: string }>,
  ): Promise<void> {
    const texts = signedIn.locale.texts.contexts;
    const show = async (rejection: Partial<ContextForm>, status: number): Promise<void> => {
      const added = await loadMemories(signedIn.api, input.addedIds);
      showForm(signedIn, { stored, fields: input.fields, added, ...rejection }, status);
    };
    if (input.fields.add !== '' && input.addedIds.length === 0) {
      await show({ problem: texts.noIds, problemField: 'add' }, 422);
      return;
    }
    try {
      const { id, name } = await save();
      await forms.setFlash(signedIn, { kind: 'notice', text: texts.saved(name) });
      sendRedirect(signedIn.response, `/contexts/${id}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === CONFLICT && stored !== null) {
        const current = await loadContext(signedIn.api, stored.context.id);
        await show({ stored: current, hasConflict: true }, CONFLICT);
      } else if (REPORTED_STATUSES.has(error.status)) {
        const labels = { name: texts.name, description: texts.description, add_memory_ids: texts.add };
        const isTaken = error.code === 'RES_ALREADY_EXISTS';
        const problem = isTaken
          ? texts.nameTaken(input.fields.name)
          : texts.notSaved(describeRejection(error, signedIn.locale.texts, labels));
        await show({ problem, problemField: fieldOf(error) }, error.status);
      } else throw error;
    }
  }

  router.get(
    '/contexts',
    requireSignIn(deps, async (signedIn) => {
      const { name: rawName, cursor } = signedIn.request.query;
      const name = typeof rawName === 'string' ? rawName.trim().slice(0, MAX_NAME_LENGTH) : '';
      const isFirstPage = typeof cursor !== 'string';
      const [list, options] = await Promise.all([
        signedIn.api.request<ContextList>({
          path: API_PATH,
          query: { per_page: PER_PAGE, name, ...(isFirstPage ? {} : { cursor }) },
        }),
        optionsOf(signedIn),
      ]);
      const body = contextListPage(list, { ...options, name, isFirstPage });
      pages.show(signedIn, { title: signedIn.locale.texts.contexts.title, current: 'contexts', body });
    }),
  );

  router.get(
    '/contexts/new',
    requireSignIn(deps, async (signedIn) => {
      await requirePermission(signedIn, 'write');
      const fields = { name: '', description: '', add: '', keep: null };
      showForm(signedIn, { stored: null, fields, added: [] });
    }),
  );

  router.post(
    '/contexts',
    parseForm,
    forms.handle(async (signedIn, fields) => {
      const input = readContextForm(fields);
      const { name, description } = input.fields;
      await saveContext(signedIn, input, null, () =>
        signedIn.api.request({
          method: 'POST',
          path: API_PATH,
          body: { name, description, memory_ids: input.addedIds },
        }),
      );
    }),
  );

  router.get(
    '/contexts/:id',
    requireSignIn(deps, async (signedIn) => {
      const id = uuidInPath(signedIn.request, 'id');
      const [{ context }, options] = await Promise.all([loadContext(signedIn.api, id), optionsOf(signedIn)]);
      pages.show(signedIn, { title: context.name, current: 'contexts', body: contextPage(context, options) });
    }),
  );

  router.get(
    '/contexts/:id/edit',
    requireSignIn(deps, async (signedIn) => {
      await requirePermission(signedIn, 'write');
      const stored = await loadContext(signedIn.api, uuidInPath(signedIn.request, 'id'));
      const { name, description } = stored.context;
      const fields = { name, description: description ?? '', add: '', keep: null };
      showForm(signedIn, { stored, fields, added: [] });
    }),
  );

  router.post(
    '/contexts/:id/edit',
    parseForm,
    forms.handle(async (signedIn, fields) => {
      const input = readContextForm(fields);
      const { name, description } = input.fields;
      const stored = await loadContext(signedIn.api, uuidInPath(signedIn.request, 'id'));
      // A later problem must not replace the state that the user edited with a newer one.
      const edited = { ...stored, etag: textField(fields, 'etag') };
      await saveContext(signedIn, input, edited, () =>
        signedIn.api.request({
          method: 'PATCH',
          path: `${API_PATH}/${stored.context.id}`,
          headers: { 'if-match': edited.etag },
          body: {
            name,
            description,
            add_memory_ids: input.addedIds,
            remove_memory_ids: input.removedIds,
          },
        }),
      );
    }),
  );

  router.get(
    '/contexts/:id/delete',
    requireSignIn(deps, async (signedIn) => {
      await requirePermission(signedIn, 'delete');
      const texts = signedIn.locale.texts.contexts;
      const { context } = await loadContext(signedIn.api, uuidInPath(signedIn.request, 'id'));
      const title = texts.deleteTitle(context.name);
      const body = confirmPage({
        title,
        text: texts.deleteText,
        action: `/contexts/${context.id}/delete`,
        confirm: texts.deleteConfirm,
        back: `/contexts/${context.id}`,
        csrf: pages.csrf(signedIn),
        locale: signedIn.locale,
      });
      pages.show(signedIn, { title, current: 'contexts', body });
    }),
  );

  router.post(
    '/contexts/:id/delete',
    parseForm,
    forms.handle(async (signedIn) => {
      // The ID must be that of a context, because this page deletes no other memory.
      const { context } = await loadContext(signedIn.api, uuidInPath(signedIn.request, 'id'));
      await signedIn.api.request({ method: 'DELETE', path: `/api/v2/memories/${context.id}` });
      const text = signedIn.locale.texts.contexts.deleted(context.name);
      await forms.setFlash(signedIn, { kind: 'notice', text });
      sendRedirect(signedIn.response, '/contexts');
    }),
  );
  return router;
}

/** @throws ApiError with status 404 if the context does not exist */
async function loadContext(api: PortalApi, id: string): Promise<{ context: SavedContext; etag: string }> {
  const response = await api.fetch({ path: `${API_PATH}/${id}` });
  const { data } = (await response.json()) as { data: SavedContext };
  return { context: data, etag: response.headers.get('etag') ?? '' };
}

/** Maximum number of memories whose contents the form shows again after it was rejected. */
const MAX_SHOWN = 20;

/** Loads the memories that a form adds, so that a rejected form shows them again. Skips unknown ones. */
async function loadMemories(
  api: PortalApi,
  ids: readonly string[],
): Promise<{ id: string; content: string }[]> {
  const found = await loadExcerpts(api, ids.slice(0, MAX_SHOWN));
  return [...found.values()].map(({ id, content }) => ({ id, content }));
}

/** Returns the field of the form that an error is about. */
function fieldOf({ status, code, message }: ApiError): ContextForm['problemField'] {
  if (code === 'RES_ALREADY_EXISTS') return 'name';
  if (status === 404) return 'add';
  return (['name', 'description'] as const).find((field) => message.startsWith(field));
}
