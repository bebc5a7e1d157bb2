import { html } from '@loci/pages';
import type { Page } from '@loci/pages';
import { MIN_PASSWORD_LENGTH } from '../users/user.ts';
import { keepKeysChoice } from './keep-keys-choice.ts';

export const changePasswordPage = ({
  email,
  csrf,
  problem,
}: {
  email: string;
  csrf: string;
  problem: string | null;
}): Page => ({
  title: 'Change your password',
  body: html`<div class="panel">
    <h1>Change your password</h1>
    <p class="lead">You are signed out everywhere else, and all applications are disconnected.</p>
    ${problem && html`<p class="note bad" role="alert" id="problem">${problem}</p>`}
    <form method="post" action="/password">
      <input type="hidden" name="csrf" value="${csrf}" />
      <input type="hidden" name="username" value="${email}" autocomplete="username" />
      ${passwordField('current', 'Current password', 'current-password')}
      ${passwordField('password', `New password, at least ${MIN_PASSWORD_LENGTH} characters`, 'new-password')}
      ${passwordField('repeated', 'Repeat the new password', 'new-password')} ${keepKeysChoice}
      <div class="actions">
        <button type="submit">Change password</button>
        <a class="button second" href="/">Cancel</a>
      </div>
    </form>
  </div>`,
});

const passwordField = (name: string, label: string, autocomplete: string) =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      type="password"
      id="${name}"
      name="${name}"
      required
      maxlength="1024"
      autocomplete="${autocomplete}"
    />
  </div>`;

export const passwordChangedPage = (): Page => ({
  title: 'Password changed',
  body: html`<div class="panel">
    <h1>Your password is changed</h1>
    <p class="note good" role="status">
      You are signed out everywhere else. Connect your applications again with the new password.
    </p>
    <div class="actions"><a class="button" href="/">Go to your account</a></div>
  </div>`,
});

export const endAccessPage = (csrf: string): Page => ({
  title: 'Sign out everywhere',
  body: html`<div class="panel">
    <h1>Sign out everywhere?</h1>
    <p>All your sessions end, in every browser. All your applications are disconnected.</p>
    <form method="post" action="/sign-out-everywhere">
      <input type="hidden" name="csrf" value="${csrf}" />
      ${keepKeysChoice}
      <div class="actions">
        <button type="submit" class="danger">Sign out everywhere</button>
        <a class="button second" href="/">Cancel</a>
      </div>
    </form>
  </div>`,
});
