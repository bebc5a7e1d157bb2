import { html } from '@loci/pages';
import type { Page } from '@loci/pages';

const message = (title: string, text: string, button: { href: string; label: string }): Page => ({
  title,
  body: html`<div class="panel">
    <h1>${title}</h1>
    <p>${text}</p>
    <div class="actions"><a class="button" href="${button.href}">${button.label}</a></div>
  </div>`,
});

const HOME = { href: '/', label: 'To the start page' };

export const signInFailedPage = (): Page =>
  message(
    'You are not signed in',
    'The sign-in was not finished, took too long, or was begun in another browser. Nothing has happened.',
    { href: '/sign-in', label: 'Try again' },
  );

export const formExpiredPage = (back: string): Page =>
  message(
    'Please try again',
    'This form was open for too long, or cookies are blocked, which we need to tell you from somebody else.',
    { href: back, label: 'Back' },
  );

export const notFoundPage = (): Page =>
  message('There is nothing here', 'The address is mistyped, or what was here has been deleted.', HOME);

export const rateLimitPage = (): Page =>
  message(
    'One moment, please',
    'Your workspace has used up its requests of this minute. Try again soon.',
    HOME,
  );

export const rejectedPage = (reason: string): Page => message('This is not possible', reason, HOME);

export const internalErrorPage = (): Page =>
  message(
    'Something went wrong',
    'It is not your fault. Try again in a moment; if it stays like this, tell whoever runs this server.',
    HOME,
  );
