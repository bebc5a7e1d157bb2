import type { Texts } from '../texts.ts';

export const password: Texts['password'] = {
  title: 'Passwort ändern',
  lead: 'Sie werden überall sonst abgemeldet, und alle Anwendungen werden getrennt.',
  current: 'Aktuelles Passwort',
  new: (min) => `Neues Passwort, mindestens ${min} Zeichen`,
  repeat: 'Neues Passwort wiederholen',
  button: 'Passwort ändern',
  cancel: 'Abbrechen',
  incorrect: 'Das aktuelle Passwort ist falsch.',
  problems: {
    tooShort: (min) => `Das Passwort muss mindestens ${min} Zeichen haben.`,
    tooLong: (max) => `Das Passwort darf höchstens ${max.toLocaleString('de')} Zeichen haben.`,
    blank: 'Das Passwort darf nicht nur aus Leerzeichen bestehen.',
    emailAddress: 'Das Passwort darf nicht Ihre E-Mail-Adresse sein.',
    common: 'Dieses Passwort ist zu häufig. Wählen Sie ein anderes Passwort.',
    different: 'Die Passwörter stimmen nicht überein.',
  },
  changed: {
    title: 'Passwort geändert',
    heading: 'Ihr Passwort ist geändert',
    text: 'Sie sind überall sonst abgemeldet. Verbinden Sie Ihre Anwendungen erneut mit dem neuen Passwort.',
    button: 'Zu Ihrem Konto',
  },
  keepKeys: {
    label: 'Meine API-Schlüssel behalten',
    hint:
      'Andernfalls werden die API-Schlüssel Ihres Kontos widerrufen. Behalten Sie sie nicht, wenn eine andere Person Ihr ' +
      'Passwort oder einen Schlüssel kennen könnte.',
  },
  everywhere: {
    title: 'Überall abmelden',
    heading: 'Überall abmelden?',
    text: 'Alle Ihre Sitzungen enden, in jedem Browser. Alle Ihre Anwendungen werden getrennt.',
  },
};
