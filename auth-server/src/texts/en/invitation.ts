import { html } from '@loci/pages';
import type { Html } from '@loci/pages';

/** Texts of the pages for users who follow an invitation link. */
export const invitation = {
  title: 'Welcome',
  heading: 'Welcome to Loci',
  lead: (workspace: Html) => html`Choose how to sign in to the workspace ${workspace}.`,
  email: 'Email address',
  password: 'Password',
  minimum: (min: number) => `At least ${min} characters.`,
  accountHint: 'If you already have an account on this server, enter its password.',
  resetHint:
    'If you already have an account on this server, this password replaces the old one. You are signed out everywhere, and ' +
    'all applications are disconnected.',
  repeat: 'Repeat the password',
  join: 'Join',
  invalidEmail: 'Enter a valid email address.',
  wrongPassword:
    'You cannot join with this email address and password. If you already have an account on this server, enter its password.',
  throttled: 'Too many attempts. Try again later.',
  invalid: {
    title: 'This link is no longer valid',
    text:
      'It was already used, it has expired, or too many attempts failed. If you have an account, sign in. Otherwise, ask for ' +
      'a new link.',
  },
};
