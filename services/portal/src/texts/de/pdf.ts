import type { Texts } from '../texts.ts';

export const pdf: Texts['pdf'] = {
  open: 'Seiten anzeigen',
  withoutScripts: 'Laden Sie die PDF-Datei herunter, um sie zu lesen.',
  label: (name) => `Seiten von ${name}`,
  loading: 'Die PDF-Datei wird geladen.',
  previous: 'Vorherige Seite',
  next: 'Nächste Seite',
  page: 'Seite',
  of: (pages) => `von ${pages.toLocaleString('de')}`,
  smaller: 'Kleiner',
  larger: 'Größer',
  keys: 'Die Pfeiltasten nach links und rechts blättern.',
  encrypted: 'Die PDF-Datei braucht ein Passwort. Laden Sie sie herunter, um sie zu öffnen.',
  failed: 'Die PDF-Datei kann nicht angezeigt werden. Laden Sie sie herunter, um sie zu öffnen.',
  failedPage: (page) => `Seite ${page} kann nicht angezeigt werden.`,
};
