import { html } from '@loci/pages';
import type { Texts } from '../texts.ts';

export const signIn: Texts['signIn'] = {
  title: 'Anmelden',
  continueTo: (client) => html`um fortzufahren zu ${client}`,
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  button: 'Anmelden',
  cancel: 'Abbrechen',
  noAccount:
    'Kein Konto oder Passwort vergessen? Die Administration dieses Servers kann Ihnen eine Einladung senden.',
  incorrect: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  throttledSeconds: (seconds) => `Zu viele Versuche. Versuchen Sie es in ${seconds} Sekunden erneut.`,
  throttledMinutes: (minutes) => `Zu viele Versuche. Versuchen Sie es in ${minutes} Minuten erneut.`,
  unnamedApplication: 'Anwendung ohne Namen',
  consent: {
    title: (client) => `${client} verbinden`,
    heading: (client) => html`Darf ${client} auf Ihre Erinnerungen zugreifen?`,
    signedInAs: (email) => html`Sie sind als ${email} angemeldet.`,
    unverifiable:
      'Diese Anwendung läuft auf Ihrem Computer, deshalb kann ihr Name nicht geprüft werden. Erlauben Sie den Zugriff nur, ' +
      'wenn Sie diese Anfrage gerade selbst begonnen haben.',
    workspace: 'Arbeitsbereich',
    chooseWorkspace: 'Arbeitsbereich wählen',
    yourRole: (role) => `Ihre Rolle: ${role}`,
    viewerNote: '(Leser und ihre Anwendungen können nur lesen)',
    permissions: 'Die Anwendung kann dann:',
    scopes: {
      read: {
        label: 'Lesen',
        detail: 'Alle Erinnerungen, Dokumente und Dateien im Arbeitsbereich lesen und durchsuchen.',
      },
      write: {
        label: 'Schreiben',
        detail: 'Erinnerungen, Beziehungen, Dokumente und Dateien hinzufügen, ändern und löschen.',
      },
      profile: { label: 'Ihr Profil sehen', detail: 'Ihre E-Mail-Adresse.' },
      offline_access: {
        label: 'Verbunden bleiben',
        detail: 'Den Zugriff behalten, auch wenn Sie sie nicht benutzen, bis Sie sie trennen.',
      },
    },
    destination: 'Zugriff erhält',
    thisComputer: (host) => `${host} (dieser Computer)`,
    localApplication: (url) => `${url} (eine Anwendung auf diesem Computer)`,
    device: 'das Gerät, das den Code anzeigt',
    allow: 'Erlauben',
    deny: 'Ablehnen',
    below: 'Sie können die Anwendung jederzeit trennen. Nicht Ihr Konto?',
    switchAccount: 'Anderes Konto benutzen',
  },
  noWorkspace: {
    title: 'Kein Arbeitsbereich',
    text: (email) =>
      html`${email} ist in keinem Arbeitsbereich Mitglied. Bitten Sie die Administration dieses Servers um
      eine Einladung.`,
    back: 'Zurück',
  },
};
