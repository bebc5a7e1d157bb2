import { isUuid } from '@loci/core';
import { sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Request, Router } from 'express';
import { describeRejection } from '../api/describe-rejection.ts';
import { loadExcerpt } from '../api/load-excerpts.ts';
import { ApiError } from '../api/portal-api.ts';
import type { ApiRequest } from '../api/portal-api.ts';
import { confirmPage } from '../pages/confirm.pages.ts';
import { excerpt } from '../pages/excerpt.ts';
import type { PortalPages } from '../pages/portal-page.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps, SignedInRequest } from '../sign-in/require-sign-in.ts';
import { signedInForms } from '../sign-in/signed-in-forms.ts';

/** Status codes of errors whose message the page shows. */
const REPORTED_STATUSES: ReadonlySet<number> = new Set([403, 404, 409, 412, 422]);

/** Serves the pages that ask before a memory or one of its relationships is deleted. */
export function removeRouter(deps: SignedInDeps & { pages: PortalPages; csrfTokens: CsrfTokens }): Router {
  const { pages } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '8kb', parameterLimit: 20 });
  const forms = signedInForms(deps, (request) => `/memories/${idOf(request, 'id')}`);

  router.get(
    '/memories/:id/delete',
    requireSignIn(deps, async (signedIn) => {
      const id = idOf(signedIn.request, 'id');
      const texts = signedIn.locale.texts.memory;
      const { content } = await loadExcerpt(signedIn.api, id);
      const body = confirmPage({
        title: texts.delete.title,
        text: `${excerpt(content, 120)} — ${texts.delete.text}`,
        action: `/memories/${id}/delete`,
        confirm: texts.delete.confirm,
        back: `/memories/${id}`,
        csrf: pages.csrf(signedIn),
        locale: signedIn.locale,
      });
      pages.show(signedIn, { title: texts.delete.title, current: 'memories', body });
    }),
  );
  router.post(
    '/memories/:id/delete',
    parseForm,
    forms.handle(async (signedIn) => {
      const id = idOf(signedIn.request, 'id');
      const texts = signedIn.locale.texts.memory.delete;
      const problem = await send(signedIn, { method: 'DELETE', path: `/api/v2/memories/${id}` });
      await forms.setFlash(
        signedIn,
        problem === null
          ? { kind: 'notice', text: texts.done }
          : { kind: 'problem', text: texts.failed(problem) },
      );
      sendRedirect(signedIn.response, problem === null ? '/memories' : `/memories/${id}`);
    }),
  );

  const relationshipPath = '/memories/:id/relationships/:relationship_id/remove';
  router.get(
    relationshipPath,
    requireSignIn(deps, async (signedIn) => {
      const [id, relationshipId] = [idOf(signedIn.request, 'id'), idOf(signedIn.request, 'relationship_id')];
      const { memory: texts, vocabulary } = signedIn.locale.texts;
      const relationship = await signedIn.api.request<{
        from_id: string;
        to_id: string;
        relationship_type: string;
      }>({ path: `/api/v2/relationships/${relationshipId}` });
      const { from_id: from, to_id: to, relationship_type: type } = relationship;
      const other = await loadExcerpt(signedIn.api, from === id ? to : from);
      const body = confirmPage({
        title: texts.relationships.removeTitle,
        text: texts.relationships.removeText(
          vocabulary.relationshipTypes[type]?.label ?? type,
          excerpt(other.content, 120),
        ),
        action: `/memories/${id}/relationships/${relationshipId}/remove`,
        confirm: texts.relationships.removeConfirm,
        back: `/memories/${id}#relationships`,
        csrf: pages.csrf(signedIn),
        locale: signedIn.locale,
      });
      pages.show(signedIn, { title: texts.relationships.removeTitle, current: 'memories', body });
    }),
  );
  router.post(
    relationshipPath,
    parseForm,
    forms.handle(async (signedIn) => {
      const id = idOf(signedIn.request, 'id');
      const path = `/api/v2/relationships/${idOf(signedIn.request, 'relationship_id')}`;
      const texts = signedIn.locale.texts.memory.relationships;
      const problem = await send(signedIn, { method: 'DELETE', path });
      await forms.setFlash(
        signedIn,
        problem === null
          ? { kind: 'notice', text: texts.removed }
          : { kind: 'problem', text: texts.notRemoved(problem) },
      );
      sendRedirect(signedIn.response, `/memories/${id}`);
    }),
  );
  return router;
}

/** Sends a request. Returns the message of the error if the user can understand it, and null after success. */
async function send({ api, locale }: SignedInRequest, request: ApiRequest): Promise<string | null> {
  try {
    await api.request(request);
    return null;
  } catch (error) {
    if (error instanceof ApiError && REPORTED_STATUSES.has(error.status))
      return describeRejection(error, locale.texts);
    throw error;
  }
}

/** Returns an ID in the path of a request. @throws ApiError with status 404 if it is malformed */
function idOf(request: Request, name: 'id' | 'relationship_id'): string {
  const id = request.params[name];
  if (typeof id === 'string' && isUuid(id)) return id.toLowerCase();
  throw new ApiError(404, 'RES_NOT_FOUND', 'The ID in the URL is not a UUID.');
}
