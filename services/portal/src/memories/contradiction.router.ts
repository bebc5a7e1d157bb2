import { isUuid } from '@loci/core';
import { sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Request, Router } from 'express';
import { describeRejection } from '../api/describe-rejection.ts';
import { ApiError } from '../api/portal-api.ts';
import type { Flash } from '../sessions/session.ts';
import type { SignedInDeps, SignedInRequest } from '../sign-in/require-sign-in.ts';
import { signedInForms, textField } from '../sign-in/signed-in-forms.ts';

const RESOLUTIONS = ['choose_memory_1', 'choose_memory_2', 'keep_both'];
/** Status codes of errors whose message the page shows: the contradiction was resolved or a memory was deleted. */
const REPORTED_STATUSES: ReadonlySet<number> = new Set([403, 404, 409, 422]);

/** Serves the forms of the page of a memory that resolve a contradiction. */
export function contradictionRouter(deps: SignedInDeps & { csrfTokens: CsrfTokens }): Router {
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '8kb', parameterLimit: 20 });
  const forms = signedInForms(deps, (request) => `/memories/${idOf(request, 'id')}`);
  router.post(
    '/memories/:id/contradictions/:contradiction_id',
    parseForm,
    forms.handle(async (signedIn, fields) => {
      const memoryId = idOf(signedIn.request, 'id');
      const contradictionId = idOf(signedIn.request, 'contradiction_id');
      await forms.setFlash(
        signedIn,
        await resolve(signedIn, contradictionId, textField(fields, 'resolution')),
      );
      sendRedirect(signedIn.response, `/memories/${memoryId}`);
    }),
  );
  return router;
}

/** Resolves a contradiction. Returns the message for the user. */
async function resolve({ api, locale }: SignedInRequest, id: string, resolution: string): Promise<Flash> {
  const texts = locale.texts.memory.contradictions;
  if (!RESOLUTIONS.includes(resolution)) return { kind: 'problem', text: texts.choose };
  try {
    await api.request({
      method: 'POST',
      path: `/api/v2/memories/contradictions/${id}/resolve`,
      body: { resolution },
    });
    return { kind: 'notice', text: texts.resolved };
  } catch (error) {
    if (!(error instanceof ApiError) || !REPORTED_STATUSES.has(error.status)) throw error;
    return { kind: 'problem', text: texts.notResolved(describeRejection(error, locale.texts)) };
  }
}

/** Returns an ID in the path of a request. @throws ApiError with status 404 if it is malformed */
function idOf(request: Request, name: 'id' | 'contradiction_id'): string {
  const id = request.params[name];
  if (typeof id === 'string' && isUuid(id)) return id.toLowerCase();
  throw new ApiError(404, 'RES_NOT_FOUND', 'The ID in the URL is not a UUID.');
}
