import { html } from '@loci/pages';
import { keepKeysChoice } from '../account/keep-keys-choice.ts';
import type { AuthPage } from '../pages/auth-pages.ts';
import type { Locale } from '../texts/texts.ts';
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

export const signupPage = (
  locale: Locale,
  { action, csrf, tenantName, invitedEmail, resetsPassword, email, problem }: SignupPage,
): AuthPage => {
  const { invitation } = locale.texts;
  return {
    title: invitation.title,
    body: html`<div class="panel">
      <h1>${invitation.heading}</h1>
      <p class="lead">${invitation.lead(html`<strong class="break">${tenantName}</strong>`)}</p>
      ${problem && html`<p class="note bad" role="alert" id="problem">${problem}</p>`}
      <form method="post" action="${action}">
        <input type="hidden" name="csrf" value="${csrf}" />
        <div class="field">
          <label for="email">${invitation.email}</label>
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
          <label for="password">${invitation.password}</label>
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
            ${invitation.minimum(MIN_PASSWORD_LENGTH)}
            ${resetsPassword ? invitation.resetHint : invitation.accountHint}
          </p>
        </div>
        <div class="field">
          <label for="repeated">${invitation.repeat}</label>
          <input
            type="password"
            id="repeated"
            name="repeated"
            required
            maxlength="1024"
            autocomplete="new-password"
          />
        </div>
        ${resetsPassword && keepKeysChoice(locale)}
        <div class="actions"><button type="submit">${invitation.join}</button></div>
      </form>
    </div>`,
  };
};
