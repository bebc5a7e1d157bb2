import { html } from '@loci/pages';
import type { Page } from '@loci/pages';
import { keepKeysChoice } from '../account/keep-keys-choice.ts';
import { MIN_PASSWORD_LENGTH } from '../users/user.ts';

export interface SignupPage {
  action: string;
  csrf: string;
  tenantName: string;
  /** Email address in the invitation. Null if the user chooses it. */
  invitedEmail: string | null;
  resetsPassword: boolean;
  email: string;
  problem: string | null;
}

const ACCOUNT_HINT = 'If you already have an account on this server, enter its password.';

const RESET_HINT =
  'If you already have an account on this server, this password replaces the old one. You are signed out everywhere, ' +
  'and all applications are disconnected.';

export const signupPage = ({
  action,
  csrf,
  tenantName,
  invitedEmail,
  resetsPassword,
  email,
  problem,
}: SignupPage): Page => ({
  title: 'Welcome',
  body: html`<div class="panel">
    <h1>Welcome to Loci</h1>
    <p class="lead">Choose how to sign in to the workspace <strong class="break">${tenantName}</strong>.</p>
    ${problem && html`<p class="note bad" role="alert" id="problem">${problem}</p>`}
    <form method="post" action="${action}">
      <input type="hidden" name="csrf" value="${csrf}" />
      <div class="field">
        <label for="email">Email address</label>
        ${
          invitedEmail === null
            ? html`<input
                type="email"
                id="email"
                name="email"
                value="${email}"
                required
                maxlength="254"
                autocomplete="username"
                autofocus
              />`
            : html`<input
                type="email"
                id="email"
                name="email"
                value="${invitedEmail}"
                readonly
                autocomplete="username"
              />`
        }
      </div>
      <div class="field">
        <label for="password">Password</label>
        <input
          type="password"
          id="password"
          name="password"
          required
          minlength="${MIN_PASSWORD_LENGTH}"
          maxlength="1024"
          autocomplete="new-password"
          aria-describedby="password-hint"
        />
        <p class="hint" id="password-hint">
          At least ${MIN_PASSWORD_LENGTH} characters. ${resetsPassword ? RESET_HINT : ACCOUNT_HINT}
        </p>
      </div>
      <div class="field">
        <label for="repeated">Repeat the password</label>
        <input
          type="password"
          id="repeated"
          name="repeated"
          required
          maxlength="1024"
          autocomplete="new-password"
        />
      </div>
      ${resetsPassword && keepKeysChoice}
      <div class="actions"><button type="submit">Join</button></div>
    </form>
  </div>`,
});

export const invitationInvalidPage = (): Page => ({
  title: 'This link is no longer valid',
  body: html`<div class="panel">
    <h1>This link is no longer valid</h1>
    <p>
      It was already used, it has expired, or too many attempts failed. If you have an account, sign in.
      Otherwise, ask for a new link.
    </p>
    <div class="actions"><a class="button" href="/">Go to the start page</a></div>
  </div>`,
});
