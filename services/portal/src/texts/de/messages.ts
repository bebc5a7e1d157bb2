import type { Texts } from '../texts.ts';

export const messages: Texts['messages'] = {
  home: 'Zur Startseite',
  tryAgain: 'Erneut versuchen',
  back: 'Zurück',
  signInFailed: {
    title: 'Sie sind nicht angemeldet',
    text: 'Die Anmeldung wurde nicht abgeschlossen, dauerte zu lange oder wurde in einem anderen Browser begonnen.',
  },
  tooManySignIns: {
    title: 'Zu viele Anfragen',
    text: (seconds) =>
      `Ihr Netzwerk hat zu viele Anmeldungen begonnen. Versuchen Sie es in ${seconds} Sekunden erneut.`,
  },
  signedOut: {
    title: 'Sie sind abgemeldet',
    text: 'Ihre Sitzung in diesem Browser ist beendet.',
    button: 'Erneut anmelden',
  },
  formExpired: {
    title: 'Erneut versuchen',
    text: 'Dieses Formular ist abgelaufen, oder Ihr Browser blockiert Cookies. Cookies schützen das Formular vor gefälschten Anfragen.',
  },
  notFound: {
    title: 'Seite nicht gefunden',
    text: 'Die Adresse ist falsch, oder der Eintrag wurde gelöscht.',
  },
  rateLimit: {
    title: 'Zu viele Anfragen',
    text: 'Ihr Arbeitsbereich hat sein Anfragelimit erreicht. Warten Sie eine Minute und versuchen Sie es erneut.',
  },
  rejected: {
    title: 'Anfrage abgelehnt',
    malformed: 'Die Anfrage ist fehlerhaft.',
    entry: (number) => `, Eintrag ${number}`,
  },
  connectionLost: 'Die Verbindung wurde unterbrochen. Versuchen Sie es erneut.',
  internalError: {
    title: 'Etwas ist schiefgegangen',
    text: 'Versuchen Sie es gleich erneut. Wenn das Problem bleibt, wenden Sie sich an die Administration dieses Servers.',
  },
};
