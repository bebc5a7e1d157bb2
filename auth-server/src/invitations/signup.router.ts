import { sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import type { Database } from '@loci/postgres';
import express from 'express';
import type { Request, Response, Router } from 'express';
import { z } from 'zod';
import { keepsKeys } from '../account/keep-keys-choice.ts';
import type { CurrentProvider } from '../oauth/current-provider.ts';
import { runAsUser } from '../sign-in/run-as-user.ts';
import { signInBrowser } from '../sign-in/browser-session.ts';
import type { KnownBrowsers } from '../sign-in/known-browsers.ts';
import type { AuthPages } from '../pages/auth-pages.ts';
import { formExpiredPage, invitationInvalidPage } from '../pages/message.pages.ts';
import type { Texts } from '../texts/texts.ts';
import { findNewPasswordProblem, passwordMessage } from '../users/new-password.ts';
import { MAX_EMAIL_LENGTH, normalizeEmail } from '../users/user.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { signupPage } from './invitation.pages.ts';
import { lookUpInvitation } from './look-up-invitation.ts';

export interface SignupDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  currentProvider: CurrentProvider;
  csrfTokens: CsrfTokens;
  pages: AuthPages;
  knownBrowsers: KnownBrowsers;
  newId(): string;
  now(): Date;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Serves `/welcome/:token`, where an invited user chooses a password, joins the tenant and is signed in. */
export function signupRouter(deps: SignupDeps): Router {
  const { pages } = deps;
  const router = express.Router();

  const showForm = async (
    request: Request,
    response: Response,
    {
      email = '',
      problem = null,
      status = 200,
    }: { email?: string; problem?: Problem | null; status?: number } = {},
  ): Promise<void> => {
    const token = text(request.params['token']);
    const invitation = await lookUpInvitation(deps, token);
    if (invitation === null) {
      pages.show(request, response, 404, invitationInvalidPage);
      return;
    }
    const csrf = deps.csrfTokens.issue(request, response);
    const { tenantName, email: invitedEmail, resetsPassword } = invitation;
    pages.show(request, response, status, (locale) =>
      signupPage(locale, {
        action: `/welcome/${token}`,
        csrf,
        tenantName,
        invitedEmail,
        resetsPassword,
        email,
        problem: problem?.(locale.texts) ?? null,
      }),
    );
  };

  router.get('/welcome/:token', (request, response) => showForm(request, response));

  router.post(
    '/welcome/:token',
    express.urlencoded({ extended: false, limit: '16kb', parameterLimit: 20 }),
    async (request, response) => {
      const token = text(request.params['token']);
      const fields = (request.body ?? {}) as Record<string, unknown>;
      const invitation = await lookUpInvitation(deps, token);
      if (invitation === null) {
        pages.show(request, response, 404, invitationInvalidPage);
        return;
      }
      if (!deps.csrfTokens.isValid(request, fields['csrf'])) {
        pages.show(request, response, 403, formExpiredPage(`/welcome/${token}`));
        return;
      }
      const email = invitation.email ?? normalizeEmail(text(fields['email']));
      const password = text(fields['password']);
      const problem = findProblem(email, password, text(fields['repeated']));
      if (problem !== null) {
        await showForm(request, response, { email, problem, status: 422 });
        return;
      }
      const result = await acceptInvitation(deps, {
        token,
        email,
        password,
        clientAddress: request.ip ?? '',
        browserId: deps.knownBrowsers.find(request, email),
        resetsPassword: invitation.resetsPassword,
        keepKeys: keepsKeys(fields),
        asUser: (userId, run) => runAsUser(request, { userId }, run),
      });
      switch (result.kind) {
        case 'accepted':
          deps.knownBrowsers.remember(request, response, email);
          await signInBrowser(await deps.currentProvider(), request, response, result.userId);
          sendRedirect(response, '/');
          return;
        case 'invalid':
          pages.show(request, response, 404, invitationInvalidPage);
          return;
        case 'wrong-password':
          await showForm(request, response, {
            email,
            // The text is the same for every reason, so that the page does not show which addresses have an
            // account.
            problem: ({ invitation }) => invitation.wrongPassword,
            status: 401,
          });
          return;
        case 'throttled':
          response.setHeader('retry-after', result.retryAfterSeconds);
          await showForm(request, response, {
            email,
            problem: ({ invitation }) => invitation.throttled,
            status: 429,
          });
      }
    },
  );
  return router;
}

/** Returns the message about a rejected form in the language of the page. */
type Problem = (texts: Texts) => string;

/** Validates the form. Returns null if the form is valid. */
function findProblem(email: string, password: string, repeated: string): Problem | null {
  if (!z.email().max(MAX_EMAIL_LENGTH).safeParse(email).success)
    return (texts) => texts.invitation.invalidEmail;
  const problem = findNewPasswordProblem(password, repeated, email);
  return problem === null ? null : (texts) => passwordMessage(texts, problem);
}
