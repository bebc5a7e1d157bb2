import type { Texts } from '../texts.ts';

export const keys: Texts['keys'] = {
  title: 'API-Schlüssel',
  lead: 'Server und Skripte tauschen einen API-Schlüssel gegen Zugriffstoken. Ein Schlüssel funktioniert, bis er abläuft oder Sie ihn widerrufen. Bewahren Sie ihn wie ein Passwort auf.',
  list: 'Aktive Schlüssel',
  none: 'Keine aktiven Schlüssel.',
  name: 'Name',
  owner: 'Inhaber',
  prefix: 'Präfix',
  permissions: 'Berechtigungen',
  created: 'Erstellt',
  lastUsed: 'Zuletzt benutzt',
  expires: 'Läuft ab',
  revoke: 'Widerrufen',
  revokeKey: (name) => `${name} widerrufen`,
  create: {
    title: 'Schlüssel erstellen',
    hint: 'Wofür der Schlüssel ist, zum Beispiel „nächtlicher Import“. Jeder Name kann nur einmal vorkommen.',
    button: 'Schlüssel erstellen',
    lifetimes: { never: 'Nie', '30': 'Nach 30 Tagen', '90': 'Nach 90 Tagen', '365': 'Nach einem Jahr' },
    permissionNames: { read: 'Lesen', write: 'Schreiben', delete: 'Löschen' },
    permissionHints: {
      read: 'Alles im Arbeitsbereich lesen und durchsuchen.',
      write: 'Erinnerungen, Beziehungen, Dokumente und Artefakte hinzufügen und ändern.',
      delete: 'Erinnerungen, Beziehungen, Dokumente und Artefakte löschen.',
    },
    invalidName: (max) => `Geben Sie einen Namen mit höchstens ${max} Zeichen ein.`,
    noPermission: 'Wählen Sie mindestens eine Berechtigung.',
    duplicate: (name) =>
      `Ein Schlüssel mit dem Namen „${name}“ besteht bereits. Wählen Sie einen anderen Namen.`,
  },
  newKey: {
    title: (name) => `Ihr neuer Schlüssel: ${name}`,
    text: 'Kopieren Sie den Schlüssel jetzt. Er wird nicht noch einmal angezeigt.',
    exchange: 'Tauschen Sie ihn gegen ein Zugriffstoken:',
  },
  revocation: {
    title: (name) => `API-Schlüssel ${name} widerrufen?`,
    text: 'Programme mit diesem Schlüssel verlieren den Zugriff. Ein widerrufener Schlüssel kann nicht wiederhergestellt werden.',
    confirm: 'Schlüssel widerrufen',
    done: 'Der Schlüssel ist widerrufen. Seine Zugriffstoken werden innerhalb von 30 Sekunden ungültig.',
  },
};
