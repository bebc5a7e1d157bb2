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

const HOME = { href: '/', label: 'Go to the start page' };

export const signInFailedPage = (): Page =>
  message(
    'You are not signed in',
    'The sign-in was not completed, took too long, or was started in another browser.',
    { href: '/sign-in', label: 'Try again' },
  );

export const tooManyRequestsPage = (retryAfterSeconds: number): Page =>
  message(
    'Too many requests',
    `Your network has started too many sign-ins. Retry in ${retryAfterSeconds} s.`,
    {
      href: '/sign-in',
      label: 'Try again',
    },
  );

export const signedOutPage = (): Page =>
  message('You are signed out', 'Your session in this browser has ended.', {
    href: '/sign-in',
    label: 'Sign in again',
  });

export const formExpiredPage = (back: string): Page =>
  message(
    'Try again',
    'This form has expired, or your browser blocks cookies. Cookies protect the form against forged requests.',
    { href: back, label: 'Back' },
  );

export const notFoundPage = (): Page =>
  message('Page not found', 'The address is wrong, or the item was deleted.', HOME);

export const rateLimitPage = (): Page =>
  message(
    'Too many requests',
    'Your workspace has reached its request limit. Wait a minute, then try again.',
    HOME,
  );

export const rejectedPage = (reason: string): Page => message('Request rejected', reason, HOME);

export const internalErrorPage = (): Page =>
  message(
    'Something went wrong',
    'Try again in a moment. If the problem continues, contact the administrator of this server.',
    HOME,
  );
