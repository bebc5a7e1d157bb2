import { sendPage, sendRedirect } from '@loci/pages';
import type { CsrfTokens } from '@loci/pages';
import type { Database } from '@loci/postgres';
import express from 'express';
import type { Request, Response, Router } from 'express';
import { z } from 'zod';
import type { CurrentProvider } from '../oauth/current-provider.ts';
import { signInBrowser } from '../sign-in/browser-session.ts';
import { formExpiredPage } from '../sign-in/sign-in.pages.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, normalizeEmail } from '../users/user.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { lookUpInvitation } from './look-up-invitation.ts';
import { invitationInvalidPage, signupPage } from './invitation.pages.ts';

export interface SignupDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  currentProvider: CurrentProvider;
  forms: CsrfTokens;
  newId(): string;
  now(): Date;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `/welcome/:token`: an invited person chooses a password, joins, and is signed in. */
export function signupRouter(deps: SignupDeps): Router {
  const router = express.Router();

  const show = async (
    request: Request,
    response: Response,
    {
      email = '',
      problem = null,
      status = 200,
    }: { email?: string; problem?: string | null; status?: number } = {},
  ): Promise<void> => {
    const token = text(request.params['token']);
    const invitation = await lookUpInvitation(deps, token);
    if (invitation === null) {
      sendPage(response, 404, invitationInvalidPage());
      return;
    }
    const csrf = deps.forms.issue(request, response);
    const { tenantName, email: invitedEmail } = invitation;
    sendPage(
      response,
      status,
      signupPage({ action: `/welcome/${token}`, csrf, tenantName, invitedEmail, email, problem }),
    );
  };

  router.get('/welcome/:token', (request, response) => show(request, response));

  router.post(
    '/welcome/:token',
    express.urlencoded({ extended: false, limit: '16kb', parameterLimit: 20 }),
    async (request, response) => {
      const token = text(request.params['token']);
      const fields = (request.body ?? {}) as Record<string, unknown>;
      const invitation = await lookUpInvitation(deps, token);
      if (invitation === null) {
        sendPage(response, 404, invitationInvalidPage());
        return;
      }
      if (!deps.forms.isValid(request, fields['csrf'])) {
        sendPage(response, 403, formExpiredPage(`/welcome/${token}`));
        return;
      }
      const email = invitation.email ?? normalizeEmail(text(fields['email']));
      const password = text(fields['password']);
      const problem = findProblem(email, password, text(fields['repeated']));
      if (problem !== null) {
        await show(request, response, { email, problem, status: 422 });
        return;
      }
      const address = request.ip ?? '';
      const acceptance = await acceptInvitation(deps, {
        token,
        email,
        password,
        address,
        emailIsNamed: invitation.email !== null,
      });
      switch (acceptance.kind) {
        case 'accepted':
          await signInBrowser(await deps.currentProvider(), request, response, acceptance.userId);
          sendRedirect(response, '/');
          return;
        case 'gone':
          sendPage(response, 404, invitationInvalidPage());
          return;
        case 'wrong-password':
          await show(request, response, {
            email,
            problem: 'This address has an account with another password. Enter that one.',
            status: 401,
          });
          return;
        case 'too-many':
          response.setHeader('retry-after', acceptance.retryAfterSeconds);
          await show(request, response, {
            email,
            problem: 'Too many attempts. Try again later.',
            status: 429,
          });
      }
    },
  );
  return router;
}

function findProblem(email: string, password: string, repeated: string): string | null {
  if (!z.email().max(254).safeParse(email).success) return 'This is not an e-mail address.';
  if (password.length < MIN_PASSWORD_LENGTH) {
    return `The password must have at least ${MIN_PASSWORD_LENGTH} characters.`;
  }
  if (password.length > MAX_PASSWORD_LENGTH) return 'The password is too long.';
  return password === repeated ? null : 'The two passwords are not the same.';
}
