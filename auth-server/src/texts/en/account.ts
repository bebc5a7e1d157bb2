import { html } from '@loci/pages';
import type { Html } from '@loci/pages';

/** Texts of the start page, which shows the account of a signed-in user, and of signing out. */
export const account = {
  guest: {
    title: 'Sign in',
    heading: 'A memory for your assistants',
    lead: 'This server signs you in to Loci and asks for your permission to connect assistants.',
    address: 'To connect an assistant, give it this address:',
  },
  openPortal: 'Open the portal',
  title: 'Your account',
  heading: 'You are signed in',
  lead: (email: Html, workspaces: Html) => html`as ${email}, in ${workspaces}.`,
  workspace: (name: Html, role: string) => html`${name} (${role})`,
  memories: {
    heading: 'Your memories',
    text: 'Search your memories, and create API keys for your programs.',
  },
  connect: {
    heading: 'Connect an assistant',
    text:
      'Give this address to Claude, ChatGPT, VS Code, Cursor or another assistant that supports MCP. It will ask you for ' +
      'permission on this server.',
  },
  connections: {
    heading: 'Connections',
    none: 'No application is connected to your account.',
    application: 'Application',
    workspace: 'Workspace',
    since: 'Since',
    action: 'Action',
    disconnect: 'Disconnect',
    disconnectOf: (name: string) => `Disconnect ${name}`,
  },
  changePassword: 'Change your password',
  signOut: {
    title: 'Sign out',
    heading: 'Sign out?',
    text: 'You will be signed out of this browser. Assistants and programs stay connected.',
    stay: 'Stay signed in',
  },
  signOutEverywhere: 'Sign out everywhere',
  signedOut: {
    title: 'Signed out',
    heading: 'You are signed out',
    text: 'Your session in this browser has ended.',
    again: 'Sign in again',
  },
};
