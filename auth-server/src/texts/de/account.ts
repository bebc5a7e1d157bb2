import { html } from '@loci/pages';
import type { Texts } from '../texts.ts';

export const account: Texts['account'] = {
  guest: {
    title: 'Anmelden',
    heading: 'Ein Gedächtnis für Ihre Assistenten',
    lead: 'Dieser Server meldet Sie bei Loci an und fragt um Ihre Erlaubnis, Assistenten zu verbinden.',
    address: 'Um einen Assistenten zu verbinden, geben Sie ihm diese Adresse:',
  },
  openPortal: 'Portal öffnen',
  title: 'Ihr Konto',
  heading: 'Sie sind angemeldet',
  lead: (email, workspaces) => html`als ${email}, in ${workspaces}.`,
  workspace: (name, role) => html`${name} (${role})`,
  memories: {
    heading: 'Ihre Erinnerungen',
    text: 'Durchsuchen Sie Ihre Erinnerungen, und erstellen Sie API-Schlüssel für Ihre Programme.',
  },
  connect: {
    heading: 'Assistenten verbinden',
    text:
      'Geben Sie diese Adresse Claude, ChatGPT, VS Code, Cursor oder einem anderen Assistenten, der MCP unterstützt. Er ' +
      'bittet Sie auf diesem Server um Erlaubnis.',
  },
  connections: {
    heading: 'Verbindungen',
    none: 'Keine Anwendung ist mit Ihrem Konto verbunden.',
    application: 'Anwendung',
    workspace: 'Arbeitsbereich',
    since: 'Seit',
    action: 'Aktion',
    disconnect: 'Trennen',
    disconnectOf: (name) => `${name} trennen`,
  },
  changePassword: 'Passwort ändern',
  signOut: {
    title: 'Abmelden',
    heading: 'Abmelden?',
    text: 'Sie werden von diesem Browser abgemeldet. Assistenten und Programme bleiben verbunden.',
    stay: 'Angemeldet bleiben',
  },
  signOutEverywhere: 'Überall abmelden',
  signedOut: {
    title: 'Abgemeldet',
    heading: 'Sie sind abgemeldet',
    text: 'Ihre Sitzung in diesem Browser ist beendet.',
    again: 'Erneut anmelden',
  },
};
