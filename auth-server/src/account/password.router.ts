import { sendRedirect } from '@loci/pages';
import express from 'express';
import type { Request, Response, Router } from 'express';
import { signInBrowser, signedInUser } from '../sign-in/browser-session.ts';
import { runAsUser } from '../sign-in/run-as-user.ts';
import { findUser } from '../sign-in/find-user.ts';
import type { UserProfile } from '../sign-in/find-user.ts';
import { formExpiredPage } from '../pages/message.pages.ts';
import { throttledMessage } from '../sign-in/sign-in.pages.ts';
import type { Texts } from '../texts/texts.ts';
import { findNewPasswordProblem, passwordMessage } from '../users/new-password.ts';
import { revokeAccessOfUser } from '../users/revoke-access-of-user.ts';
import { signedOutPage } from './account.pages.ts';
import type { AccountDeps } from './account.router.ts';
import { changePassword } from './change-password.ts';
import { keepsKeys } from './keep-keys-choice.ts';
import { changePasswordPage, endAccessPage, passwordChangedPage } from './password.pages.ts';

const SAME_ORIGIN_FORMS = { policy: { formAction: ["'self'"] } };

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Serves `/password` and `/sign-out-everywhere`, where signed-in users change their password and end all sessions. */
export function passwordRouter(deps: AccountDeps): Router {
  const { urls, csrfTokens, pages } = deps;
  const router = express.Router();
  const parseForm = express.urlencoded({ extended: false, limit: '16kb', parameterLimit: 10 });

  /**
   * Returns a handler for signed-in users. Redirects other requests to the start page, and rejects forms
   * without a CSRF token.
   */
  const forUser =
    (
      handle: (
        user: UserProfile,
        request: Request,
        response: Response,
        fields: Record<string, unknown>,
      ) => void | Promise<void>,
    ) =>
    async (request: Request, response: Response): Promise<void> => {
      const fields = (request.body ?? {}) as Record<string, unknown>;
      if (request.method === 'POST' && !csrfTokens.isValid(request, fields['csrf'])) {
        pages.show(request, response, 403, formExpiredPage(request.path));
        return;
      }
      const userId = await signedInUser(await deps.currentProvider(), request, response);
      const user = userId === undefined ? null : await findUser(deps, userId);
      if (user === null) sendRedirect(response, '/');
      else await handle(user, request, response, fields);
    };

  const showForm = (
    request: Request,
    response: Response,
    email: string,
    problem: ((texts: Texts) => string) | null,
    status = 200,
  ): void => {
    const csrf = csrfTokens.issue(request, response);
    pages.show(
      request,
      response,
      status,
      (locale) => changePasswordPage(locale, { email, csrf, problem: problem?.(locale.texts) ?? null }),
      SAME_ORIGIN_FORMS,
    );
  };

  router.get(
    '/password',
    forUser(({ email }, request, response) => showForm(request, response, email, null)),
  );

  router.post(
    '/password',
    parseForm,
    forUser(async ({ userId, email }, request, response, fields) => {
      const newPassword = text(fields['password']);
      const problem = findNewPasswordProblem(newPassword, text(fields['repeated']), email);
      if (problem !== null) {
        showForm(request, response, email, (texts) => passwordMessage(texts, problem), 422);
        return;
      }
      const result = await runAsUser(request, { userId }, () =>
        changePassword(deps, {
          email,
          currentPassword: text(fields['current']),
          newPassword,
          keepKeys: keepsKeys(fields),
          clientAddress: request.ip ?? '',
          browserId: deps.knownBrowsers.find(request, email),
        }),
      );
      if (result.kind === 'throttled') {
        response.setHeader('retry-after', result.retryAfterSeconds);
        showForm(
          request,
          response,
          email,
          ({ signIn }) => throttledMessage(signIn, result.retryAfterSeconds),
          429,
        );
      } else if (result.kind === 'incorrect') {
        showForm(request, response, email, ({ password }) => password.incorrect, 401);
      } else {
        await signInBrowser(await deps.currentProvider(), request, response, userId);
        pages.show(request, response, 200, passwordChangedPage, SAME_ORIGIN_FORMS);
      }
    }),
  );

  router.get(
    '/sign-out-everywhere',
    forUser((_user, request, response) => {
      const csrf = csrfTokens.issue(request, response);
      pages.show(request, response, 200, (locale) => endAccessPage(locale, csrf), SAME_ORIGIN_FORMS);
    }),
  );

  router.post(
    '/sign-out-everywhere',
    parseForm,
    forUser(async ({ userId }, request, response, fields) => {
      await runAsUser(request, { userId }, () =>
        revokeAccessOfUser(deps, { userId, keepKeys: keepsKeys(fields) }),
      );
      pages.show(request, response, 200, (locale) => signedOutPage(locale, urls), SAME_ORIGIN_FORMS);
    }),
  );
  return router;
}
