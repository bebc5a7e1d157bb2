import type { Texts } from '../texts.ts';

export const messages: Texts['messages'] = {
  expired: {
    title: 'Diese Seite ist abgelaufen',
    text: 'Die Anmeldung ist abgelaufen oder wurde in einem anderen Browser begonnen. Gehen Sie zurück zur Anwendung, und beginnen Sie erneut.',
  },
  formExpired: {
    title: 'Erneut versuchen',
    text: 'Dieses Formular ist abgelaufen, oder Ihr Browser blockiert Cookies. Cookies schützen das Formular vor gefälschten Anfragen.',
    button: 'Zurück zum Formular',
  },
  notFound: {
    title: 'Seite nicht gefunden',
    text: 'Die Adresse ist falsch, oder die Seite wurde entfernt.',
  },
  tooManyRequests: {
    title: 'Zu viele Anfragen',
    text: (seconds) =>
      `Ihr Netzwerk hat zu viele Anfragen gesendet. Versuchen Sie es in ${seconds} Sekunden erneut.`,
  },
  oauthError: {
    title: 'Anfrage fehlgeschlagen',
    text:
      'Die Anfrage der Anwendung, die Sie hierher gesendet hat, konnte nicht verarbeitet werden. Gehen Sie zurück, und ' +
      'versuchen Sie es erneut, oder melden Sie den Fehler den Entwicklern der Anwendung:',
    error: 'Fehler',
    reason: 'Grund',
    requestId: 'Anfrage-ID',
  },
  rejected: { title: 'Anfrage abgelehnt', text: 'Die Anfrage ist fehlerhaft oder zu groß.' },
  internalError: {
    title: 'Etwas ist schiefgegangen',
    text: 'Versuchen Sie es gleich erneut. Wenn das Problem bleibt, melden Sie es der Administration dieses Servers mit der Anfrage-ID:',
  },
};
