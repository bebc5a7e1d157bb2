/** Texts of the pages for changing the password and signing out everywhere, and problems of new passwords. */
export const password = {
  title: 'Change your password',
  lead: 'You are signed out everywhere else, and all applications are disconnected.',
  current: 'Current password',
  new: (min: number) => `New password, at least ${min} characters`,
  repeat: 'Repeat the new password',
  button: 'Change password',
  cancel: 'Cancel',
  incorrect: 'The current password is incorrect.',
  problems: {
    tooShort: (min: number) => `The password must have at least ${min} characters.`,
    tooLong: (max: number) => `The password must have at most ${max.toLocaleString('en')} characters.`,
    blank: 'The password must not consist of spaces.',
    emailAddress: 'The password must not be your email address.',
    common: 'This password is too common. Choose another password.',
    different: 'The passwords do not match.',
  },
  changed: {
    title: 'Password changed',
    heading: 'Your password is changed',
    text: 'You are signed out everywhere else. Connect your applications again with the new password.',
    button: 'Go to your account',
  },
  keepKeys: {
    label: 'Keep my API keys',
    hint:
      'Otherwise, the API keys of your account are revoked. Do not keep them if another person may know your password or ' +
      'a key.',
  },
  everywhere: {
    title: 'Sign out everywhere',
    heading: 'Sign out everywhere?',
    text: 'All your sessions end, in every browser. All your applications are disconnected.',
  },
};
