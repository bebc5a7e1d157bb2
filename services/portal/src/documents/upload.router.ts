import { Readable } from 'node:stream';
import { ApiError as ClientError, LociError } from '@loci/client';
import { sendPage, sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import express from 'express';
import type { Router } from 'express';
import { ApiError } from '../api/portal-api.ts';
import { createPortalClient, describeClientError } from '../api/portal-client.ts';
import { formExpiredPage } from '../pages/message.pages.ts';
import type { Flash } from '../sessions/session.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import type { SignedInDeps } from '../sign-in/require-sign-in.ts';
import { signedInForms } from '../sign-in/signed-in-forms.ts';
import type { Locale } from '../texts/texts.ts';
import { receiveFiles } from './receive-files.ts';
import type { FileOutcome } from './receive-files.ts';

/** Serves the form of `/documents` that uploads files without JavaScript. */
export function uploadRouter(deps: SignedInDeps & { csrfTokens: CsrfTokens }): Router {
  const router = express.Router();
  const forms = signedInForms(deps, '/documents');
  router.post(
    '/documents',
    requireSignIn(deps, async (signedIn) => {
      const { request, response, locale } = signedIn;
      const accessToken = await signedIn.api.accessToken();
      const loci = createPortalClient(locale, {
        baseUrl: deps.urls.internalBaseUrl,
        accessToken,
        maxRetries: 0,
      });
      const outcomes = await receiveFiles(
        request,
        (token) => deps.csrfTokens.isValid(request, token),
        (file, filename) =>
          loci.documents.upload({ file: Readable.toWeb(file) as ReadableStream<Uint8Array>, filename }),
      );
      if (outcomes === null) {
        sendPage(response, 403, formExpiredPage(locale, '/documents'));
        return;
      }
      await forms.setFlash(signedIn, describe(outcomes, locale));
      sendRedirect(response, '/documents');
    }),
  );
  return router;
}

/** Returns the message for the user about an upload. Rethrows errors that are not about one file. */
function describe(outcomes: readonly FileOutcome<unknown>[], locale: Locale): Flash {
  const texts = locale.texts.documents;
  if (outcomes.length === 0) return { kind: 'problem', text: texts.noFile };
  const stored = outcomes.filter((outcome) => 'result' in outcome).length;
  const problems = outcomes.flatMap((outcome) =>
    'error' in outcome ? [texts.notUploaded(outcome.name, reasonOf(outcome.error, locale))] : [],
  );
  const text = [...(stored > 0 ? [texts.uploaded(stored)] : []), ...problems].join(' ');
  return { kind: problems.length > 0 ? 'problem' : 'notice', text };
}

function reasonOf(error: unknown, locale: Locale): string {
  if (error instanceof ClientError && error.status === 401) {
    throw new ApiError(401, 'SIGNED_OUT', error.message);
  }
  if (error instanceof LociError) return describeClientError(error, locale);
  throw error;
}
