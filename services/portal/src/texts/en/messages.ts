/** Texts of pages that only contain a message. */
export const messages = {
  home: 'Go to the start page',
  tryAgain: 'Try again',
  back: 'Back',
  signInFailed: {
    title: 'You are not signed in',
    text: 'The sign-in was not completed, took too long, or was started in another browser.',
  },
  tooManySignIns: {
    title: 'Too many requests',
    text: (seconds: number) => `Your network has started too many sign-ins. Try again in ${seconds} seconds.`,
  },
  signedOut: {
    title: 'You are signed out',
    text: 'Your session in this browser has ended.',
    button: 'Sign in again',
  },
  formExpired: {
    title: 'Try again',
    text: 'This form has expired, or your browser blocks cookies. Cookies protect the form against forged requests.',
  },
  notFound: { title: 'Page not found', text: 'The address is wrong, or the item was deleted.' },
  rateLimit: {
    title: 'Too many requests',
    text: 'Your workspace has reached its request limit. Wait a minute, then try again.',
  },
  rejected: {
    title: 'Request rejected',
    malformed: 'The request is malformed.',
    entry: (number: number) => `, entry ${number}`,
  },
  connectionLost: 'The connection was interrupted. Try again.',
  internalError: {
    title: 'Something went wrong',
    text: 'Try again in a moment. If the problem continues, contact the administrator of this server.',
  },
};
