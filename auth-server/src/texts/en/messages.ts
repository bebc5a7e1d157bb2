/** Texts of pages that report why a request failed. */
export const messages = {
  expired: {
    title: 'This page has expired',
    text: 'The sign-in has expired or was started in another browser. Go back to the application and start again.',
  },
  formExpired: {
    title: 'Try again',
    text: 'This form has expired, or your browser blocks cookies. Cookies protect the form against forged requests.',
    button: 'Back to the form',
  },
  notFound: { title: 'Page not found', text: 'The address is wrong, or the page was removed.' },
  tooManyRequests: {
    title: 'Too many requests',
    text: (seconds: number) => `Your network has sent too many requests. Try again in ${seconds} s.`,
  },
  oauthError: {
    title: 'Request failed',
    text:
      'The request of the application that sent you here could not be processed. Go back and try again, or report the error ' +
      'to the developer of the application:',
    error: 'Error',
    reason: 'Reason',
    requestId: 'Request ID',
  },
  rejected: { title: 'Request rejected', text: 'The request is malformed or too large.' },
  internalError: {
    title: 'Something went wrong',
    text: 'Try again in a moment. If the problem persists, report it to the administrator of this server with the request ID:',
  },
};
