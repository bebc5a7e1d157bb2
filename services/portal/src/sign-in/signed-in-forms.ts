import { sendPage } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import type { Request, RequestHandler } from 'express';
import { describeRejection } from '../api/describe-rejection.ts';
import type { FieldLabels } from '../api/describe-rejection.ts';
import { ApiError } from '../api/portal-api.ts';
import { formExpiredPage } from '../pages/message.pages.ts';
import type { Flash } from '../sessions/session.ts';
import { requireSignIn } from './require-sign-in.ts';
import type { SignedInDeps, SignedInRequest } from './require-sign-in.ts';
import type { Texts } from '../texts/texts.ts';

export type FormFields = Record<string, unknown>;

export interface SignedInForms {
  /** Returns a handler for forms of signed-in users. Rejects a form without a valid CSRF token with 403. */
  handle(handle: (signedIn: SignedInRequest, fields: FormFields) => Promise<void>): RequestHandler;
  /** Stores a message that the next page shows once. */
  setFlash(signedIn: SignedInRequest, flash: Flash): Promise<void>;
  /** Removes the message from the session and returns it. */
  takeFlash(signedIn: SignedInRequest): Promise<Flash | undefined>;
}

/**
 * Creates the functions that the forms of one page use.
 *
 * @param back path of the page with the forms; a function if the path depends on the request
 */
export function signedInForms(
  deps: SignedInDeps & { csrfTokens: CsrfTokens },
  back: string | ((request: Request) => string),
): SignedInForms {
  const { sessions, csrfTokens } = deps;
  const backOf = (request: Request): string => (typeof back === 'string' ? back : back(request));
  return {
    handle: (handle) =>
      requireSignIn(deps, async (signedIn) => {
        const fields = (signedIn.request.body ?? {}) as FormFields;
        if (csrfTokens.isValid(signedIn.request, fields['csrf'])) await handle(signedIn, fields);
        else sendPage(signedIn.response, 403, formExpiredPage(signedIn.locale, backOf(signedIn.request)));
      }),
    setFlash: async ({ sessionId }, flash) => {
      await sessions.change(sessionId, (current) =>
        Promise.resolve(current.kind === 'user' ? { ...current, flash } : current),
      );
    },
    takeFlash: async ({ session, sessionId }) => {
      if (session.flash === undefined) return undefined;
      let taken: Flash | undefined;
      await sessions.change(sessionId, (current) => {
        if (current.kind !== 'user') return Promise.resolve(current);
        const { flash, ...rest } = current;
        taken = flash;
        return Promise.resolve(rest);
      });
      return taken;
    },
  };
}

/** Returns the text of a form field without surrounding spaces. Empty for a missing field. */
export const textField = (fields: FormFields, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** Describes a request that the API rejected with 409 or 422. Rethrows other errors. */
export function rejectionMessage(error: unknown, texts: Texts, labels?: FieldLabels): string {
  if (error instanceof ApiError && (error.status === 409 || error.status === 422))
    return describeRejection(error, texts, labels);
  throw error;
}
