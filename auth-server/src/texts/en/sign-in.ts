import { html } from '@loci/pages';
import type { Html } from '@loci/pages';

/** Texts of the pages for signing in and for connecting an application. */
export const signIn = {
  title: 'Sign in',
  continueTo: (client: Html) => html`to continue to ${client}`,
  email: 'Email address',
  password: 'Password',
  button: 'Sign in',
  cancel: 'Cancel',
  noAccount:
    'No account, or forgot your password? The administrator of this server can send you an invitation.',
  incorrect: 'The email address or the password is incorrect.',
  throttledSeconds: (seconds: number) => `Too many attempts. Try again in ${seconds} s.`,
  throttledMinutes: (minutes: number) => `Too many attempts. Try again in ${minutes} minutes.`,
  unnamedApplication: 'Unnamed application',
  consent: {
    title: (client: string) => `Connect ${client}`,
    heading: (client: Html) => html`Allow ${client} to access your memories?`,
    signedInAs: (email: Html) => html`You are signed in as ${email}.`,
    unverifiable:
      'This application runs on your computer, so its name cannot be verified. Allow access only if you have just started ' +
      'this request yourself.',
    workspace: 'Workspace',
    chooseWorkspace: 'Choose a workspace',
    yourRole: (role: string) => `Your role: ${role}`,
    viewerNote: '(viewers and their applications can only read)',
    permissions: 'The application will be able to:',
    scopes: {
      read: { label: 'Read', detail: 'Read and search all memories, documents and files in the workspace.' },
      write: {
        label: 'Write',
        detail: 'Add, change and delete memories, relationships, documents and files.',
      },
      profile: { label: 'See your profile', detail: 'Your email address.' },
      offline_access: {
        label: 'Stay connected',
        detail: 'Keep access while you are not using it, until you disconnect it.',
      },
    },
    destination: 'Access is granted to',
    thisComputer: (host: string) => `${host} (this computer)`,
    localApplication: (url: string) => `${url} (an application on this computer)`,
    device: 'the device that shows the code',
    allow: 'Allow',
    deny: 'Deny',
    below: 'You can disconnect the application at any time. Not your account?',
    switchAccount: 'Use another account',
  },
  noWorkspace: {
    title: 'No workspace',
    text: (email: Html) =>
      html`${email} is not a member of any workspace. Ask the administrator of this server for an invitation.`,
    back: 'Go back',
  },
};
