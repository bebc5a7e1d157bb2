import { html } from '@loci/pages';
import type { Html } from '@loci/pages';

/** Texts of the pages for connecting a device with a code. */
export const device = {
  title: 'Connect a device',
  denied: 'Access denied',
  same: 'Continue if your device shows the same code.',
  enter: 'Enter the code that your device or terminal shows.',
  code: 'Code',
  button: 'Continue',
  warning:
    'Only enter a code that you have just requested yourself. Never enter a code that someone has sent you.',
  problems: {
    NotFoundError: 'Unknown code. Check the code and enter it again.',
    NoCodeError: 'Enter the code that your device shows.',
    ExpiredError: 'This code has expired. Request a new code on your device.',
    AlreadyUsedError: 'This code was already used. Request a new code on your device.',
    AbortedError: 'You denied access. The device was not connected. You can close this page.',
  },
  problem: 'The code could not be verified. Enter it again.',
  confirm: {
    title: 'Is this your device?',
    lead: (client: Html) =>
      html`${client} requests access. Continue only if your device shows exactly this code now:`,
    yes: 'Yes, continue',
    no: 'No, deny',
    warning:
      'If someone sent you this code, deny the request. Otherwise, that person could access your memories.',
    unnamed: 'An unnamed application',
  },
  done: {
    title: 'Connected',
    text: (client: Html) => html`${client} is connected to Loci.`,
    close: 'You can close this page and return to your device. It will continue within a few seconds.',
    manage: 'Manage your connections',
    unnamed: 'Your device',
  },
  throttled: {
    title: 'Too many attempts',
    text: 'Too many wrong codes were entered from your network. Wait a minute, then try again.',
    button: 'Enter a code',
  },
};
