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
    reason: (code, message) => REASONS[code] ?? message,
    field: fieldProblem,
    entry: (number) => `, Eintrag ${number}`,
  },
  internalError: {
    title: 'Etwas ist schiefgegangen',
    text: 'Versuchen Sie es gleich erneut. Wenn das Problem bleibt, wenden Sie sich an die Administration dieses Servers.',
  },
};

const REASONS: Readonly<Record<string, string>> = {
  AUTH_FORBIDDEN: 'Dafür fehlt Ihnen die Berechtigung.',
  RES_NOT_FOUND: 'Der Eintrag existiert nicht mehr.',
  RES_ALREADY_EXISTS: 'Es gibt schon einen Eintrag mit diesem Namen oder dieser Adresse.',
  RES_PRECONDITION_FAILED: 'Der Eintrag wurde inzwischen geändert.',
  BIZ_QUOTA_EXCEEDED: 'Das Limit des Arbeitsbereichs ist erreicht.',
  VAL_SECRET_FOUND: 'Der Text enthält ein Geheimnis, und der Arbeitsbereich lehnt Geheimnisse ab.',
};

/** Translates the messages of the API for invalid fields. Keeps those that are rare. */
function fieldProblem(detail: string): string {
  const limit = /^Must (?:be|have) at most (\d+)( characters| entries)?\.$/.exec(detail);
  if (limit !== null) {
    const number = new Intl.NumberFormat('de').format(Number(limit[1]));
    const unit = limit[2] === ' characters' ? ' Zeichen' : limit[2] === ' entries' ? ' Einträge' : '';
    return `Höchstens ${number}${unit}.`;
  }
  if (detail === 'This field is required.' || detail === 'Must not be empty.') {
    return 'Das Feld darf nicht leer sein.';
  }
  if (/^Must be one of|^Expected/.test(detail)) return 'Dieser Wert ist nicht erlaubt.';
  if (detail === 'Must be a UUID.') return 'Das ist keine gültige ID.';
  if (detail.startsWith('Contains a secret')) return 'Der Text enthält ein Geheimnis.';
  return detail;
}
