import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import type { AuthPage } from '../pages/auth-pages.ts';
import type { Locale } from '../texts/texts.ts';
import { MIN_PASSWORD_LENGTH } from '../users/user.ts';
import { keepKeysChoice } from './keep-keys-choice.ts';

export const changePasswordPage = (
  locale: Locale,
  { email, csrf, problem }: { email: string; csrf: string; problem: string | null },
): AuthPage => {
  const { password } = locale.texts;
  return {
    title: password.title,
    body: html`<div class="panel">
      <h1>${password.title}</h1>
      <p class="lead">${password.lead}</p>
      ${problem && html`<p class="note bad" role="alert" id="problem">${problem}</p>`}
      <form method="post" action="/password">
        <input type="hidden" name="csrf" value="${csrf}" />
        <input type="hidden" name="username" value="${email}" autocomplete="username" />
        ${passwordField('current', password.current, 'current-password')}
        ${passwordField('password', password.new(MIN_PASSWORD_LENGTH), 'new-password')}
        ${passwordField('repeated', password.repeat, 'new-password')} ${keepKeysChoice(locale)}
        <div class="actions">
          <button type="submit">${password.button}</button>
          <a class="button second" href="/">${password.cancel}</a>
        </div>
      </form>
    </div>`,
  };
};

const passwordField = (name: string, label: string, autocomplete: string): Html =>
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

export const passwordChangedPage = ({ texts: { password } }: Locale): AuthPage => ({
  title: password.changed.title,
  body: html`<div class="panel">
    <h1>${password.changed.heading}</h1>
    <p class="note good" role="status">${password.changed.text}</p>
    <div class="actions"><a class="button" href="/">${password.changed.button}</a></div>
  </div>`,
  path: '/',
});

export const endAccessPage = (locale: Locale, csrf: string): AuthPage => {
  const { everywhere, cancel } = locale.texts.password;
  return {
    title: everywhere.title,
    body: html`<div class="panel">
      <h1>${everywhere.heading}</h1>
      <p>${everywhere.text}</p>
      <form method="post" action="/sign-out-everywhere">
        <input type="hidden" name="csrf" value="${csrf}" />
        ${keepKeysChoice(locale)}
        <div class="actions">
          <button type="submit" class="danger">${everywhere.title}</button>
          <a class="button second" href="/">${cancel}</a>
        </div>
      </form>
    </div>`,
  };
};
