import { html } from '@loci/pages';
import type { Page } from '@loci/pages';
import { MIN_PASSWORD_LENGTH } from '../users/user.ts';

export interface SignupPage {
  action: string;
  csrf: string;
  tenantName: string;
  /** Named by whoever invited; else the person says it. */
  invitedEmail: string | null;
  email: string;
  problem: string | null;
}

export const signupPage = ({ action, csrf, tenantName, invitedEmail, email, problem }: SignupPage): Page => ({
  title: 'Welcome',
  body: html`<div class="panel">
    <h1>Welcome to Loci</h1>
    <p class="lead">
      Choose how you will sign in to the workspace <strong class="break">${tenantName}</strong>.
    </p>
    ${problem && html`<p class="note bad" role="alert" id="problem">${problem}</p>`}
    <form method="post" action="${action}">
      <input type="hidden" name="csrf" value="${csrf}" />
      <div class="field">
        <label for="email">E-mail address</label>
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
          At least ${MIN_PASSWORD_LENGTH} characters; a few words are best. If you have an account here
          already, enter its password.
        </p>
      </div>
      <div class="field">
        <label for="repeated">The same password again</label>
        <input
          type="password"
          id="repeated"
          name="repeated"
          required
          maxlength="1024"
          autocomplete="new-password"
        />
      </div>
      <div class="actions"><button type="submit">Join</button></div>
    </form>
  </div>`,
});

export const invitationInvalidPage = (): Page => ({
  title: 'This link does not work any more',
  body: html`<div class="panel">
    <h1>This link does not work any more</h1>
    <p>
      It was used already, or it is too old. If you have joined, just sign in where you wanted to go;
      otherwise ask for a new link.
    </p>
    <div class="actions"><a class="button" href="/">To the start page</a></div>
  </div>`,
});
